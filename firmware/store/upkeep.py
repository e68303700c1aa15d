"""Checks of a store in use: before and after money moves, and round all cells in idle time."""

from firmware.core.bytes_into import copy_into, get_u32, is_crc_good
from firmware.store import layout
from firmware.store.damage import F_COPY_REPAIRED, F_INTENT_REPAIRED, F_RAM_REPAIRED
from firmware.store.layout import COPY_BASE, COPY_CHIP

_NOWHERE = -1


def check(store, cell):
    """Check one cell, or all of them and the intents; allocates only when something is wrong."""
    if cell:
        _check_cell(store, cell - 1)
        return
    for index in range(len(store.slots)):
        _check_cell(store, index)
    _check_intents(store)


def reload(store, index):
    """Put the committed bytes back into a RAM slot; the cell is lost if no copy has them."""
    copy = _good_copy(store, index)
    if copy == _NOWHERE:
        store.lose(index)
        return False
    copy_into(store.slots[index], 0, store.views[index], len(store.slots[index]))
    return True


def _is_committed(store, index):
    """Tell whether the scratch view holds exactly what was committed last."""
    # Version and CRC in the RAM slot are those of the last commit even while the payload is
    # being edited, so equal CRC fields and a good CRC mean equal bytes.
    view = store.views[index]
    slot = store.slots[index]
    if not store.is_slot_good(view, index):
        return False
    end = len(slot) - 4
    return get_u32(view, layout.SLOT_VERSION) == get_u32(slot, layout.SLOT_VERSION) and get_u32(
        view, end
    ) == get_u32(slot, end)


def _good_copy(store, index):
    """Give the first copy with the committed bytes (now in the scratch view), the intent last."""
    view = store.views[index]
    for copy in range(layout.COPY_COUNT):
        at = COPY_BASE[copy] + store.homes[index]
        if store.read_raw(COPY_CHIP[copy], at, view) and _is_committed(store, index):
            return copy
    if store.intent.copy != _NOWHERE and not store.chips.is_alive[COPY_CHIP[store.intent.copy]]:
        store.intent.find(store.chips, store.chips.is_alive)
    if store.intent.read_cell(store.chips, index) and _is_committed(store, index):
        return layout.COPY_COUNT
    return _NOWHERE


def _check_cell(store, index):
    bad = 0
    view = store.views[index]
    for copy in range(layout.COPY_COUNT):
        at = COPY_BASE[copy] + store.homes[index]
        if store.read_raw(COPY_CHIP[copy], at, view) and not _is_committed(store, index):
            bad |= 1 << copy
    slot = store.slots[index]
    is_ram_bad = not store.is_staged(index) and not is_crc_good(slot, len(slot), store.seed)
    if not bad and not is_ram_bad:
        return
    if _good_copy(store, index) == _NOWHERE:
        store.lose(index)
        return
    if is_ram_bad:
        copy_into(slot, 0, view, len(slot))
        store.damage.append((F_RAM_REPAIRED, index + 1, 0))
    for copy in range(layout.COPY_COUNT):
        if bad & 1 << copy:
            store.put(copy, store.homes[index], view)
            store.damage.append((F_COPY_REPAIRED, index + 1, copy))


def _check_intents(store):
    """Bring a damaged intent copy back; only while no edit has changed the slots it needs."""
    intent = store.intent
    for place in range(intent.count):
        if store.is_staged(intent.cell_at(place)):
            return
    for copy in range(layout.COPY_COUNT):
        if store.chips.is_alive[COPY_CHIP[copy]] and not intent.is_same(store.chips, copy):
            store.damage.append((F_INTENT_REPAIRED, copy, 0))
            store.put_intent(copy)
