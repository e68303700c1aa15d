"""A mutant: the right order, but neither version nor commit number counts up."""

from firmware import shoe
from firmware.core.bytes_into import crc_put, get_u32, put_u32
from firmware.store.cell_store import CellStore
from firmware.store.layout import SLOT_VERSION

_finish_slot = CellStore.finish_slot


def finish_slot(self, index):
    slot = self.slots[index]
    before = get_u32(slot, SLOT_VERSION)
    _finish_slot(self, index)
    if before:
        put_u32(slot, SLOT_VERSION, before)
        crc_put(slot, len(slot), self.seed)


CellStore.finish_slot = finish_slot
CellStore.next_sequence = lambda self: self.sequence
run = shoe.main
