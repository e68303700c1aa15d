"""A board's own clock: its ticks beside the kernel's time, which is the same for all boards."""

from __future__ import annotations

import os

DAY_MS = 24 * 60 * 60 * 1000
WRAP_MS = 1 << 30  # the chip's ticks_ms() begins again
HALF_MS = WRAP_MS >> 1  # ticks_diff() changes its sign
LONGEST_LEAP_MS = 3 * DAY_MS  # between two of them a heartbeat comes, as in every second of them


class BoardClock:
    """`ticks_us` is what the firmware reads, before 30 bits of it are taken.

    A board may have been on for days when a story begins, its crystal may be off, and days in
    which nothing happens need not be simulated: the ticks leap, and all that sleeps in the VM
    sleeps as long after the leap as it would have.
    """

    def __init__(self, ahead_ms: int | None = None) -> None:
        if ahead_ms is None:
            ahead_ms = int(os.environ.get("FARO_SIM_UPTIME_MS", "0"))
        self._ahead_us = ahead_ms * 1000
        self._drift_ppm = 0
        self._drifts_since_us = 0
        self._leap_ms = 0

    def ticks_us(self, now_us: int) -> int:
        return now_us + self._ahead_us + self._drifted_us(now_us)

    def start_at(self, ahead_ms: int) -> None:
        """Before the board's first boot: how long it has been on."""
        self._ahead_us = ahead_ms * 1000

    def drift(self, ppm: int, now_us: int) -> None:
        """From now on the crystal is off by so much."""
        self._ahead_us += self._drifted_us(now_us)
        self._drift_ppm = ppm
        self._drifts_since_us = now_us

    def leap(self, duration_ms: int) -> None:
        """Pass over idle time when the board next has nothing to do."""
        if not 0 < duration_ms <= LONGEST_LEAP_MS:
            raise ValueError(f"{duration_ms} ms at once: a heartbeat must come between two leaps")
        self._leap_ms = duration_ms

    @property
    def is_leaping(self) -> bool:
        return self._leap_ms > 0

    def take_leap_ms(self) -> int:
        """The board has nothing to do: its ticks move on at once."""
        leap_ms, self._leap_ms = self._leap_ms, 0
        self._ahead_us += leap_ms * 1000
        return leap_ms

    def _drifted_us(self, now_us: int) -> int:
        return (now_us - self._drifts_since_us) * self._drift_ppm // 1_000_000
