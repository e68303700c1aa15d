"""Runs a rig against the wall clock and real ports: virtual time = real time × speed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence

from hw_sim.gateway import Inputs, Served
from hw_sim.rig import Rig

_LONGEST_WAIT_S = 0.2  # look up now and then, so that a stop request is seen
_STAY_AWAKE_S = 0.000_2  # after input: to fall asleep and wake up takes longer than an answer
_TRANSFER_US = 200  # a board that answers at once does so within this time
_SLICE_US = 50_000  # at most so much between two looks at the ports, however late it is
_MOST_BEHIND_S = 1.0  # what this machine cannot do in time after that is not made up for


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
        self._hurry_until_us = 0
        self._start_real_s = time.monotonic()
        self._start_us = rig.kernel.now_us

    def add(self, port: Served) -> None:
        """One more that programs send on."""
        self.ports.append(port)
        port.register(self._inputs)

    @property
    def is_paused(self) -> bool:
        return self._is_paused and not self._is_hurrying

    @property
    def speed(self) -> float:
        return self._speed

    def set_paused(self, is_paused: bool) -> None:
        """Programs can still send; their bytes arrive when time goes on."""
        self._go_on_from(self.rig.kernel.now_us)
        self._is_paused = is_paused

    def set_speed(self, speed: float) -> None:
        self._go_on_from(self._paced_us())
        self._speed = speed

    def hurry(self, duration_us: int) -> None:
        """Let so much time pass as fast as it can; ports are served meanwhile."""
        until_us = self.rig.kernel.now_us + duration_us
        self._hurry_until_us = max(self._hurry_until_us, until_us)

    def leapt(self) -> None:
        """Somebody let time pass at once: real time goes on from there."""
        if self.rig.kernel.now_us > self._paced_us():
            self._go_on_from(self.rig.kernel.now_us)

    def run(self, is_stopped: Callable[[], bool]) -> None:
        """Serve until told to stop."""
        while not is_stopped():
            self.step()

    def step(self) -> None:
        """One round: wait for input or the next due event, then let everything due happen."""
        kernel = self.rig.kernel
        ready = self._wait(self._idle_s())
        until_us = self._until_us()
        if ready:
            kernel.run_until(until_us)  # input happens now, in virtual time too
            for fd, _ in ready:
                self._inputs.ports[fd].readable(fd)
        if self._is_hurrying:
            self._run_hurrying()
        elif not self._is_paused:
            # let a board's answer cross the line at once, without another wait
            kernel.run_until(until_us + _TRANSFER_US)
        for port in self.ports:
            port.flush()
        if ready:
            self._awake_until_s = time.monotonic() + _STAY_AWAKE_S

    # -- time ------------------------------------------------------------------------------

    @property
    def _is_hurrying(self) -> bool:
        return self._hurry_until_us > 0

    def _run_hurrying(self) -> None:
        kernel = self.rig.kernel
        kernel.run_until(min(self._hurry_until_us, kernel.now_us + _SLICE_US))
        if kernel.now_us >= self._hurry_until_us:
            self._hurry_until_us = 0
            self._go_on_from(kernel.now_us)

    def _go_on_from(self, now_us: int) -> None:
        self._start_us = now_us
        self._start_real_s = time.monotonic()

    def _paced_us(self) -> int:
        """Where virtual time should be by the wall's clock.

        The kernel may be ahead, for as long as a board's work takes: it catches up with itself.
        """
        if self._is_paused:
            return self.rig.kernel.now_us
        passed_s = time.monotonic() - self._start_real_s
        return self._start_us + int(passed_s * 1_000_000 * self._speed)

    def _idle_s(self) -> float:
        """How long there is nothing to do but to wait for input."""
        if self._is_hurrying:
            return 0
        if self._is_paused:
            return _LONGEST_WAIT_S
        due_s = (self.rig.kernel.next_us() - self._paced_us()) / 1_000_000 / self._speed
        return min(max(due_s, 0), _LONGEST_WAIT_S)

    def _until_us(self) -> int:
        """How far to run now: what is late comes in slices, what is too late is left out."""
        kernel, paced_us = self.rig.kernel, self._paced_us()
        until_us = min(paced_us, max(kernel.now_us, kernel.next_us()) + _SLICE_US)
        if paced_us - until_us > _MOST_BEHIND_S * 1_000_000 * self._speed:
            self._go_on_from(until_us)
        return max(until_us, kernel.now_us)

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
