"""Is continuous mode still mixing?  Counts cards that come out one after the other as they went in.

Fed the in-feed index of each card that goes in or comes out; feeds the finding "stopped
intermixing" (RULES S1).

Of two cards fed back one after the other the second follows the first in at most 0.04 of deals
(8 decks, never stirred; docs/shuffle.md), so 32 of 256 come by chance in 1.6e-8 of windows.  A
device that feeds one compartment after the other shows more than 200.
"""

from array import array

WINDOW_PAIRS = 256
LIMIT_PAIRS = 32
STAT_TOGETHER = 9  # beside the STAT_ numbers of the order statistics
_MOST_CARDS = 432
_NUMBERS = 0xFFFF
_NOBODY = -1


class ContinuousWatch:
    """`value` is the count of the window that ended last."""

    statistic = STAT_TOGETHER
    limit = LIMIT_PAIRS

    def __init__(self):
        self._numbers = array("H", bytes(2 * _MOST_CARDS))  # running in-feed number by index
        self.begin()

    def begin(self):
        """Another pack."""
        self._fed = 0
        self._before = _NOBODY
        self._pairs = 0
        self._together = 0
        self.value = 0

    def fed(self, index):
        """A card went in, for the first time or again."""
        self._numbers[index] = self._fed
        self._fed = self._fed + 1 & _NUMBERS

    def dealt(self, index):
        """The next card out; True when a window of pairs is beyond the limit."""
        number = self._numbers[index]
        if self._before != _NOBODY:
            self._pairs += 1
            if number == self._before + 1 & _NUMBERS:
                self._together += 1
        self._before = number
        if self._pairs < WINDOW_PAIRS:
            return False
        self.value = self._together
        self._pairs = self._together = 0
        return self.value >= LIMIT_PAIRS
