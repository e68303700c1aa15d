"""Two sensors, one at each end of the card: the readings must agree or the card is refused.

An opaque patch on one index is the only thing that was ever read wrongly (docs/recognition.md);
it does not lie on both.  With one sensor dead the board says so, and reads on with the other
alone only where a signed setting allows that, under the single sensor's stated bound.
"""

from firmware.cards.codes import UNREADABLE, is_card
from firmware.cards.recognise import reasons

BOTH = 0
ONLY_A = 1
ONLY_B = 2
NEITHER = 3


class Pair:
    """Reads with two recognisers; `reason` and `mode` say how the last reading came about."""

    def __init__(self, reader_a, reader_b, is_single_allowed=False):
        self.reader_a = reader_a
        self.reader_b = reader_b
        self.is_single_allowed = is_single_allowed
        self.mode = BOTH
        self.reason = reasons.READ
        self.code_a = self.code_b = UNREADABLE

    def read(self, green_a, red_a, green_b, red_b, n_lines):
        """Code of core.cards for one card from both ends; sensors that are dead are left out."""
        if self.mode == NEITHER:
            self.reason = reasons.ONE_SENSOR
            return UNREADABLE
        if self.mode == ONLY_A or self.mode == ONLY_B:
            return self._read_one(green_a, red_a, green_b, red_b, n_lines)
        self.code_a = a = self.reader_a.read(green_a, red_a, n_lines)
        reason_a = self.reader_a.reason
        self.code_b = b = self.reader_b.read(green_b, red_b, n_lines)
        if a == b:
            self.reason = reason_a
            return a
        if is_card(a) and is_card(b):
            self.reason = reasons.SENSORS_DIFFER
            return UNREADABLE
        # one end is a card, the other is not sure of it: rather refuse than misread
        if is_card(a):
            self.reason = self.reader_b.reason
            return b
        self.reason = reason_a
        return a

    def _read_one(self, green_a, red_a, green_b, red_b, n_lines):
        if not self.is_single_allowed:
            self.reason = reasons.ONE_SENSOR
            return UNREADABLE
        if self.mode == ONLY_A:
            self.code_a = code = self.reader_a.read(green_a, red_a, n_lines)
            self.reason = self.reader_a.reason
        else:
            self.code_b = code = self.reader_b.read(green_b, red_b, n_lines)
            self.reason = self.reader_b.reason
        return code
