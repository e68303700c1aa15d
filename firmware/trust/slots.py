"""Which slot boots: a table of states and events, kept in CELL_UPDATES with the last changes.

Slots are 1 (a) and 2 (b); 0 is none yet.  The slot that ran before stays until the new one has
run well, so a cut or a bad image never leaves nothing; a proved image then goes to both.
The loader has no journal: it leaves notes in the cell, and the application makes events of them.
"""

import struct

from firmware.core.bytes_into import get_u32, put_u32
from firmware.core.compat import const
from firmware.store.cells import CELL_UPDATES

NO_SLOT = const(0)
SLOT_A = const(1)
SLOT_B = const(2)

ST_STABLE = const(0)  # the active slot has run well
ST_PENDING = const(1)  # a checked image waits for the next boot
ST_TRYING = const(2)  # it was started, and has not said yet that it runs well
STATE_NAMES = ("stable", "pending", "trying")

SEV_BEGUN = const(0)  # an update begins to overwrite the other slot
SEV_VERIFIED = const(1)  # the image in the other slot is whole and signed
SEV_STARTED = const(2)  # the loader is about to run it
SEV_REFUSED = const(3)  # the loader's own check failed
SEV_FAILED = const(4)  # it crashed, hung, or lost power too often
SEV_RAN_WELL = const(5)  # self-test passed, everything up for a while
SEV_ACTIVE_BAD = const(6)  # the active slot is damaged, the other one is good
SEV_FOUND = const(7)  # first boot: the slot that runs is the active one

ACT_NONE = const(0)
ACT_PICK = const(1)
ACT_TRY = const(2)
ACT_ADOPT = const(3)
ACT_DROP = const(4)
ACT_SWITCH = const(5)
ACT_FIND = const(6)

ROWS = (
    (ST_STABLE, SEV_BEGUN, ST_STABLE, ACT_NONE),
    (ST_STABLE, SEV_VERIFIED, ST_PENDING, ACT_PICK),
    (ST_STABLE, SEV_RAN_WELL, ST_STABLE, ACT_NONE),
    (ST_STABLE, SEV_ACTIVE_BAD, ST_STABLE, ACT_SWITCH),
    (ST_STABLE, SEV_FOUND, ST_STABLE, ACT_FIND),
    (ST_PENDING, SEV_BEGUN, ST_STABLE, ACT_DROP),
    (ST_PENDING, SEV_STARTED, ST_TRYING, ACT_TRY),
    (ST_PENDING, SEV_REFUSED, ST_STABLE, ACT_DROP),
    (ST_PENDING, SEV_RAN_WELL, ST_PENDING, ACT_NONE),
    (ST_TRYING, SEV_STARTED, ST_TRYING, ACT_TRY),
    (ST_TRYING, SEV_REFUSED, ST_STABLE, ACT_DROP),
    (ST_TRYING, SEV_FAILED, ST_STABLE, ACT_DROP),
    (ST_TRYING, SEV_RAN_WELL, ST_STABLE, ACT_ADOPT),
)

# outcome of a change
RESULT_STAGED = const(0)
RESULT_ACTIVATED = const(1)
RESULT_REPLACED = const(2)  # another update came before it was started
RESULT_REFUSED_AT_BOOT = const(3)
RESULT_ENDED = const(4)  # crashed, or bitten by the watchdog, in its trial
RESULT_CUT_TOO_OFTEN = const(5)  # power went away in every trial
RESULT_SELF_TEST = const(6)
RESULT_SWITCHED = const(7)  # the active slot was damaged, this one took over
RESULT_NAMES = (
    "staged",
    "activated",
    "replaced before it was started",
    "refused at boot",
    "crashed or hung",
    "lost power in every trial",
    "failed its self-test",
    "took over from a damaged slot",
)

MAX_TRIES = const(3)
CHANGE_COUNT = const(10)  # STANDARDS 18: last ten changes
_CHANGE = "<I8sIBBBB"  # counter, build, UTC or boot count, result, slot, is UTC, spare
_CHANGE_BYTES = const(20)
_CHANGES_AT = const(16)
_NOTE = "<BBBBI"  # event, slot, code, spare, counter
_NOTE_BYTES = const(8)
_NOTES_AT = const(216)
_NOTE_COUNT = const(3)
# the cell: state 1, active 1, candidate 1, tries 1, minimum 4, candidate's counter 4, changes 4
_STATE = const(0)
_ACTIVE = const(1)
_CANDIDATE = const(2)
_TRIES = const(3)
_MINIMUM = const(4)
_COUNTER = const(8)
_TOTAL = const(12)


def other(slot):
    """The slot that an update may overwrite while `slot` runs."""
    return SLOT_B if slot == SLOT_A else SLOT_A


