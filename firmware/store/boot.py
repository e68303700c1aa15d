"""The store at boot: whose copies count, what the cells are, what must be written again.

Two passes: the first only reads and decides, so that a store with a lost cell is left exactly
as it was found; the second writes, and is the same work however often a cut restarts it.
"""

from firmware.core.bytes_into import copy_into, fill_into, get_u32
from firmware.store import damage as dmg
from firmware.store import layout, states
from firmware.store import mark as mk
from firmware.store.layout import COPY_BASE, COPY_CHIP
from firmware.store.mark import trust_of

_BLANK_CHUNK_BYTES = 256


def open_store(store):
    """Find, decide, repair; gives the new state."""
    is_trusted = [False, False]
    state = _look(store, is_trusted)
    if state == states.ST_BLANK:
        return _state_without_mark(store)
    if state != states.ST_READY:
        return state
    if not _decide(store, is_trusted):
        return states.ST_LOST
    was_alone = store.chips.alive_count() == 1
    if was_alone:
        store.mark_alone()
    _repair(store, is_trusted)
    if not was_alone and store.chips.alive_count() == 1:
        store.mark_alone()
    return _state_of_chips(store)


def peek_store(store, cells):
    """Decide some cells and write nothing; gives what the state would be if these are all."""
    is_trusted = [False, False]
    state = _look(store, is_trusted)
    if state != states.ST_READY:
        return state
    store.intent.find(store.chips, is_trusted)
    for cell in cells:
        if not _decide_cell(store, cell - 1, is_trusted):
            return states.ST_LOST
    return _state_of_chips(store)


def _look(store, is_trusted):
    """Whose copies count; ST_READY, ST_BLANK when no chip is marked, or why it can't be opened."""
    for mark in store.marks:
        mark.load(store.chips)
    store.note_dead()
    alive = store.chips.is_alive
    if not alive[0] and not alive[1]:
        return states.ST_DEAD
    first, second = store.marks
    if max(first.epoch, second.epoch) <= mk.EPOCH_FORMATTING:
        return states.ST_BLANK
    is_trusted[:] = alive
    if alive[0] and alive[1]:
        trust = trust_of(first, second)
        if trust == mk.TRUST_NONE:
            store.damage.append((dmg.F_SPLIT, first.epoch, second.epoch))
            return states.ST_SPLIT
        is_trusted[:] = (trust != mk.TRUST_SECOND, trust != mk.TRUST_FIRST)
    return states.ST_READY


def _state_of_chips(store):
    """Give the state that follows from which chips still answer."""
    count = store.chips.alive_count()
    return states.ST_READY if count == 2 else states.ST_DEGRADED if count == 1 else states.ST_DEAD


def _state_without_mark(store):
    """No chip is marked as in use: new board, unfinished format, or lost."""
    if store.chips.alive_count() == 2:
        if max(store.marks[0].epoch, store.marks[1].epoch) == mk.EPOCH_FORMATTING:
            store.damage.append((dmg.F_FORMAT_UNFINISHED, 0, 0))
            return states.ST_BLANK
        if _is_blank(store):
            return states.ST_BLANK
    store.damage.append((dmg.F_STORE_LOST, 0, 0))
    return states.ST_LOST


def _is_blank(store):
    """Tell whether both chips are uniform wherever a store keeps cells.

    The marks do not count: the very first write of a format may have been torn.
    """
    buf = bytearray(_BLANK_CHUNK_BYTES)
    zeros = bytes(_BLANK_CHUNK_BYTES)
    ones = b"\xff" * _BLANK_CHUNK_BYTES
    for copy in range(layout.COPY_COUNT):
        for at in range(layout.HOME_AT, layout.AREA_END, _BLANK_CHUNK_BYTES):
            if not store.read_raw(COPY_CHIP[copy], COPY_BASE[copy] + at, buf):
                return False
            if buf != zeros and buf != ones:
                return False
    return True


def _decide(store, is_trusted):
    """First pass: fill every RAM slot with its newest good copy; False if a cell has none."""
    store.intent.find(store.chips, is_trusted)
    cell_count = max(store.marks[0].cell_count, store.marks[1].cell_count)
    is_all_there = True
    for index in range(len(store.slots)):
        if not _decide_cell(store, index, is_trusted):
            if index >= cell_count:
                fill_into(store.slots[index], 0, len(store.slots[index]), 0)
                store.finish_slot(index)
                store.damage.append((dmg.F_CELL_ADDED, index + 1, 0))
            else:
                store.lose(index)
                is_all_there = False
    store.count_on_from(store.intent.sequence if store.intent.copy >= 0 else 0)
    return is_all_there


