"""Cells: three copies on two chips, repaired or refused, never guessed."""

import pytest

from faro.sim.scenarios.store_rig import StoreRig
from firmware.drivers.fram import Fram
from firmware.store import layout
from firmware.store.cell_store import CellStore
from firmware.store.cells import CELLS
from firmware.store.damage import (
    F_CELL_LOST,
    F_CHIP_DEAD,
    F_CHIP_REBUILT,
    F_COPY_REPAIRED,
    F_RAM_REPAIRED,
    F_SPLIT,
    F_STORE_LOST,
)
from firmware.store.damage_words import DAMAGE, damage_text
from firmware.store.layout import COPY_BASE, COPY_CHIP, COPY_COUNT, HOME_AT, INTENT_AT
from firmware.store.states import (
    ST_BLANK,
    ST_DEAD,
    ST_DEGRADED,
    ST_LOST,
    ST_READY,
    ST_SPLIT,
    STATES,
    state_name,
)

TABLE = ((1, "one", 1, 8), (2, "two", 1, 20), (3, "three", 1, 8))


def new_rig(cells=TABLE) -> StoreRig:
    rig = StoreRig(cells=cells)
    store = rig.store()
    assert store.open() == ST_BLANK
    assert store.format()
    return rig


def put(store: CellStore, cell: int, value: int) -> None:
    view = store.edit(cell)
    for i in range(len(view)):
        view[i] = (value + i) & 0xFF


def get(store: CellStore, cell: int) -> int:
    view = store.view(cell)
    assert [(view[0] + i) & 0xFF for i in range(len(view))] == list(view)
    return view[0]


def commit(rig: StoreRig, cell: int, value: int) -> None:
    store = rig.store()
    assert store.open() in (ST_READY, ST_DEGRADED)
    put(store, cell, value)
    assert store.commit()


def codes(store: CellStore) -> list[int]:
    return [code for code, _a, _b in store.damage]


def test_cell_table__as_shipped__ids_count_up_and_everything_fits():
    assert [row[0] for row in CELLS] == list(range(1, len(CELLS) + 1))
    assert len({row[1] for row in CELLS}) == len(CELLS)
    assert HOME_AT + sum(row[3] + 12 for row in CELLS) <= INTENT_AT
    new_rig(None)


@pytest.mark.parametrize(
    "table",
    [
        ((2, "x", 1, 8),),
        ((1, "x", 1, 245),),
        tuple((i, "x", 1, 244) for i in range(1, 50)),
    ],
    ids=["hole in ids", "too long", "too many"],
)
def test_cell_table__bad_row__raises(table):
    with pytest.raises(ValueError, match="cell table"):
        StoreRig(cells=table).store()


def test_tables__damage_and_states__every_code_has_words():
    assert [row[0] for row in STATES] == list(range(len(STATES)))
    assert [row[0] for row in DAMAGE] == list(range(1, len(DAMAGE) + 1))
    assert state_name(ST_LOST) == "LOST"
    assert damage_text(F_COPY_REPAIRED, 3, 2) == "a damaged copy was written again, cell 3, copy 2"
    assert damage_text(99, 1, 2) == "damage 99 (1, 2)"


def test_store__committed_and_booted__has_the_value_and_nothing_to_tell():
    rig = new_rig()
    commit(rig, 2, 40)
    store = rig.store()
    assert store.open() == ST_READY
    assert get(store, 2) == 40
    assert store.damage == []
    assert store.version(2) == 2
    assert store.slots[1][layout.SLOT_LAYOUT] == 1
    assert store.check() == 0


def test_store__edit_discarded__committed_value_is_back():
    rig = new_rig()
    commit(rig, 2, 40)
    store = rig.store()
    store.open()
    put(store, 2, 99)
    assert store.check() == 0
    store.discard()
    assert get(store, 2) == 40
    assert store.commit()
    assert get(store, 2) == 40


def test_store__commit_without_edit__writes_nothing():
    rig = new_rig()
    store = rig.store()
    store.open()
    before = rig.supply.operations
    assert store.commit()
    assert rig.supply.operations == before


