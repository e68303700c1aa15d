"""How time passes at the boards: as on the wall, or as a simulator's hands let it."""

from __future__ import annotations

import threading
import time

_NO_NEWS_S = 0.3  # a simulator tells its time more often than this, unless it has no processor


class TableClock:
    """`table_ms` is the boards' own time.  `patient_ms` runs no faster than the wall's clock and
    no faster than the boards' one: who waits for an answer by it waits long enough at any speed,
    on a machine that is too busy, and for ever while time stands.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._speed = 1.0
        self._at_s = time.monotonic()
        self._told_ms: int | None = None  # by the simulator; None: the boards are real
        self._table_s = 0.0
        self._patient_s = 0.0
        self._newest_s = 0.0

    @property
    def speed(self) -> float:
        return self._speed

    @property
    def is_paused(self) -> bool:
        return not self._speed

    def told(self, speed: float, is_paused: bool, now_ms: int) -> None:
        """The simulator's own time, and how fast it goes from here."""
        with self._lock:
            passed_s = time.monotonic() - self._at_s
            self._at_s += passed_s
            if self._told_ms is not None:
                real_s = (now_ms - self._told_ms) / 1000
                self._table_s += real_s
                self._patient_s += min(passed_s, real_s)
            self._told_ms = now_ms
            self._speed = 0.0 if is_paused else speed

    def wall_s(self) -> float:
        """Time for those who wait at the page."""
        return time.monotonic()

    def table_ms(self) -> int:
        with self._lock:
            return int((self._table_s + self._since_s() * self._speed) * 1000)

    def patient_ms(self) -> int:
        with self._lock:
            now_s = self._patient_s + self._since_s() * min(self._speed, 1.0)
            self._newest_s = max(self._newest_s, now_s)  # never back
            return int(self._newest_s * 1000)

    def _since_s(self) -> float:
        passed_s = time.monotonic() - self._at_s
        return passed_s if self._told_ms is None else min(passed_s, _NO_NEWS_S)
