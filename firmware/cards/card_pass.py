"""One card's way through the mouth: gate and roller tell one card from two, or from half of one.

Fed the gate's edges and the time, then the roller's travel; gives back what happened.  A card goes
long edge first, so its way is its width of 63 mm; the roller may slip by a third, so the limits
here are wide, and the picture's own scale narrows them later.
"""

from firmware.core.ticks import ticks_diff

NOTHING = 0
PASSED = 1  # one card
PULLED_BACK = 2  # half drawn and pushed back, or never moved out
TWO_CARDS = 3  # longer than a card can be
ODD_LENGTH = 4  # too short for a card, too long for one that was pushed back
NO_TRAVEL = 5  # the gate saw a card, the roller nothing

CARD_UM = 63_000
SHORTEST_UM = 44_000
LONGEST_UM = 104_000
_HALF_UM = 40_000
_STILL_UM = 500
_BOUNCE_MS = 3  # a card's edge may flicker; a card takes far longer than this


class CardPass:
    """`length_um` and `duration_ms` belong to the last pass."""

    def __init__(self):
        self.length_um = 0
        self.duration_ms = 0
        self._is_inside = False
        self._is_told = False
        self._start_ms = 0

    def edge(self, level, now_ms):
        """The gate's pin changed, low means that a card is in the beam; True when one has left."""
        if level == 0:
            if not self._is_inside:
                self._is_inside = True
                self._is_told = False
                self._start_ms = now_ms
            return False
        if not self._is_inside:
            return False
        self._is_inside = False
        self.duration_ms = ticks_diff(now_ms, self._start_ms)
        return self.duration_ms >= _BOUNCE_MS

    def is_inside(self):
        return self._is_inside

    def is_stuck(self, now_ms, stuck_ms):
        """Whether the beam has been broken for longer than any card takes; said once."""
        if not self._is_inside or self._is_told:
            return False
        self._is_told = ticks_diff(now_ms, self._start_ms) >= stuck_ms
        return self._is_told

    def judge(self, travel_um, has_lines):
        """What it was, by the roller's travel, and whether a camera saw it move."""
        self.length_um = travel_um
        if SHORTEST_UM <= travel_um <= LONGEST_UM:
            return PASSED
        if travel_um > LONGEST_UM:
            return TWO_CARDS
        if -_STILL_UM <= travel_um <= _STILL_UM and not has_lines:
            return NO_TRAVEL
        return PULLED_BACK if travel_um < _HALF_UM else ODD_LENGTH
