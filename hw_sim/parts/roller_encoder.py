"""The roller that rides on the card: its travel, as the encoder counts it."""

from __future__ import annotations

from hw_sim.kernel import Kernel

STEP_UM = 50  # one count


class RollerEncoder:
    """Moves are straight lines in time; `is_dead` is a broken cable."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._from_um = 0
        self._to_um = 0
        self._start_us = 0
        self._end_us = 0
        self.is_dead = False
        self._frozen = 0

    def move(self, distance_um: int, duration_us: int) -> None:
        """From here on the card moves by so much in so much time, back when negative."""
        self._from_um = self._exact_um(self._kernel.now_us)
        self._to_um = self._from_um + distance_um
        self._start_us = self._kernel.now_us
        self._end_us = self._start_us + duration_us

    def set_dead(self, is_dead: bool) -> None:
        self._frozen = self.count()
        self.is_dead = is_dead

    def count(self) -> int:
        """What the encoder has counted."""
        return self.count_at(self._kernel.now_us)

    def count_at(self, time_us: int) -> int:
        """The same at another moment of this move."""
        return self._frozen if self.is_dead else self._exact_um(time_us) // STEP_UM

    def _exact_um(self, now_us: int) -> int:
        if now_us >= self._end_us:
            return self._to_um
        if now_us <= self._start_us:
            return self._from_um
        done_us = now_us - self._start_us
        return self._from_um + (self._to_um - self._from_um) * done_us // (
            self._end_us - self._start_us
        )
