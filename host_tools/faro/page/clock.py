"""How time passes at the boards: as on the wall, or as a simulator's hands let it."""

from __future__ import annotations

import threading
import time


class TableClock:
    """`table_ms` is the boards' own time.  `patient_ms` never runs faster than the wall's clock:
    who waits for an answer by it waits long enough at any speed, and for ever while time stands.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._speed = 1.0
        self._at_s = time.monotonic()
        self._table_s = 0.0
        self._patient_s = 0.0

    @property
    def is_paused(self) -> bool:
        return not self._speed

    def set(self, speed: float, is_paused: bool) -> None:
        """As the simulator says."""
        with self._lock:
            self._go_on()
            self._speed = 0.0 if is_paused else speed

    def table_ms(self) -> int:
        with self._lock:
            self._go_on()
            return int(self._table_s * 1000)

    def patient_ms(self) -> int:
        with self._lock:
            self._go_on()
            return int(self._patient_s * 1000)

    def _go_on(self) -> None:
        now_s = time.monotonic()
        passed_s, self._at_s = now_s - self._at_s, now_s
        self._table_s += passed_s * self._speed
        self._patient_s += passed_s * min(self._speed, 1.0)