def test_store__more_cells_than_an_intent_holds__raises_before_any_write():
    rig = new_rig(tuple((i, "c%d" % i, 1, 4) for i in range(1, 20)))
    store = rig.store()
    store.open()
    before = rig.supply.operations
    for cell in range(1, 18):
        put(store, cell, 1)
    with pytest.raises(ValueError, match="17 cells"):
        store.commit()
    assert rig.supply.operations == before


@pytest.mark.campaign
def test_store__every_bit_of_every_copy_flipped__repaired_or_refused_never_wrong():
    rig = new_rig()
    commit(rig, 1, 10)
    commit(rig, 2, 20)
    commit(rig, 3, 30)
    commit(rig, 2, 21)
    kept = rig.snapshot()
    used = HOME_AT + sum(row[3] + 12 for row in TABLE)
    places = [
        (COPY_CHIP[copy], COPY_BASE[copy] + at)
        for copy in range(COPY_COUNT)
        for at in (*range(24), *range(HOME_AT, used), *range(INTENT_AT, INTENT_AT + 96 + 32))
    ] + [(1, 0x4000 + at) for at in range(24)]
    for chip, at in places:
        for bit in range(8):
            rig.restore(kept)
            rig.frams[chip].flip_bit(at, bit)
            store = rig.store()
            assert store.open() == ST_READY, (chip, at, bit)
            assert [get(store, cell) for cell in (1, 2, 3)] == [10, 21, 30], (chip, at, bit)
            assert store.damage, (chip, at, bit)
            assert bytes(rig.frams[chip].data) == kept[chip] or F_CHIP_REBUILT in codes(store)
            assert rig.store().open() == ST_READY


