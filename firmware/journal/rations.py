"""Rations: how many events of a kind are recorded, so that nobody wears the flash at will.

A row is (event, ring, most at once, seconds for one more).  What is not recorded is counted and
told: the first within a heartbeat, the rest once a minute.
"""

from array import array

TELL_EVERY_S = 60


class Rations:
    """Fed whole seconds of uptime; rows are named by their place in the table."""

    def __init__(self, rows):
        self._rows = rows
        self._left = bytearray([row[2] for row in rows])
        self._since_s = array("I", (0 for _ in rows))
        self._dropped = array("I", (0 for _ in rows))
        self._tell_due_s = array("I", (0 for _ in rows))

    def take(self, i, now_s):
        """True when one more may be recorded; else it is counted."""
        _event, _ring, most, every_s = self._rows[i]
        more = (now_s - self._since_s[i]) // every_s
        if more:
            self._left[i] = min(self._left[i] + more, most)
            self._since_s[i] += more * every_s
        if self._left[i] == 0:
            self._dropped[i] += 1
            return False
        self._left[i] -= 1
        return True

    def next_due(self, now_s):
        """A row whose dropped events are to be told now, or -1."""
        for i in range(len(self._rows)):
            if self._dropped[i] and now_s >= self._tell_due_s[i]:
                return i
        return -1

    def dropped(self, i):
        return self._dropped[i]

    def told(self, i, now_s):
        """The record is in: count anew."""
        self._dropped[i] = 0
        self._tell_due_s[i] = now_s + TELL_EVERY_S
