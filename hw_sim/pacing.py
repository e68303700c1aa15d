"""Runs a rig against the wall clock and real ports: virtual time = real time × speed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence

from hw_sim.gateway import Inputs, Served
from hw_sim.rig import Rig

_LONGEST_WAIT_S = 0.2  # look up now and then, so that a stop request is seen
_STAY_AWAKE_S = 0.000_2  # after input: to fall asleep and wake up takes longer than an answer
_LEAP_US = 500_000  # further ahead: somebody let time pass; a board computes for less in one go
_TRANSFER_US = 200  # a board that answers at once does so within this time


def use_one_core() -> None:
    """Simulator and VM take turns; on one core that is three times as fast as on two."""
    if hasattr(os, "sched_setaffinity"):
        allowed = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {allowed[os.getpid() % len(allowed)]})


class PacedRunner:
    """The loop of `faro sim`: input from the ports, due events, output to the ports."""

    def __init__(self, rig: Rig, ports: Sequence[Served], speed: float = 1.0) -> None:
        self.rig = rig
        self.ports = list(ports)
        self._speed = speed
        self._is_paused = False
        self._inputs = Inputs()
        for port in ports:
            port.register(self._inputs)
        self._awake_until_s = 0.0
        self._start_real_s = time.monotonic()
        self._start_us = rig.kernel.now_us

    def add(self, port: Served) -> None:
        """One more that programs send on."""
        self.ports.append(port)
        port.register(self._inputs)

    @property
    def is_paused(self) -> bool:
        return self._is_paused

    @property
    def speed(self) -> float:
        return self._speed

    def set_paused(self, is_paused: bool) -> None:
        """Programs can still send; their bytes arrive when time goes on."""
        self._rebase()
        self._is_paused = is_paused

    def set_speed(self, speed: float) -> None:
        self._rebase()
        self._speed = speed

    def _rebase(self) -> None:
        self._start_us = self._virtual_us()
        self._start_real_s = time.monotonic()

    def run(self, is_stopped: Callable[[], bool]) -> None:
        """Serve until told to stop."""
        while not is_stopped():
            self.step()

    def step(self) -> None:
        """One round: wait for input or the next due event, then let everything due happen."""
        kernel = self.rig.kernel
        due_s = (kernel.next_us() - self._virtual_us()) / 1_000_000 / self._speed
        if self._is_paused:
            due_s = _LONGEST_WAIT_S
        ready = self._wait(min(max(due_s, 0), _LONGEST_WAIT_S))
        now_us = self._virtual_us()
        if ready:
            kernel.run_until(now_us)  # input happens now, in virtual time too
            for fd, _ in ready:
                self._inputs.ports[fd].readable(fd)
        # let a board's answer cross the line at once, without another wait
        if not self._is_paused:
            kernel.run_until(now_us + _TRANSFER_US)
        for port in self.ports:
            port.flush()
        if ready:
            self._awake_until_s = time.monotonic() + _STAY_AWAKE_S

    def _wait(self, longest_s: float) -> list[tuple[int, int]]:
        """Wait for input; for a short time after the last one without falling asleep."""
        now_s = time.monotonic()
        end_s = now_s + longest_s
        while now_s < self._awake_until_s and now_s < end_s:
            ready = self._inputs.wait(0)
            if ready:
                return ready
            now_s = time.monotonic()
        return self._inputs.wait(max(end_s - now_s, 0))

    def close(self) -> None:
        for port in self.ports:
            port.close()

    def _virtual_us(self) -> int:
        """Never back; where somebody let time pass at once, real time goes on from there."""
        now_s, now_us = time.monotonic(), self.rig.kernel.now_us
        if self._is_paused:
            return now_us
        paced_us = self._start_us + int((now_s - self._start_real_s) * 1_000_000 * self._speed)
        if now_us > paced_us + _LEAP_US:
            self._start_real_s, self._start_us = now_s, now_us
        return max(paced_us, now_us)
