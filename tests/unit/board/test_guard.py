"""Lid, latch, supply and buttons: what becomes an event, what a fault."""

from __future__ import annotations

import importlib
from types import SimpleNamespace
from typing import Any

import pytest

from firmware.board.rows import (
    CFG_SUPPLY_WARN_MV,
    EV_BUTTON_PRESSED,
    EV_LID_CLOSED,
    EV_LID_OPENED,
    EV_LID_OPENED_UNPOWERED,
    EV_POWER_FAILING,
    EV_SUPPLY_GOOD,
    EV_SUPPLY_LOW,
    FAULT_LID_OPEN,
    FAULT_LID_OPENED_UNPOWERED,
    FAULT_SUPPLY_LOW,
)
from tests.unit.board.conftest import Journal, Pins

LID, POWER_FAIL, BUTTON_A, BUTTON_B = 1, 2, 3, 4
CLOSED, OPEN = 0, 1
FAILING, FED = 0, 1
PRESSED, AT_REST = 0, 1
BOARD_PINS = SimpleNamespace(
    ADC_SUPPLY=0,
    SUPPLY_FULL_SCALE_MV=16_000,
    PIN_LID_LATCH=0,
    PIN_LID_LATCH_CLEAR=0,
    PIN_LID=LID,
    ACTIVE_LID=CLOSED,
    PIN_POWER_FAIL=POWER_FAIL,
    ACTIVE_POWER_FAIL=FAILING,
    PIN_BUTTON_A=BUTTON_A,
    PIN_BUTTON_B=BUTTON_B,
    ACTIVE_SWITCHES=PRESSED,
)


class Bench:
    def __init__(self, pins: Pins, journal: Journal) -> None:
        self.pins, self.journal = pins, journal
        self.module: Any = importlib.import_module("firmware.board.guard")
        self.present: dict[int, Any] = {}
        self.is_moving = False
        pins.levels[LID], pins.levels[POWER_FAIL] = CLOSED, FED
        self.board = SimpleNamespace(
            record=journal.record,
            raise_fault=journal.raise_fault,
            ring=None,
            wake=SimpleNamespace(set=None),
            settings=SimpleNamespace(get={CFG_SUPPLY_WARN_MV: 10_500}.get),
            on_present=self.present.__setitem__,
            is_moving=lambda: self.is_moving,
        )
        self.guard: Any = self.module.Guard(self.board, BOARD_PINS)

    def lid(self, level: int, time_ms: int) -> None:
        self.pins.levels[LID] = level
        self.guard.edge(self.module.SRC_LID, level, time_ms)


@pytest.fixture
def bench(pins: Pins, journal: Journal) -> Bench:
    return Bench(pins, journal)


def test_lid__opened_and_closed__events_one_fault_and_the_latch_is_clear(bench: Bench) -> None:
    bench.lid(OPEN, 1_000)
    bench.pins.is_latched = True
    bench.lid(CLOSED, 4_000)
    assert bench.journal.events == [(EV_LID_OPENED,), (EV_LID_CLOSED, 3_000)]
    assert bench.journal.faults == [(FAULT_LID_OPEN,)]
    assert not bench.pins.is_latched


def test_lid__bounces__one_opening(bench: Bench) -> None:
    for time_ms, level in ((1_000, OPEN), (1_004, CLOSED), (1_009, OPEN)):
        bench.lid(level, time_ms)
    assert bench.journal.events == [(EV_LID_OPENED,)]


def test_lid__edge_eaten_by_the_filter__seen_with_the_next_heartbeat(bench: Bench) -> None:
    bench.lid(OPEN, 1_000)
    bench.lid(CLOSED, 1_005)  # a real closing, as fast as a bounce
    bench.guard.tick(2_000)
    assert bench.journal.events[-1] == (EV_LID_CLOSED, 1_000)


def test_lid__open__its_fault_cannot_be_cleared(bench: Bench) -> None:
    assert not bench.present[FAULT_LID_OPEN]()
    bench.pins.levels[LID] = OPEN
    assert bench.present[FAULT_LID_OPEN]() and bench.guard.is_lid_open()


