"""Rations: how many events of a kind are recorded, so that nobody wears the flash at will.

A row is (event, ring, most at once, seconds for one more).  What is not recorded is counted and
told: the first within a heartbeat, the rest once a minute.
"""

from array import array

from firmware.core.errors import ERR_TOO_OFTEN

TELL_EVERY_S = 60
ROLE_MOST = 600  # records of evidence that one role's requests may make at once …
ROLE_EVERY_S = 1  # … and seconds for one more: the busiest table needs half of it
_ROLES = 9  # by the role's bit


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


class RoleRations:
    """How much evidence the requests of a role may make: no key alone turns the ring at will."""

    def __init__(self, recorder, clock):
        self._recorder = recorder
        self._clock = clock
        self._left = array("h", (ROLE_MOST for _ in range(_ROLES)))
        self._since_s = array("I", (0 for _ in range(_ROLES)))
        self._recorded = 0
        self._role = 0  # whose request is being carried out

    def begin(self, role):
        """Before a request that changes something: 0, or minus an error."""
        more = (self._clock.uptime_ms // 1000 - self._since_s[role]) // ROLE_EVERY_S
        if more:
            self._left[role] = min(self._left[role] + more, ROLE_MOST)
            self._since_s[role] += more * ROLE_EVERY_S
        if self._left[role] <= 0:
            return -ERR_TOO_OFTEN
        self._role = role
        self._recorded = self._recorder.evidence_count
        return 0

    def end(self):
        """After it: what it recorded is taken off."""
        if self._role:
            self._left[self._role] -= self._recorder.evidence_count - self._recorded
            self._role = 0
