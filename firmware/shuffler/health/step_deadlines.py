"""The cycle that does not complete (RULES S1): each step has a time that it can never need.

Knows nothing of gates, motors or cards: only which step it is, since when, and how many cards it
may concern.  So it sees what everything else overlooks.
"""

from firmware.core.compat import const
from firmware.core.ticks import ticks_diff
from firmware.shuffler import cycle as c

# state, milliseconds for itself, milliseconds for each card: more than twice the usual
_LIMITS = (
    (c.ST_HOMING, 8_000, 0),
    (c.ST_FEEDING, 12_000, 900),
    (c.ST_EMPTYING, 12_000, 600),
    (c.ST_CHECKING, 8_000, 20),
    (c.ST_DELIVERING, 8_000, 600),
    (c.ST_COUNTING, 12_000, 1_500),
    (c.ST_UNLOADING, 30_000, 600),
)
_NO_LIMIT = const(0)


class StepDeadlines:
    """Fed the cycle's state once a heartbeat; tells once for each step that takes too long."""

    def __init__(self):
        self._state = c.ST_EMPTY
        self._cycle = 0
        self._since_ms = 0
        self._is_told = False
        self.elapsed_ms = 0

    def look(self, state, cycle_number, cards, now_ms):
        """True when the present step has taken longer than it ever may."""
        if state != self._state or cycle_number != self._cycle:
            self._state = state
            self._cycle = cycle_number
            self._since_ms = now_ms
            self._is_told = False
        self.elapsed_ms = ticks_diff(now_ms, self._since_ms)
        limit_ms = limit_of(state, cards)
        if limit_ms == _NO_LIMIT or self._is_told or self.elapsed_ms <= limit_ms:
            return False
        self._is_told = True
        return True


def limit_of(state, cards):
    """The longest time of a step in ms, 0 for one that may last for ever."""
    for row in _LIMITS:
        if row[0] == state:
            return row[1] + row[2] * cards
    return _NO_LIMIT
