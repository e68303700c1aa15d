"""Is continuous mode still mixing?  Counts cards that come out one after the other as they went in.

Fed with the in-feed number of each dealt card; feeds the finding "stopped intermixing" (RULES S1).

Of two cards fed back one after the other the second follows the first in at most 0.04 of deals
(8 decks, never stirred; docs/shuffle.md), so 32 of 256 come by chance in 1.6e-8 of windows.  A
device that feeds one compartment after the other shows more than 200.
"""

WINDOW_PAIRS = 256
LIMIT_PAIRS = 32


class ContinuousWatch:
    """`value` is the count of the window that ended last."""

    def __init__(self):
        self._before = -1
        self._pairs = 0
        self._together = 0
        self.value = 0

    def dealt(self, in_feed_number):
        """The next card out, by its running in-feed number; True when a window is beyond limit."""
        if self._before >= 0:
            self._pairs += 1
            if in_feed_number == self._before + 1:
                self._together += 1
        self._before = in_feed_number
        if self._pairs < WINDOW_PAIRS:
            return False
        self.value = self._together
        self._pairs = self._together = 0
        return self.value >= LIMIT_PAIRS