def test_store__every_bit_flipped_while_running__check_repairs_it():
    rig = new_rig()
    commit(rig, 2, 20)
    store = rig.store()
    store.open()
    kept = rig.snapshot()
    for copy in range(COPY_COUNT):
        at = COPY_BASE[copy] + store.homes[1]
        for bit in range(8 * 32):
            rig.frams[COPY_CHIP[copy]].flip_bit(at + bit // 8, bit % 8)
            assert store.check(2) == 1
            assert store.damage.pop() == (F_COPY_REPAIRED, 2, copy)
            assert rig.snapshot() == kept
        rig.frams[COPY_CHIP[copy]].flip_bit(COPY_BASE[copy] + INTENT_AT + 9, 1)
        assert store.check() == 1
        assert rig.snapshot() == kept


def test_store__all_homes_of_last_commit_bad__intent_brings_the_cell_back():
    rig = new_rig()
    commit(rig, 2, 20)
    store = rig.store()
    store.open()
    for copy in range(COPY_COUNT):
        rig.frams[COPY_CHIP[copy]].flip_bit(COPY_BASE[copy] + store.homes[1] + 9, 0)
    assert store.check(2) == 3
    assert get(store, 2) == 20
    assert store.is_open


def test_store__no_good_copy__lost_locked_and_left_as_found():
    rig = new_rig()
    commit(rig, 2, 20)
    commit(rig, 1, 10)
    store = rig.store()
    store.open()
    for copy in range(COPY_COUNT):
        rig.frams[COPY_CHIP[copy]].flip_bit(COPY_BASE[copy] + store.homes[1] + 9 + copy, 0)
    kept = rig.snapshot()
    booted = rig.store()
    assert booted.open() == ST_LOST
    assert booted.damage == [(F_CELL_LOST, 2, 0)]
    assert list(booted.is_lost) == [0, 1, 0]
    assert get(booted, 1) == 10
    assert not booted.commit()
    assert not booted.format()
    assert rig.snapshot() == kept
    assert store.check(2) == 1
    assert store.state == ST_LOST
    assert store.check() == 0


def test_store__ram_disturbed__check_reads_it_again():
    rig = new_rig()
    commit(rig, 2, 20)
    store = rig.store()
    store.open()
    store.view(2)[3] ^= 4
    assert store.check(2) == 1
    assert codes(store) == [F_RAM_REPAIRED]
    assert get(store, 2) == 20


@pytest.mark.parametrize("dead", [0, 1])
@pytest.mark.parametrize("how", ["is_dead", "is_bus_stuck"])
def test_store__one_chip_dead_at_boot__degraded_then_rebuilt(dead, how):
    rig = new_rig()
    commit(rig, 1, 10)
    setattr(rig.frams[dead], how, True)
    store = rig.store()
    assert store.open() == ST_DEGRADED
    assert codes(store) == [F_CHIP_DEAD]
    assert get(store, 1) == 10
    put(store, 1, 11)
    assert store.commit()
    assert store.check() == 0
    store = rig.store()
    assert store.open() == ST_DEGRADED
    assert get(store, 1) == 11
    setattr(rig.frams[dead], how, False)
    store = rig.store()
    assert store.open() == ST_READY
    assert codes(store) == [F_CHIP_REBUILT]
    assert get(store, 1) == 11
    setattr(rig.frams[1 - dead], how, True)
    store = rig.store()
    assert store.open() == ST_DEGRADED
    assert get(store, 1) == 11


@pytest.mark.parametrize("dead", [0, 1])
def test_store__chip_dies_while_running__goes_on_and_old_chip_is_not_believed(dead):
    rig = new_rig()
    store = rig.store()
    store.open()
    put(store, 1, 10)
    assert store.commit()
    rig.frams[dead].is_dead = True
    for value in (11, 12):
        put(store, 1, value)
        assert store.commit()
    assert store.state == ST_DEGRADED
    assert codes(store) == [F_CHIP_DEAD]
    rig.frams[dead].is_dead = False
    store = rig.store()
    assert store.open() == ST_READY
    assert get(store, 1) == 12


def test_store__both_chips_dead__locked_at_boot_and_while_running():
    rig = new_rig()
    store = rig.store()
    store.open()
    for chip in rig.frams:
        chip.is_dead = True
    put(store, 1, 1)
    assert not store.commit()
    assert store.state == ST_DEAD
    assert codes(store) == [F_CHIP_DEAD, F_CHIP_DEAD]
    store = rig.store()
    assert store.open() == ST_DEAD
    assert not store.format()
    assert not store.format(force=True)


def test_store__each_chip_was_alone_once__split_and_locked():
    rig = new_rig()
    for dead in (0, 1):
        rig.frams[dead].is_dead = True
        commit(rig, 1, 10 + dead)
        rig.frams[dead].is_dead = False
    store = rig.store()
    assert store.open() == ST_SPLIT
    assert codes(store) == [F_SPLIT]
    assert not store.commit()


def test_store__one_chip_replaced_by_a_blank_one__filled_from_the_other():
    for chip in (0, 1):
        rig = new_rig()
        commit(rig, 3, 30)
        rig.frams[chip].load(bytes(32768))
        store = rig.store()
        assert store.open() == ST_READY
        assert codes(store) == [F_CHIP_REBUILT]
        assert get(store, 3) == 30


def test_store__one_blank_chip_and_one_dead__is_lost_not_new():
    rig = StoreRig(cells=TABLE)
    rig.frams[1].is_dead = True
    store = rig.store()
    assert store.open() == ST_LOST
    assert codes(store) == [F_CHIP_DEAD, F_STORE_LOST]


def test_store__all_marks_gone_but_cells_there__is_lost_not_new():
    rig = new_rig()
    commit(rig, 1, 10)
    for chip in rig.frams:
        for base in (0, 0x4000):
            chip.data[base : base + 32] = bytes(32)
    store = rig.store()
    assert store.open() == ST_LOST
    assert codes(store) == [F_STORE_LOST]
    assert store.format(force=True)
    assert rig.store().open() == ST_READY


def test_store__chips_of_another_board__are_not_believed():
    rig = new_rig()
    other = CellStore(Fram(rig.i2c, 0x50), Fram(rig.i2c, 0x51), b"other-01", TABLE)
    assert other.open() == ST_LOST


def test_store__chips_filled_with_ones__are_blank_too():
    rig = StoreRig(cells=TABLE)
    for chip in rig.frams:
        chip.load(b"\xff" * 32768)
    assert rig.store().open() == ST_BLANK


def test_store__cell_added_by_new_firmware__is_made_and_the_rest_kept():
    rig = new_rig()
    commit(rig, 3, 30)
    rig.cells = (*TABLE, (4, "four", 1, 16))
    store = rig.store()
    assert store.open() == ST_READY
    assert get(store, 3) == 30
    assert bytes(store.view(4)) == bytes(16)
    commit(rig, 4, 44)
    store = rig.store()
    assert store.open() == ST_READY
    assert store.damage == []
    assert get(store, 4) == 44