@pytest.mark.parametrize("was_opened", [False, True])
def test_latch__at_boot__tells_an_opening_without_power_once(
    bench: Bench, was_opened: bool
) -> None:
    bench.pins.is_latched = was_opened
    bench.guard.look_at_latch(had_power=False)
    bench.guard.look_at_latch(had_power=False)
    assert bench.journal.events == [(EV_LID_OPENED_UNPOWERED,)] * was_opened
    assert bench.journal.faults == [(FAULT_LID_OPENED_UNPOWERED,)] * was_opened


@pytest.mark.parametrize("had_power", [False, True])
@pytest.mark.parametrize("level", [CLOSED, OPEN])
def test_latch__restarted_with_power_and_an_open_lid__accuses_nobody(
    bench: Bench, level: int, had_power: bool
) -> None:
    bench.pins.levels[LID], bench.pins.is_latched = level, True
    bench.guard.look_at_latch(had_power)
    is_told = not (had_power and level == OPEN)  # closed again while nobody looked: told
    assert bench.journal.faults == [(FAULT_LID_OPENED_UNPOWERED,)] * is_told


def test_supply__low_and_good_again__an_event_each_and_one_fault(bench: Bench) -> None:
    for supply_mv in (12_000, 10_499, 9_000, 10_500, 12_000):
        bench.pins.supply_mv = supply_mv
        bench.guard.tick(5_000)
    assert bench.journal.events == [(EV_SUPPLY_LOW, 10_499), (EV_SUPPLY_GOOD, 10_500)]
    assert bench.journal.faults == [(FAULT_SUPPLY_LOW, 10_499)]


def test_supply__while_something_moves__watched_but_not_told(bench: Bench) -> None:
    bench.guard.tick(0)
    bench.is_moving = True
    bench.pins.supply_mv = 9_000
    bench.guard.tick(1)
    assert bench.guard.supply_mv == 12_000
    assert bench.journal.faults == [(FAULT_SUPPLY_LOW, 9_000)]
    bench.is_moving = False
    bench.guard.tick(2)
    assert bench.guard.supply_mv == 9_000


def test_supply__own_warning__low_whatever_the_rail_says(bench: Bench) -> None:
    bench.guard.edge(bench.module.SRC_POWER_FAIL, FAILING, 10)
    bench.guard.edge(bench.module.SRC_POWER_FAIL, FED, 20)
    assert bench.journal.events == [(EV_POWER_FAILING, 12_000)]
    bench.pins.levels[POWER_FAIL] = FAILING
    bench.guard.tick(1_000)
    assert bench.journal.events[-1] == (EV_SUPPLY_LOW, 12_000)


@pytest.mark.parametrize(("supply_mv", "shortage"), [(3_999, 3_999), (4_000, 0)])
def test_supply__self_test__fails_below_what_the_board_can_work_with(
    bench: Bench, supply_mv: int, shortage: int
) -> None:
    bench.pins.supply_mv = supply_mv
    bench.guard.tick(1_000)
    assert bench.guard.supply_shortage() == shortage


def test_buttons__pressed_and_let_go__one_event_and_who_it_was(bench: Bench) -> None:
    module = importlib.import_module("firmware.board.buttons")
    buttons: Any = module.Buttons(bench.board, BOARD_PINS)
    first = bench.module.SRC_BUTTON_A
    assert buttons.edge(first + 1, PRESSED, 100) == module.BUTTON_B
    assert buttons.edge(first + 1, AT_REST, 200) == module.NO_BUTTON
    assert buttons.edge(first, PRESSED, 300) == module.BUTTON_A
    assert buttons.edge(first, AT_REST, 305) == module.NO_BUTTON  # a bounce
    assert buttons.edge(first + 2, PRESSED, 400) == module.NO_BUTTON  # somebody else's input
    assert bench.journal.events == [(EV_BUTTON_PRESSED, 1), (EV_BUTTON_PRESSED, 0)]
