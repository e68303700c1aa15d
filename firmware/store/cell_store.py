"""The store: cells in three copies on two chips, changed together or not at all.

Commit, in this order (docs/storage.md proves it case by case):

1. the changed cells as an *intent*, copy by copy (slots first, header last);
2. the changed cells at home, copy by copy.

A cut in 1 before the first header is whole: nothing has happened, the homes are untouched.
After that: every home that may be torn is in a whole intent, and the next boot finishes.  One
write is in flight at any time, and what it overwrites exists elsewhere, on either chip alone.
"""

from firmware.core.bytes_into import crc_put, fill_into, get_u32, is_crc_good, put_u32
from firmware.store import boot, layout, upkeep
from firmware.store.cells import CELLS
from firmware.store.chip_pair import ChipPair
from firmware.store.damage import F_CELL_LOST, F_CHIP_DEAD
from firmware.store.intent import Intent
from firmware.store.layout import COPY_BASE, COPY_CHIP
from firmware.store.mark import Mark
from firmware.store.states import ST_CLOSED, ST_DEAD, ST_DEGRADED, ST_LOST, ST_READY


class CellStore:
    """Owns the chips' cells; fed by the rooms, which edit payloads in RAM and commit them."""

    def __init__(self, fram_a, fram_b, store_id, cells=CELLS, between=None):
        self.chips = ChipPair(fram_a, fram_b)
        self.marks = (Mark(0, store_id), Mark(1, store_id))
        # The seed ties every slot to this store: a chip out of another board is not believed.
        seed = bytearray(bytes(store_id) + bytes(4))
        crc_put(seed, len(seed), 0)
        self.seed = get_u32(seed, len(store_id))
        self.cells = cells
        self.slots = []
        self.homes = []
        self.views = []
        self._payloads = []
        scratch = memoryview(bytearray(layout.SLOT_MAX_BYTES))
        at = layout.HOME_AT
        for place, (cell_id, _name, _layout, size) in enumerate(cells):
            length = size + layout.SLOT_EXTRA_BYTES
            is_too_long = length > layout.SLOT_MAX_BYTES or at + length > layout.INTENT_AT
            if cell_id != place + 1 or is_too_long:
                raise ValueError("cell table, row %d" % place)
            slot = bytearray(length)
            self.slots.append(slot)
            self.homes.append(at)
            self.views.append(scratch[:length])
            payload_end = layout.SLOT_PAYLOAD + size
            self._payloads.append(memoryview(slot)[layout.SLOT_PAYLOAD : payload_end])
            at += length
        self.is_lost = bytearray(len(cells))
        self.is_current = bytearray(len(cells))  # by cell, one bit per copy: set at boot
        self._staged = bytearray(len(cells))
        self.intent = Intent(self.slots, self.views, self.seed)
        self.sequence = 0
        self.damage = []
        self.state = ST_CLOSED
        self._dead_reported = [False, False]
        self._between = between  # called before and after a commit, the longest of all writes

    # -- the rooms' calls -----------------------------------------------------------------

    def open(self):
        """Boot: find what is there, finish or undo a cut commit, repair; gives the state."""
        self.damage = []
        self.state = ST_CLOSED
        self._dead_reported[0] = self._dead_reported[1] = False
        fill_into(self._staged, 0, len(self._staged), 0)
        fill_into(self.is_lost, 0, len(self.is_lost), 0)
        self.chips.revive()
        self.state = boot.open_store(self)
        return self.state

    def peek(self, cells):
        """Only look at some cells, repair and write nothing; gives the state (for the loader)."""
        self.damage = []
        self.state = boot.peek_store(self, cells)
        return self.state

    def format(self, force=False):
        """Make a new, zeroed store; without force only on blank chips.  False if refused."""
        self.state, is_done = boot.format_store(self, force)
        return is_done

    @property
    def is_open(self):
        """Tell whether cells may be used; when False the board is locked."""
        return self.state == ST_READY or self.state == ST_DEGRADED

    def view(self, cell):
        """Give a cell's payload for reading: one memoryview, the same for ever."""
        return self._payloads[cell - 1]

    def edit(self, cell):
        """Take a cell into the next commit; gives its payload to change."""
        self._staged[cell - 1] = 1
        return self._payloads[cell - 1]

    def commit(self):
        """Make all edited cells durable together; False when locked.  Allocates nothing."""
        if not self.is_open:
            return False
        staged = self._staged
        count = 0
        for index in range(len(staged)):
            if staged[index]:
                count += 1
        if count == 0:
            return True
        if self._between is not None:
            self._between()
        if count > layout.INTENT_MAX_CELLS:
            raise ValueError("%d cells in one commit" % count)
        for index in range(len(staged)):
            if staged[index]:
                self.finish_slot(index)
        self.describe_intent(staged, self.next_sequence())
        for copy in range(layout.COPY_COUNT):
            self.put_intent(copy)
        for copy in range(layout.COPY_COUNT):
            for index in range(len(staged)):
                if staged[index]:
                    self.put_home(copy, index)
        self.flush()
        self.intent.was_written(self.chips)
        fill_into(staged, 0, len(staged), 0)
        if self._between is not None:
            self._between()
        return self.is_open

    def discard(self):
        """Drop the edits: read the edited cells again."""
        for index in range(len(self._staged)):
            if self._staged[index]:
                upkeep.reload(self, index)
        fill_into(self._staged, 0, len(self._staged), 0)

    def check(self, cell=0):
        """Read all copies of a cell (0: of all) again and repair; gives how many were damaged."""
        before = len(self.damage)
        if self.is_open:
            upkeep.check(self, cell)
        return len(self.damage) - before

    def take_damage(self):
        """Give what was found damaged as a list of (code, a, b), and forget it."""
        found = self.damage
        self.damage = []
        return found

    def version(self, cell):
        """Give how many times a cell has been committed."""
        return get_u32(self.slots[cell - 1], layout.SLOT_VERSION)

    def is_staged(self, index):
        """Tell whether a cell is being edited."""
        return self._staged[index] != 0

    # -- single writes, in the order the commit asks for -----------------------------------

    def next_sequence(self):
        """Give the number of the commit that begins."""
        return self.sequence + 1

    def count_on_from(self, sequence):
        """The last commit that the chips know of."""
        self.sequence = sequence

    def describe_intent(self, staged, sequence):
        """The intent that is written next is commit number `sequence`."""
        self.sequence = sequence
        self.intent.describe(staged, sequence)

    def finish_slot(self, index):
        """Count the version up and close the slot with its CRC."""
        slot = self.slots[index]
        row = self.cells[index]
        slot[layout.SLOT_ID] = row[0]
        slot[layout.SLOT_LAYOUT] = row[2]
        slot[layout.SLOT_SIZE] = row[3] & 0xFF
        slot[layout.SLOT_SIZE + 1] = row[3] >> 8
        put_u32(slot, layout.SLOT_VERSION, get_u32(slot, layout.SLOT_VERSION) + 1)
        crc_put(slot, len(slot), self.seed)

    def put_intent(self, copy):
        """Write one copy of the intent: slots first, header last."""
        at = layout.INTENT_SLOTS_AT
        intent = self.intent
        for place in range(intent.count):
            slot = self.slots[intent.cell_at(place)]
            self.put(copy, at, slot)
            at += len(slot)
        self.put(copy, layout.INTENT_AT, intent.header)

    def put_home(self, copy, index):
        """Write one copy of one cell."""
        self.put(copy, self.homes[index], self.slots[index])

    def put(self, copy, at, buf):
        """Write into a copy; a chip that fails here falls out, and the other goes on alone."""
        self.write_raw(COPY_CHIP[copy], COPY_BASE[copy] + at, buf)

    def flush(self):
        """Nothing is held back; the tests' mutants of the commit order hold writes back."""

    # -- chips -----------------------------------------------------------------------------

    def write_raw(self, chip, at, buf):
        """Write to a chip by address (the journal's head slots use this too)."""
        if self.chips.write(chip, at, buf):
            return True
        self.note_dead()
        return False

    def read_raw(self, chip, at, buf):
        """Read from a chip by address."""
        if self.chips.read(chip, at, buf):
            return True
        self.note_dead()
        return False

    def is_slot_good(self, view, index):
        """Tell whether a slot is whole and is the cell it should be."""
        row = self.cells[index]
        return (
            view[layout.SLOT_ID] == row[0]
            and view[layout.SLOT_SIZE] | view[layout.SLOT_SIZE + 1] << 8 == row[3]
            and is_crc_good(view, len(view), self.seed)
        )

    def note_dead(self):
        """Report a chip that fell out; in use, the other is marked before anything else."""
        alive = self.chips.is_alive
        for chip in (0, 1):
            if alive[chip] or self._dead_reported[chip]:
                continue
            self._dead_reported[chip] = True
            self.damage.append((F_CHIP_DEAD, chip, self.marks[1 - chip].epoch))
            if self.is_open:
                self.state = ST_DEGRADED if alive[1 - chip] else ST_DEAD
                self.mark_alone()

    def lose(self, index):
        """No good copy of a cell is left."""
        self.is_lost[index] = 1
        self.damage.append((F_CELL_LOST, index + 1, 0))
        self.state = ST_LOST

    def mark_alone(self):
        """Note on the chip that is left that the other's contents are old from now on."""
        alive = self.chips.is_alive
        for chip in (0, 1):
            if alive[chip] and not alive[1 - chip]:
                mark = self.marks[chip]
                if not mark.save(self.chips, mark.epoch + 1, chip + 1, mark.cell_count):
                    self.note_dead()
                return