def _decide_cell(store, index, is_trusted):
    """Choose the newest good copy of a cell, at home or in the intent; False if there is none."""
    slot = store.slots[index]
    view = store.views[index]
    newest = -1
    store.is_current[index] = 0
    for copy in range(layout.COPY_COUNT):
        chip = COPY_CHIP[copy]
        if not is_trusted[chip]:
            continue
        if not store.read_raw(chip, COPY_BASE[copy] + store.homes[index], view):
            continue
        if not store.is_slot_good(view, index):
            continue
        version = get_u32(view, layout.SLOT_VERSION)
        if version > newest:
            newest = version
            copy_into(slot, 0, view, len(slot))
            store.is_current[index] = 1 << copy
        elif version == newest:
            if view != slot:
                store.damage.append((dmg.F_CELL_CONFLICT, index + 1, version))
                return False
            store.is_current[index] |= 1 << copy
    if store.intent.read_cell(store.chips, index) and store.is_slot_good(view, index):
        version = get_u32(view, layout.SLOT_VERSION)
        if version > newest:
            newest = version
            copy_into(slot, 0, view, len(slot))
            store.is_current[index] = 0
            store.damage.append((dmg.F_COMMIT_FINISHED, index + 1, version))
        elif version == newest and view != slot:
            store.damage.append((dmg.F_CELL_CONFLICT, index + 1, version))
            return False
    return newest >= 0


def _repair(store, is_trusted):
    """Second pass: bring every copy to what was decided; intents first, then homes, then marks."""
    chips = store.chips
    intent = store.intent
    for copy in intent.unreadable:
        store.damage.append((dmg.F_INTENT_REPAIRED, copy, 0))
    is_usable = intent.copy >= 0 and intent.is_current()
    if is_usable:
        _bring_intents_up(store)
    for index in range(len(store.slots)):
        for copy in range(layout.COPY_COUNT):
            _bring_home_up(store, copy, index, is_trusted[COPY_CHIP[copy]])
    if not is_usable:
        # No intent, or one that is older than the homes: an empty one makes the copies equal.
        store.describe_intent(bytearray(len(store.slots)), store.sequence + 1)
        _bring_intents_up(store)
    for chip in (0, 1):
        if chips.is_alive[chip] and not is_trusted[chip]:
            _rejoin(store, chip)
            return
    for mark in store.marks:
        _repair_mark(store, mark)


def _bring_intents_up(store):
    for copy in range(layout.COPY_COUNT):
        if not store.intent.is_same(store.chips, copy):
            store.put_intent(copy)
    store.note_dead()
    store.intent.was_written(store.chips)


def _bring_home_up(store, copy, index, is_reported):
    """Write one copy of a cell again unless it is what the RAM slot holds."""
    if store.is_current[index] & 1 << copy:
        return  # the first pass has seen it; reading all again would take a third of a second
    view = store.views[index]
    slot = store.slots[index]
    if not store.read_raw(COPY_CHIP[copy], COPY_BASE[copy] + store.homes[index], view):
        return
    if view == slot:
        return
    if is_reported:
        code = dmg.F_COPY_CAUGHT_UP if store.is_slot_good(view, index) else dmg.F_COPY_REPAIRED
        store.damage.append((code, index + 1, copy))
    store.put_home(copy, index)


def _rejoin(store, chip):
    """A chip has been filled from the other: both get one new epoch, the filled one first."""
    other = store.marks[1 - chip]
    epoch = other.epoch + 1
    # The journal's heads belong to the chip's contents too, though they are no cells.
    heads = bytearray(layout.HEADS_BYTES)
    if store.read_raw(1 - chip, layout.HEAD_AT, heads):
        store.write_raw(chip, layout.HEAD_AT, heads)
    count = len(store.slots)
    store.damage.append((dmg.F_CHIP_REBUILT, chip, epoch))
    if store.marks[chip].save(store.chips, epoch, 0, count):
        other.save(store.chips, epoch, 0, count)
    store.note_dead()


def _repair_mark(store, mark):
    """Write a chip's mark again if one of its copies is bad or cells were added."""
    if not store.chips.is_alive[mark.chip]:
        return
    count = len(store.slots)
    for half in (0, 1):
        if mark.has_bad_copy[half]:
            store.damage.append((dmg.F_MARK_REPAIRED, mark.chip, half))
    if mark.has_bad_copy[0] or mark.has_bad_copy[1] or mark.cell_count != count:
        mark.save(store.chips, mark.epoch, mark.alone, count)


def format_store(store, force):
    """Make a zeroed store: marks say "formatting", then cells, then marks say "in use"."""
    if not force and store.state != states.ST_BLANK:
        return store.state, False
    store.chips.revive()
    count = len(store.slots)
    for mark in store.marks:
        if not mark.save(store.chips, mk.EPOCH_FORMATTING, 0, count):
            store.note_dead()
            return states.ST_LOST, False
    for index in range(count):
        fill_into(store.slots[index], 0, len(store.slots[index]), 0)
        store.is_lost[index] = 0
        store.finish_slot(index)
    store.describe_intent(bytearray(count), 1)
    for copy in range(layout.COPY_COUNT):
        for index in range(count):
            store.put_home(copy, index)
        store.put_intent(copy)
    store.flush()
    store.intent.was_written(store.chips)
    if store.chips.alive_count() < 2:
        return states.ST_LOST, False
    for mark in store.marks:
        if not mark.save(store.chips, mk.EPOCH_FORMATTING + 1, 0, count):
            store.note_dead()
            return states.ST_LOST, False
    return states.ST_READY, True

