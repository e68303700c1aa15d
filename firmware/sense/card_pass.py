"""One card's way through the mouth: gate and roller tell one card from two, or from half of one.

Fed the gate's edges with the roller's travel at that moment; gives back what happened.  A card
goes long edge first, so its way is its width of 63 mm.  The roller may slip while the card starts
to move: by a third in the first 19 mm in the worst case, so 58 to 73 mm are one card.
"""

from firmware.core.ticks import ticks_diff

NOTHING = 0
PASSED = 1  # one card
PULLED_BACK = 2  # half drawn and pushed back, or never moved out
TWO_CARDS = 3  # longer than a card can be
ODD_LENGTH = 4  # too short for a card, too long for one that was pushed back
NO_TRAVEL = 5  # the gate saw a card, the roller nothing

CARD_UM = 63_000
SHORTEST_UM = 56_000
LONGEST_UM = 74_500
_HALF_UM = 45_000
_STILL_UM = 500
_BOUNCE_MS = 3  # a card's edge may flicker; a card takes far longer than this


class CardPass:
    """`length_um` and `duration_ms` belong to the last pass."""

    def __init__(self):
        self.length_um = 0
        self.duration_ms = 0
        self._is_inside = False
        self._start_ms = 0
        self._start_um = 0

    def edge(self, level, now_ms, travel_um):
        """The gate's pin changed: low means that a card is in the beam."""
        if level == 0:
            if not self._is_inside:
                self._is_inside = True
                self._start_ms = now_ms
                self._start_um = travel_um
            return NOTHING
        if not self._is_inside:
            return NOTHING
        self._is_inside = False
        self.duration_ms = ticks_diff(now_ms, self._start_ms)
        self.length_um = travel_um - self._start_um
        if self.duration_ms < _BOUNCE_MS:
            return NOTHING
        return self._judge(self.length_um)

    def is_inside(self):
        return self._is_inside

    def _judge(self, length_um):
        if SHORTEST_UM <= length_um <= LONGEST_UM:
            return PASSED
        if length_um > LONGEST_UM:
            return TWO_CARDS
        if -_STILL_UM <= length_um <= _STILL_UM:
            return NO_TRAVEL
        return PULLED_BACK if length_um < _HALF_UM else ODD_LENGTH
