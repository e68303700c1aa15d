"""Everything that outlives a power cut: FRAM cells, flash journal, their recorder."""

import struct

from firmware.board.rows import EV_FAULT_RAISED, EV_RESTART_ORDERED, EV_SETTING_CHANGED
from firmware.core.bytes_into import get_u32, put_u32
from firmware.core.rows import RINGS
from firmware.drivers.fram import Fram
from firmware.journal import rows as journal_rows
from firmware.journal.journal import Journal
from firmware.journal.kept_head import KeptHead
from firmware.journal.outbox import Outbox
from firmware.journal.reader import JournalReader
from firmware.journal.recorder import Recorder
from firmware.journal.recovery import FIRST_ALARM, HEAD_NEW, HEAD_STALE
from firmware.store import rows as store_rows
from firmware.store.cell_store import CellStore
from firmware.store.cells import CELL_BOOT, CELL_FAULTS, CELL_LINK, CELL_SEALS, CELL_SETTINGS
from firmware.store.damage import F_CHIP_DEAD
from firmware.store.states import ST_BLANK

_FAULT_ENTRY = "<HiI"
_FAULT_ENTRY_BYTES = 10
_FAULT_ENTRIES = 24  # what the cell holds; a board in such a state is stopped anyway
_SETTING_WORDS = 61
_NEVER_STORED = -0x80000000
_VERDICT_AT = 5  # in the boot cell: an alarm about the journal that is not told yet
_LOST_TOLD_AT = 8  # in the boot cell, u32: lost events for which the fault was raised
_FORGET_AT = 6  # in the boot cell: the next boot makes store and journal new
_EPOCH_AT = 12  # in the boot cell, u32: names this store and journal; 0: not made yet


