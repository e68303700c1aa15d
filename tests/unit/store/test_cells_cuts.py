"""Cells under power cuts at every operation; and mutants of the commit order, which must fail.

The check after each cut: the store opens, all cells of a commit are old or all are new, a commit
that was reported done is kept, and a further commit and boot work.
"""

import pytest

from faro.sim.scenarios.store_rig import (
    STORE_ID,
    CutPoint,
    StoreRig,
    count_operations,
    plain_store,
    sweep,
)
from firmware.core.bytes_into import crc_put
from firmware.drivers.fram import Fram
from firmware.store.cell_store import CellStore
from firmware.store.layout import COPY_BASE, COPY_CHIP
from firmware.store.states import ST_BLANK, ST_DEGRADED, ST_READY
from hw_sim.power import Cut, PowerCut
from tests.unit.store.test_cells import TABLE, get, new_rig, put

OPEN = (ST_READY, ST_DEGRADED)


class Broken(AssertionError):
    """The sweep caught something; names the cut that replays it."""


def open_or_fail(rig: StoreRig, point: CutPoint) -> CellStore:
    store = rig.store()
    if store.open() not in OPEN:
        raise Broken("%s: state %d %s" % (point.id, store.state, store.damage))
    return store


def just_boot(rig: StoreRig) -> None:
    rig.store().open()


def must_open(rig: StoreRig, point: CutPoint) -> None:
    open_or_fail(rig, point)


def values(store: CellStore, point: CutPoint) -> list[int]:
    try:
        return [get(store, cell) for cell in (1, 2, 3)]
    except AssertionError as error:
        raise Broken("%s: mixed bytes in a cell" % point.id) from error


class Commits:
    """A case: commits of `steps` (dicts cell → value), and what may be there after a cut."""

    def __init__(self, steps: list[dict[int, int]]) -> None:
        self.steps = steps
        self.done = 0

    def run(self, rig: StoreRig) -> None:
        self.done = 0
        store = rig.store()
        store.open()
        for step in self.steps:
            for cell, value in step.items():
                put(store, cell, value)
            if not store.commit():
                raise Broken("commit refused")
            self.done += 1

    def after(self, count: int) -> list[int]:
        now = {1: 10, 2: 20, 3: 30}
        for step in self.steps[:count]:
            now.update(step)
        return [now[1], now[2], now[3]]

    def check(self, rig: StoreRig, point: CutPoint) -> None:
        done = self.done
        found = values(open_or_fail(rig, point), point)
        allowed = [self.after(done), self.after(min(done + 1, len(self.steps)))]
        if found not in allowed:
            raise Broken("%s: %s, not one of %s" % (point.id, found, allowed))
        again = open_or_fail(rig, point)
        if again.damage or values(again, point) != found:
            raise Broken("%s: second boot differs: %s" % (point.id, again.damage))
        put(again, 1, 77)
        if not again.commit() or values(open_or_fail(rig, point), point) != [77, *found[1:]]:
            raise Broken("%s: the next commit does not hold" % point.id)


SINGLE = Commits([{2: 21}])
TOGETHER = Commits([{1: 11, 2: 21, 3: 31}, {1: 12, 3: 32}, {2: 23}])


def filled_rig(make=plain_store) -> StoreRig:
    rig = new_rig()
    Commits([{1: 10, 2: 20, 3: 30}]).run(rig)
    rig.make_store = make
    rig.supply.operations = 0
    return rig


@pytest.mark.parametrize("case", [SINGLE, TOGETHER], ids=["single", "together"])
def test_commit__cut_at_every_operation__old_or_new_never_between(case):
    assert sweep(filled_rig(), case.run, case.check, tears=8) >= 9 * 3 * 2


@pytest.mark.parametrize("dead", [0, 1])
@pytest.mark.parametrize("case", [SINGLE, TOGETHER], ids=["single", "together"])
def test_commit__one_chip_dead_and_cut_at_every_operation__old_or_new(dead, case):
    rig = filled_rig()
    rig.frams[dead].is_dead = True
    assert rig.store().open() == ST_DEGRADED

    def check(rig: StoreRig, point: CutPoint) -> None:
        kept = rig.snapshot()
        rig.frams[dead].is_dead = True
        done = case.done
        values(open_or_fail(rig, point), point)
        rig.restore(kept)
        case.done = done
        rig.frams[dead].is_dead = False
        case.check(rig, point)
        rig.frams[dead].is_dead = True

    assert sweep(rig, case.run, check, tears=4) > 20


@pytest.mark.parametrize("dead", [0, 1])
def test_rebuild_of_a_chip__cut_at_every_operation__finishes_later(dead):
    rig = filled_rig()
    rig.frams[dead].is_dead = True
    SINGLE.run(rig)
    rig.frams[dead].is_dead = False
    case = Commits([{2: 21}])

    def boot(rig: StoreRig) -> None:
        rig.store().open()
        case.done = 1

    def check(rig: StoreRig, point: CutPoint) -> None:
        case.done = 1
        case.check(rig, point)

    assert sweep(rig, boot, check, tears=4) > 20


