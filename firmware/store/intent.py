"""The intent: the last commit once more, whole, in three copies, written before the cells.

Every commit goes through it, so the newest readable intent *is* the newest state of the cells
it names.  The header holds the CRC of each slot that follows and is written after them: an
intent is there entirely or not at all.
"""

from firmware.core.bytes_into import copy_into, crc_put, fill_into, get_u32, is_crc_good, put_u32
from firmware.store import layout
from firmware.store.layout import COPY_BASE, COPY_CHIP

NO_COPY = -1


class Intent:
    """Reads and describes intents; the store writes them, as it owns the order of writes."""

    def __init__(self, slots, views, seed):
        self._slots = slots  # RAM slots by cell index: sizes, and the source of a write
        self._views = views  # scratch views of the same sizes
        self._seed = seed
        self.header = bytearray(layout.INTENT_HEADER_BYTES)
        self._other = bytearray(layout.INTENT_HEADER_BYTES)
        self.copy = NO_COPY  # where the newest intent was found
        self.unreadable = []  # copies that hold no whole intent

    @property
    def sequence(self):
        """Give the number of the commit in `header`."""
        return get_u32(self.header, layout.INTENT_SEQUENCE)

    @property
    def count(self):
        """Give how many cells `header` names."""
        return self.header[layout.INTENT_COUNT]

    def cell_at(self, place):
        """Give the cell index at a place of `header`."""
        return self.header[layout.INTENT_IDS + place] - 1

    def was_written(self, chips):
        """All copies hold what `header` describes; it is read from the first chip that lives."""
        self.copy = 0 if chips.is_alive[0] else 1

    def describe(self, staged, sequence):
        """Fill `header` for the staged cells, whose slots are final; allocates nothing."""
        header = self.header
        fill_into(header, 0, layout.INTENT_HEADER_BYTES, 0)
        header[0] = layout.INTENT_TAG
        put_u32(header, layout.INTENT_SEQUENCE, sequence)
        count = 0
        for index in range(len(staged)):
            if staged[index]:
                slot = self._slots[index]
                end = len(slot)
                header[layout.INTENT_IDS + count] = slot[layout.SLOT_ID]
                for i in range(4):
                    header[layout.INTENT_CRCS + 4 * count + i] = slot[end - 4 + i]
                count += 1
        header[layout.INTENT_COUNT] = count
        crc_put(header, layout.INTENT_HEADER_BYTES, self._seed)

    def find(self, chips, is_trusted):
        """Look for the newest whole intent on trusted chips; `copy` tells where it is."""
        self.copy = NO_COPY
        self.unreadable = []
        newest = -1
        for copy in range(layout.COPY_COUNT):
            if not is_trusted[COPY_CHIP[copy]]:
                continue
            if not self._is_whole(chips, copy):
                self.unreadable.append(copy)
                continue
            sequence = get_u32(self._other, layout.INTENT_SEQUENCE)
            if sequence > newest:
                newest = sequence
                self.copy = copy
                copy_into(self.header, 0, self._other, layout.INTENT_HEADER_BYTES)
        return self.copy != NO_COPY

    def read_cell(self, chips, index):
        """Read a cell's slot out of the found intent into its scratch view; False if not in it."""
        if self.copy == NO_COPY:
            return False
        offset = layout.INTENT_SLOTS_AT
        for place in range(self.count):
            cell = self.cell_at(place)
            if cell == index:
                at = COPY_BASE[self.copy] + offset
                view = self._views[cell]
                return chips.read(COPY_CHIP[self.copy], at, view) and is_crc_good(
                    view, len(view), self._seed
                )
            offset += len(self._slots[cell])
        return False

    def is_current(self):
        """Tell whether the RAM slots are the very ones that `header` names."""
        for place in range(self.count):
            slot = self._slots[self.cell_at(place)]
            end = len(slot) - 4
            if get_u32(slot, end) != get_u32(self.header, layout.INTENT_CRCS + 4 * place):
                return False
        return True

    def is_same(self, chips, copy):
        """Tell whether a copy holds the very intent in `header`, whole."""
        return self._is_whole(chips, copy) and self._other == self.header

    def _is_whole(self, chips, copy):
        chip = COPY_CHIP[copy]
        base = COPY_BASE[copy]
        other = self._other
        if not chips.read(chip, base + layout.INTENT_AT, other):
            return False
        if other[0] != layout.INTENT_TAG:
            return False
        if not is_crc_good(other, layout.INTENT_HEADER_BYTES, self._seed):
            return False
        count = other[layout.INTENT_COUNT]
        if count > layout.INTENT_MAX_CELLS:
            return False
        offset = base + layout.INTENT_SLOTS_AT
        for place in range(count):
            index = other[layout.INTENT_IDS + place] - 1
            if not 0 <= index < len(self._slots):
                return False
            view = self._views[index]
            end = len(view)
            if not chips.read(chip, offset, view) or not is_crc_good(view, end, self._seed):
                return False
            for i in range(4):
                if view[end - 4 + i] != other[layout.INTENT_CRCS + 4 * place + i]:
                    return False
            offset += end
        return True