class Storage:
    """Opens store and journal at boot; `state_changed` events go through `outbox`."""

    def __init__(self, pins, i2c, unique_id, clock, tables, between_writes=None, is_moving=None):
        frams = [Fram(i2c, address) for address in pins.FRAM_ADDRESSES]
        self.store = CellStore(frams[0], frams[1], unique_id, between=between_writes)
        heads = [KeptHead(self.store, which) for which in range(RINGS)]
        self.log = Journal(pins.journal_flash(), heads, unique_id)
        self.journal = JournalReader(self.log)
        self.recorder = Recorder(self.log, clock, tables.EVENTS, tables.RATIONS, is_moving)
        self.outbox = Outbox(self.store, self.recorder, self.journal)
        self.boot_count = 0
        self.was_restart_ordered = False
        self._acked = 0
        self._is_emptied = False

    def open(self):
        """At boot, before anything is recorded: repair, finish, count this boot."""
        store = self.store
        store.open()
        if store.state == ST_BLANK and self.log.open() == HEAD_NEW:
            # Blank chips beside an empty journal are a new board; beside a used one somebody
            # changed the chips: locked, nothing is guessed.
            store.format()
        elif store.is_open and store.view(CELL_BOOT)[_FORGET_AT]:
            self._forget_everything()
        if store.is_open:
            cell = store.view(CELL_BOOT)
            self.boot_count = struct.unpack_from("<I", cell, 0)[0] + 1
            self.was_restart_ordered = cell[4] == 1 or self._is_emptied
            self._acked = struct.unpack_from("<I", store.view(CELL_LINK), 0)[0]
        self.log.open(self._acked)
        self.recorder.begin_boot(self.boot_count)
        if store.is_open:
            self._count_boot()
            self.outbox.finish()
        return store.is_open

    def _count_boot(self):
        """One commit before the journal grows: a cut from here on takes back none of it."""
        cell = self.store.edit(CELL_BOOT)
        struct.pack_into("<IB", cell, 0, self.boot_count, 0)
        if self.log.verdict >= FIRST_ALARM:
            cell[_VERDICT_AT] = self.log.verdict  # the journal itself forgets with its next record
        if self.boot_count == 1 and not self._is_emptied:
            self.outbox.commit(store_rows.EV_STORE_FORMATTED)
        else:
            self.store.commit()

    def epoch(self):
        """A random number made with the store: numbers of events mean nothing without it."""
        return get_u32(self.store.view(CELL_BOOT), _EPOCH_AT) if self.store.is_open else 0

    def make_epoch(self, random_bytes):
        """Once in a store's life, before anybody can ask."""
        if self.store.is_open and not self.epoch():
            put_u32(self.store.edit(CELL_BOOT), _EPOCH_AT, get_u32(random_bytes(4), 0) or 1)
            self.store.commit()

    def report(self, raise_fault):
        """Once the boot is recorded: what opening found, as events and faults."""
        store = self.store
        verdict = store.view(CELL_BOOT)[_VERDICT_AT] if store.is_open else self.log.verdict
        if verdict >= FIRST_ALARM:
            self.recorder.record(journal_rows.EV_JOURNAL_VERDICT, verdict, self.log.last_number)
            if verdict == HEAD_STALE:
                # the memory was set back: trust nothing
                raise_fault(store_rows.FAULT_STORE_LOST, verdict)
            if store.is_open:
                store.edit(CELL_BOOT)[_VERDICT_AT] = 0  # goes with the fault's commit
            raise_fault(journal_rows.FAULT_JOURNAL_DAMAGED, verdict)
        self.tell_damage(raise_fault)

    def tell_damage(self, raise_fault, is_moving=False):
        """What the store noticed since the last call; a mere warning waits for moving cards."""
        for code, a, b in self.store.take_damage():
            self.recorder.record(store_rows.EV_STORE_FINDING, code, a, b)
            if code == F_CHIP_DEAD:
                raise_fault(store_rows.FAULT_FRAM_B_LOST if a else store_rows.FAULT_FRAM_A_LOST)
        if not self.store.is_open:
            raise_fault(store_rows.FAULT_STORE_LOST, self.store.state)
        elif not is_moving:
            self._tell_overflow(raise_fault)

    def is_lost(self):
        """Whether there is no store to work with."""
        return not self.store.is_open

    def _tell_overflow(self, raise_fault):
        """The journal told of lost events; its fault and "told so far" become durable together."""
        lost_total = self.log.lost_total()
        if lost_total != get_u32(self.store.view(CELL_BOOT), _LOST_TOLD_AT):
            put_u32(self.store.edit(CELL_BOOT), _LOST_TOLD_AT, lost_total)
            raise_fault(journal_rows.FAULT_EVENTS_OVERWRITTEN, lost_total)

    # -- settings --------------------------------------------------------------------------

    def load_settings(self, settings):
        """Stored values over the defaults: word n holds setting n, word 0 the highest stored."""
        if not self.store.is_open:
            return
        cell = self.store.view(CELL_SETTINGS)
        highest = struct.unpack_from("<i", cell, 0)[0]
        for row in range(len(settings.numbers)):
            number = settings.numbers[row]
            if number <= highest:
                value = struct.unpack_from("<i", cell, 4 * number)[0]
                if value != _NEVER_STORED:
                    settings.values[row] = value

    def keep_setting(self, settings, setting, value):
        """A new value and its event become durable together; 0."""
        before = settings.set(setting, value)
        self.edit_settings(settings)
        self.outbox.commit(EV_SETTING_CHANGED, setting, before, value)
        return 0

    def edit_settings(self, settings):
        """Put all values into the next commit."""
        cell = self.store.edit(CELL_SETTINGS)
        for number in range(_SETTING_WORDS):
            struct.pack_into("<i", cell, 4 * number, _NEVER_STORED)
        struct.pack_into("<i", cell, 0, _SETTING_WORDS - 1)
        for row in range(len(settings.numbers)):
            struct.pack_into("<i", cell, 4 * settings.numbers[row], settings.values[row])

    # -- faults ----------------------------------------------------------------------------

    def load_faults(self, faults):
        """Faults survive a power cycle (STANDARDS 14)."""
        if not self.store.is_open:
            return
        cell = self.store.view(CELL_FAULTS)
        for i in range(cell[0]):
            code, detail, number = struct.unpack_from(
                _FAULT_ENTRY, cell, 4 + i * _FAULT_ENTRY_BYTES
            )
            if faults.is_known(code):
                faults.restore(code, detail, self._event_of_fault(code, number))

    def _event_of_fault(self, code, number):
        """The journal may have put a record of its own before the event that was expected."""
        journal = self.journal
        for near in range(number, number + 3):
            if journal.load(near) and journal.type == EV_FAULT_RAISED:
                if struct.unpack_from("<H", journal.payload, 0)[0] == code:
                    return near
        return number

    def keep_faults(self, faults, event, code, detail, person=0):
        """All active faults and the event of the change become durable together."""
        self._edit_faults(faults)
        return self.outbox.commit(event, code, detail, person)

    def _edit_faults(self, faults):
        cell = self.store.edit(CELL_FAULTS)
        count = 0
        row = faults.next_active(0)
        while row >= 0 and count < _FAULT_ENTRIES:
            struct.pack_into(
                _FAULT_ENTRY,
                cell,
                4 + count * _FAULT_ENTRY_BYTES,
                faults.code_at(row),
                faults.detail_at(row),
                min(faults.event_at(row), self.journal.last_number + 1),  # being recorded now
            )
            count += 1
            row = faults.next_active(row + 1)
        cell[0] = count

    # -- link ------------------------------------------------------------------------------

    def save_acked(self, number):
        """Now and then: losing the newest ack only means that events are sent once more."""
        if number != self._acked and self.store.is_open:
            self._acked = number
            struct.pack_into("<I", self.store.edit(CELL_LINK), 0, number)
            self.store.commit()

    @property
    def acked(self):
        return self._acked

    def order_restart(self):
        """So that the next boot knows that it was wanted."""
        if self.store.is_open:
            self.store.edit(CELL_BOOT)[4] = 1
        self.outbox.commit(EV_RESTART_ORDERED)

    def is_sealed(self):
        return self.store.is_open and self.store.view(CELL_SEALS)[0] == 1

    def keep_sealed(self, is_sealed, event):
        self.store.edit(CELL_SEALS)[0] = is_sealed
        self.outbox.commit(event, is_sealed)

    def order_forget(self):
        """Note that the next boot makes store and journal new; only after two roles agreed."""
        if self.store.is_open:
            cell = self.store.edit(CELL_BOOT)
            cell[4] = cell[_FORGET_AT] = 1
            self.store.commit()

    def _forget_everything(self):
        """At boot, where no watchdog runs yet: erasing takes 9 s, and a cut starts it again.

        The journal goes first: the order to forget is in a cell and must outlive it.
        """
        self.log.format()
        self._is_emptied = self.store.format(force=True)
