"""Was this one order a shuffle?  Integer statistics of what came out against what went in.

Fed with the order measured by the machine, order[position] = in-feed index: from the compartments
and readings, never from the plan (STANDARDS 2).  Feeds the finding "stopped intermixing" (RULES
S1) and running_stats.py.

False alarms on uniform orders: 3e-4 per cycle (STANDARDS; the exact tails add up to 3.5e-4).
The figures tell something about the order: they leave the board for a pack that is refused, or
after the pack was dealt, never before (RULES A2).
"""

from array import array

from firmware.core.compat import const
from firmware.shuffler.health.order_limits import LIMITS

STAT_NONE = 0
STAT_RISING = 1  # rising sequences: 1 + how often card i + 1 lies before card i
STAT_VALLEYS = 2  # cards with higher in-feed indices on both sides: a shelf machine makes few
STAT_INVERSE_VALLEYS = 3  # the same, seen from the in-feed side
STAT_SUCCESSIONS = 4  # neighbours that stayed neighbours
STAT_FIXED = 5  # cards that came out where they went in
STAT_MOVES = 6  # sum of squared moves: Spearman's rho as an integer
STATISTICS = 6

_NOWHERE = const(0xFFFF)
_UNUSED = const(-1)


class OrderStats:
    """measure() an order, then judge(): 0 or the statistic, with `value` and `limit` for it."""

    def __init__(self, max_cards=416):
        self._position = array("H", bytes(2 * max_cards))
        self.values = array("i", bytes(4 * (STATISTICS + 1)))  # by STAT_ number
        self.count = 0
        self.statistic = STAT_NONE
        self.value = self.limit = 0

    def measure(self, order, count):
        """Work all statistics out; False if the first `count` are not each index once."""
        values = self.values
        for i in range(STATISTICS + 1):
            values[i] = 0
        self.count = 0
        self.statistic = STAT_NONE
        if not self._invert(order, count):
            return False
        position = self._position
        values[STAT_RISING] = 1
        before = _UNUSED
        for i in range(count):
            index = order[i]
            if index == i:
                values[STAT_FIXED] += 1
            if i and index == before + 1:
                values[STAT_SUCCESSIONS] += 1
            if i and position[i] < position[i - 1]:
                values[STAT_RISING] += 1
            values[STAT_MOVES] += (index - i) * (index - i)
            before = index
        values[STAT_VALLEYS] = _valleys(order, count)
        values[STAT_INVERSE_VALLEYS] = _valleys(position, count)
        self.count = count
        return True

    def judge(self):
        """The first statistic beyond its limit, or STAT_NONE; False positives: 3e-4."""
        row = row_for(self.count)
        if row < 0:
            raise ValueError("no limits for this count")  # the caller knows the pack sizes
        _, rising_low, rising_high, valleys, successions, fixed, moves_low, moves_high = LIMITS[row]
        if not (
            self._is_low(STAT_VALLEYS, valleys)
            or self._is_low(STAT_INVERSE_VALLEYS, valleys)
            or self._is_high(STAT_SUCCESSIONS, successions)
            or self._is_low(STAT_RISING, rising_low)
            or self._is_high(STAT_RISING, rising_high)
            or self._is_high(STAT_FIXED, fixed)
            or self._is_low(STAT_MOVES, moves_low)
            or self._is_high(STAT_MOVES, moves_high)
        ):
            self.statistic = STAT_NONE
        return self.statistic

    def _is_low(self, statistic, limit):
        return self.values[statistic] <= limit and self._note(statistic, limit)

    def _is_high(self, statistic, limit):
        return self.values[statistic] >= limit and self._note(statistic, limit)

    def _note(self, statistic, limit):
        self.statistic = statistic
        self.value = self.values[statistic]
        self.limit = limit
        return True

    def _invert(self, order, count):
        position = self._position
        if not 1 <= count <= len(position):
            return False
        for i in range(count):
            position[i] = _NOWHERE
        for i in range(count):
            index = order[i]
            if index >= count or position[index] != _NOWHERE:
                return False
            position[index] = i
        return True


def row_for(count):
    """Row of LIMITS for a pack size, or -1."""
    for row in range(len(LIMITS)):
        if LIMITS[row][0] == count:
            return row
    return -1


def _valleys(sequence, count):
    found = 0
    for i in range(1, count - 1):
        if sequence[i - 1] > sequence[i] < sequence[i + 1]:
            found += 1
    return found
