"""One pass through the camera throat, in either direction: whole, or turned back in the middle.

Fed the throat gate's edges and the roller's count.
"""

from firmware.cards.beams import THROAT_HALF_UM
from firmware.core.compat import const
from firmware.shuffler.geometry import ENCODER_PER_MM

_WHOLE_MM = const(50)  # a card is 63; slip makes it more, never less
_BEAMS_COUNTS = 2 * THROAT_HALF_UM * ENCODER_PER_MM // 1000
_BACK_FROM_MM = const(12)  # the middle of the card lies over the sensor of its back
_BACK_TO_MM = const(52)


class ThroatPass:
    """`length_mm` belongs to the last pass."""

    def __init__(self):
        self._start = 0
        self._is_inside = False
        self._is_back_seen = False
        self.length_mm = 0

    def edge(self, level, count):
        """Level 0: a card came; True when one has gone by whole."""
        if level == 0:
            self._start = count
            self._is_inside = True
            self._is_back_seen = False
            return False
        was_inside, self._is_inside = self._is_inside, False
        self.length_mm = max(abs(count - self._start) - _BEAMS_COUNTS, 0) // ENCODER_PER_MM
        return was_inside and self.length_mm >= _WHOLE_MM

    def is_over_back(self, count):
        """True once in a pass: now its back can be looked at."""
        if not self._is_inside or self._is_back_seen:
            return False
        travel_mm = abs(count - self._start) // ENCODER_PER_MM
        self._is_back_seen = _BACK_FROM_MM <= travel_mm <= _BACK_TO_MM
        return self._is_back_seen
