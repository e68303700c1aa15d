"""Runs a rig against the wall clock and real ports: virtual time = real time × speed."""

from __future__ import annotations

import os
import selectors
import time
from collections.abc import Callable, Sequence

from hw_sim.gateway import PtyPort, TcpPort
from hw_sim.rig import Rig

_LONGEST_WAIT_S = 0.2  # look up now and then, so that a stop request is seen


def use_one_core() -> None:
    """Simulator and VM take turns; on one core that is three times as fast as on two."""
    if hasattr(os, "sched_setaffinity"):
        allowed = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {allowed[os.getpid() % len(allowed)]})


class PacedRunner:
    """The loop of `faro sim`: input from the ports, due events, output to the ports."""

    def __init__(self, rig: Rig, ports: Sequence[PtyPort | TcpPort], speed: float = 1.0) -> None:
        self.rig = rig
        self.ports = ports
        self._speed = speed
        self._selector = selectors.DefaultSelector()
        for port in ports:
            port.register(self._selector)
        self._start_real_s = time.monotonic()
        self._start_us = rig.kernel.now_us

    def run(self, is_stopped: Callable[[], bool]) -> None:
        """Serve until told to stop."""
        while not is_stopped():
            self.step()

    def step(self) -> None:
        """One round: wait for input or the next due event, then let everything due happen."""
        kernel = self.rig.kernel
        due_s = (kernel.next_us() - self._virtual_us()) / 1_000_000 / self._speed
        for key, _ in self._selector.select(min(max(due_s, 0), _LONGEST_WAIT_S)):
            # input happens now, in virtual time too
            kernel.run_until(self._virtual_us())
            key.data.readable(key.fd)
        # a board may answer at once: run the short transfer of its bytes without a wait
        kernel.run_until(self._virtual_us() + 200)
        for port in self.ports:
            port.flush()

    def close(self) -> None:
        for port in self.ports:
            port.close()
        self._selector.close()

    def _virtual_us(self) -> int:
        elapsed_s = time.monotonic() - self._start_real_s
        return max(
            self._start_us + int(elapsed_s * 1_000_000 * self._speed), self.rig.kernel.now_us
        )