class Slots:
    """Walks the table on the store's cell; the caller commits (the loader, or the outbox)."""

    def __init__(self, store, on_illegal):
        self._store = store
        self._on_illegal = on_illegal

    def _byte(self, at):
        return self._store.view(CELL_UPDATES)[at] if self._store.is_open else 0

    def _word(self, at):
        return get_u32(self._store.view(CELL_UPDATES), at) if self._store.is_open else 0

    @property
    def state(self):
        return self._byte(_STATE)

    @property
    def active(self):
        return self._byte(_ACTIVE)

    @property
    def candidate(self):
        return self._byte(_CANDIDATE)

    @property
    def tries(self):
        return self._byte(_TRIES)

    @property
    def minimum_counter(self):
        """No image with a lower counter is run or accepted any more."""
        return self._word(_MINIMUM)

    @property
    def candidate_counter(self):
        return self._word(_COUNTER)

    def handle(self, event, result=0):
        """Take one event; stages the cell, True when something changed."""
        state = self.state
        for row in ROWS:
            if row[0] == state and row[1] == event:
                if row[3] == ACT_NONE and row[2] == state:
                    return False
                cell = self._store.edit(CELL_UPDATES)
                cell[_STATE] = row[2]
                self._act(cell, row[3], result)
                return True
        self._on_illegal(state, event)
        return False

    def _act(self, cell, action, result):
        if action == ACT_TRY:
            cell[_TRIES] += 1
        elif action == ACT_ADOPT:
            cell[_ACTIVE] = cell[_CANDIDATE]
            if get_u32(cell, _COUNTER) > get_u32(cell, _MINIMUM):
                put_u32(cell, _MINIMUM, get_u32(cell, _COUNTER))
            self._set_result(cell, RESULT_ACTIVATED)
        elif action == ACT_DROP:
            self._set_result(cell, result)
        elif action == ACT_SWITCH:
            cell[_ACTIVE] = other(cell[_ACTIVE])
        if action != ACT_TRY and action != ACT_PICK:
            cell[_CANDIDATE] = NO_SLOT
            cell[_TRIES] = 0

    def pick(self, slot, counter, build, time_s, is_utc):
        """VERIFIED: remember the image as the next to start; True when the table allows it."""
        if not self.handle(SEV_VERIFIED):
            return False
        cell = self._store.edit(CELL_UPDATES)
        cell[_CANDIDATE] = slot
        cell[_TRIES] = 0
        put_u32(cell, _COUNTER, counter)
        self._add_change(cell, (counter, build, time_s, RESULT_STAGED, slot, is_utc, 0))
        return True

    def switch(self, counter, build, time_s):
        """ACTIVE_BAD: the other slot, which was found good, is the active one from now on."""
        if self.handle(SEV_ACTIVE_BAD):
            cell = self._store.edit(CELL_UPDATES)
            slot = cell[_ACTIVE]
            self._add_change(cell, (counter, build, time_s, RESULT_SWITCHED, slot, 0, 0))

    def found(self, slot):
        """FOUND: nothing was ever activated here, and this slot runs."""
        if self.handle(SEV_FOUND):
            self._store.edit(CELL_UPDATES)[_ACTIVE] = slot

    def raise_minimum(self, counter):
        """A signed image with this counter runs: from now on no older one, and none unsigned."""
        put_u32(self._store.edit(CELL_UPDATES), _MINIMUM, counter)

    def commit(self):
        """Make it durable, where no event goes with it."""
        return self._store.commit()

    # -- the last ten changes --------------------------------------------------------------

    @property
    def change_count(self):
        return min(self._word(_TOTAL), CHANGE_COUNT)

    def change(self, age):
        """Fields of a change, 0 is the newest: counter, build, time, result, slot, is UTC."""
        place = (self._word(_TOTAL) - 1 - age) % CHANGE_COUNT
        cell = self._store.view(CELL_UPDATES)
        return struct.unpack_from(_CHANGE, cell, _CHANGES_AT + place * _CHANGE_BYTES)[:6]

    def _add_change(self, cell, fields):
        total = get_u32(cell, _TOTAL)
        at = _CHANGES_AT + total % CHANGE_COUNT * _CHANGE_BYTES
        struct.pack_into(_CHANGE, cell, at, *fields)
        put_u32(cell, _TOTAL, total + 1)

    def _set_result(self, cell, result):
        """The newest change is the one that has just ended."""
        total = get_u32(cell, _TOTAL)
        if total:
            at = _CHANGES_AT + (total - 1) % CHANGE_COUNT * _CHANGE_BYTES
            cell[at + 16] = result

    # -- notes from the loader -------------------------------------------------------------

    def add_note(self, event, slot, code, counter=0):
        """Leave word for the application; the same note twice is one (a boot loop adds none)."""
        for number in range(_NOTE_COUNT):
            note = self.note(number)
            if note == (event, slot, code, counter):
                return
            if note[0] == 0:
                cell = self._store.edit(CELL_UPDATES)
                at = _NOTES_AT + number * _NOTE_BYTES
                struct.pack_into(_NOTE, cell, at, event, slot, code, 0, counter)
                return

    def note(self, number):
        """(event, slot, code, counter); event 0: none."""
        cell = self._store.view(CELL_UPDATES)
        event, slot, code, _spare, counter = struct.unpack_from(
            _NOTE, cell, _NOTES_AT + number * _NOTE_BYTES
        )
        return event, slot, code, counter

    def take_note(self):
        """The oldest note, its removal staged; None when there is none."""
        if not self._store.is_open or self.note(0)[0] == 0:
            return None
        oldest = self.note(0)
        cell = self._store.edit(CELL_UPDATES)
        for i in range(_NOTES_AT, _NOTES_AT + (_NOTE_COUNT - 1) * _NOTE_BYTES):
            cell[i] = cell[i + _NOTE_BYTES]
        last = _NOTES_AT + (_NOTE_COUNT - 1) * _NOTE_BYTES
        for i in range(last, last + _NOTE_BYTES):
            cell[i] = 0
        return oldest