def test_format__cut_at_every_operation__still_new_or_ready():
    rig = StoreRig(cells=TABLE)

    def case(rig: StoreRig) -> None:
        store = rig.store()
        store.open()
        if not store.format():
            raise Broken("format refused")

    def check(rig: StoreRig, point: CutPoint) -> None:
        store = rig.store()
        if store.open() == ST_BLANK and not store.format():
            raise Broken("%s: format refused" % point.id)
        again = open_or_fail(rig, point)
        if any(bytes(again.view(cell)).strip(b"\0") for cell in (1, 2, 3)):
            raise Broken("%s: not zero" % point.id)

    assert sweep(rig, case, check, tears=6) >= 20 * 3


@pytest.mark.campaign
def test_recovery__cut_again_at_every_operation__double_cut_survives():
    rig = filled_rig()
    case = TOGETHER
    kept = rig.snapshot()
    points = 0
    for operation in range(count_operations(rig, case.run)):
        rig.restore(kept)
        rig.supply.cut = Cut(operation, "torn")
        with pytest.raises(PowerCut):
            case.run(rig)
        done = case.done

        def check(rig: StoreRig, point: CutPoint, done: int = done) -> None:
            case.done = done
            case.check(rig, point)

        points += sweep(rig, just_boot, check, tears=2)
    assert points > 200


# -- mutants: each is a commit order somebody might write; the sweep must object -------------


class HeldBack(CellStore):
    """Holds all writes of a commit back until `flush`, which a mutant then does its own way."""

    def __init__(self, rig: StoreRig) -> None:
        super().__init__(Fram(rig.i2c, 0x50), Fram(rig.i2c, 0x51), STORE_ID, rig.cells)
        self.rig = rig
        self.held: list[tuple[int, int, bytes]] = []

    def put(self, copy, at, buf):
        if self.is_open:
            self.held.append((COPY_CHIP[copy], COPY_BASE[copy] + at, bytes(buf)))
        else:
            super().put(copy, at, buf)


class RightOrder(HeldBack):
    """No mutant: the control that shows that holding back alone breaks nothing."""

    def flush(self):
        held, self.held = self.held, []
        for chip, at, data in held:
            self.write_raw(chip, at, data)


class AtTheSameMoment(HeldBack):
    """Writes all copies in one go, a byte of each in turn."""

    def flush(self):
        longest = max((len(data) for _chip, _at, data in self.held), default=0)
        steps = [
            (chip, at + i, data[i])
            for i in range(longest)
            for chip, at, data in self.held
            if i < len(data)
        ]
        self.held = []
        if steps:
            kept = self.rig.supply.begin("all", len(steps))
            for chip, at, value in steps[:kept]:
                self.rig.frams[chip].data[at] = value
            self.rig.supply.end()


class CrcFirst(HeldBack):
    """Updates the check sums first, then what they are the sums of."""

    def flush(self):
        held, self.held = self.held, []
        for chip, at, data in held:
            self.write_raw(chip, at + len(data) - 4, data[-4:])
        for chip, at, data in held:
            self.write_raw(chip, at, data[:-4])


class SkippedVersion(CellStore):
    """Writes in the right order but never counts the version up."""

    def __init__(self, rig: StoreRig) -> None:
        super().__init__(Fram(rig.i2c, 0x50), Fram(rig.i2c, 0x51), STORE_ID, rig.cells)

    def next_sequence(self):
        return self.sequence

    def finish_slot(self, index):
        before = bytes(self.slots[index][4:8])
        super().finish_slot(index)
        if before != bytes(4):
            slot = self.slots[index]
            slot[4:8] = before
            crc_put(slot, len(slot), self.seed)


class HomesFirst(CellStore):
    """Writes the cells home before the intent: several cells are then not one change."""

    def __init__(self, rig: StoreRig) -> None:
        super().__init__(Fram(rig.i2c, 0x50), Fram(rig.i2c, 0x51), STORE_ID, rig.cells)
        self.intents: list[tuple[int, int, bytes]] = []

    def put(self, copy, at, buf):
        if self.is_open and at >= 0x2000:
            self.intents.append((copy, at, bytes(buf)))
        else:
            super().put(copy, at, buf)

    def flush(self):
        for copy, at, data in self.intents:
            super().put(copy, at, data)
        self.intents = []


@pytest.mark.parametrize("mutant", [AtTheSameMoment, CrcFirst, SkippedVersion, HomesFirst])
def test_sweep__mutant_of_the_commit_order__is_caught(mutant):
    rig = filled_rig(mutant)
    with pytest.raises(Broken):
        sweep(rig, TOGETHER.run, TOGETHER.check, tears=8)


def test_sweep__control_with_the_right_order__is_not_caught():
    assert sweep(filled_rig(RightOrder), TOGETHER.run, TOGETHER.check, tears=8) > 100


def test_going_alone__cut_twice_inside_the_marks__store_still_opens():
    rig = filled_rig()
    rig.frams[0].is_dead = True
    kept = rig.snapshot()
    for first in range(4):
        rig.restore(kept)
        rig.supply.cut = Cut(first, "torn")
        with pytest.raises(PowerCut):
            SINGLE.run(rig)
        rig.supply.operations = 0
        assert sweep(rig, just_boot, must_open) > 3
