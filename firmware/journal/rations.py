"""Rations: how many events of a kind are recorded, so that nobody wears the flash at will.

A row is (event, ring, most at once, seconds for one more).  What is not recorded is counted and
told: the first within a heartbeat, the rest once a minute.
"""

from array import array

from firmware.core.errors import ERR_TOO_OFTEN
from firmware.store.cells import CELL_LINK

TELL_EVERY_S = 60
ROLE_MOST = 600  # records of evidence that one role's requests may make at once …
ROLE_EVERY_S = 1  # … and seconds for one more: the busiest table needs half of it
KEPT_SLACK = 15  # records that the cell may not know of; a boot takes them as used up
_ROLES = 9  # by the role's bit
_PLACES = (1, 2, 4, 8)  # in the cell
_SPENT_AT = 4


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
            self.drop(i)
            return False
        self._left[i] -= 1
        return True

    def drop(self, i):
        """It is not recorded, for whatever reason."""
        self._dropped[i] += 1

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
    """How much evidence the requests of a role may make: no key alone turns the ring at will.

    What was used up outlives a restart, and the plug: the cell LINK has it, for each role a u16
    from byte 4 on, brought up to date within KEPT_SLACK records, however fast they come.
    """

    def __init__(self, recorder, clock, store):
        self._recorder = recorder
        self._clock = clock
        self._store = store
        self._spent = array("H", (0 for _ in range(_ROLES)))
        self._since_s = array("I", (0 for _ in range(_ROLES)))
        self._recorded = 0
        self._role = 0  # whose request is being carried out
        if store.is_open:
            cell = store.view(CELL_LINK)
            for i in range(len(_PLACES)):
                self._spent[_PLACES[i]] = _kept(cell, i) + KEPT_SLACK

    def begin(self, role):
        """Before a request that may record: 0, or minus an error."""
        less = (self._clock.uptime_ms // 1000 - self._since_s[role]) // ROLE_EVERY_S
        if less:
            self._spent[role] = max(self._spent[role] - less, 0)
            self._since_s[role] += less * ROLE_EVERY_S
        if self._spent[role] >= ROLE_MOST:
            return -ERR_TOO_OFTEN
        self._role = role
        self._recorded = self._recorder.evidence_count
        return 0

    def end(self):
        """After it: what it recorded is added."""
        if self._role:
            made = self._recorder.evidence_count - self._recorded
            self._spent[self._role] += made
            self._role = 0
            if made:
                self.keep()

    def keep(self, slack=KEPT_SLACK):
        """Now and then, and with no slack before a restart."""
        store = self._store
        if not store.is_open:
            return
        cell = store.view(CELL_LINK)
        for i in range(len(_PLACES)):
            if abs(_kept(cell, i) - self._spent[_PLACES[i]]) > slack:
                self._put(store.edit(CELL_LINK))
                store.commit()
                return

    def _put(self, cell):
        for i in range(len(_PLACES)):
            spent = self._spent[_PLACES[i]]
            cell[_SPENT_AT + 2 * i] = spent & 0xFF
            cell[_SPENT_AT + 2 * i + 1] = spent >> 8


def _kept(cell, i):
    return cell[_SPENT_AT + 2 * i] | cell[_SPENT_AT + 2 * i + 1] << 8
