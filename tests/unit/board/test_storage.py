"""What outlives a power cut, on the simulated chips: boots, settings, faults, acks, orders."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from firmware import shoe_rows
from firmware.board.clock import Clock
from firmware.board.faults import FaultRegister
from firmware.board.rows import (
    CFG_SUPPLY_WARN_MV,
    EV_FAULT_RAISED,
    EV_RESTART_ORDERED,
    EV_SETTING_CHANGED,
    FAULT_LID_OPEN,
    FAULT_SUPPLY_LOW,
)
from firmware.board.settings import Settings
from firmware.board.storage import Storage
from firmware.drivers.flash_region import FlashRegion
from firmware.journal.recovery import HEAD_CUT, HEAD_STALE
from firmware.journal.rows import (
    EV_JOURNAL_VERDICT,
    FAULT_EVENTS_OVERWRITTEN,
    FAULT_JOURNAL_DAMAGED,
)
from firmware.store.rows import EV_STORE_FORMATTED, FAULT_FRAM_B_LOST, FAULT_STORE_LOST
from hw_sim.parts.flash import FlashChip
from hw_sim.parts.fram import FramChip
from hw_sim.parts.local_bus import LocalFlash, LocalI2c
from hw_sim.power import Supply

SECTORS = 6


class Bench:
    """Chips of one board; `boot` gives fresh RAM over them."""

    def __init__(self) -> None:
        self.supply = Supply(rng=random.Random(1))
        self.frams = [FramChip("a", self.supply), FramChip("b", self.supply)]
        self.flash = FlashChip("flash", self.supply, SECTORS)
        self.faults: list[tuple[int, ...]] = []

    def boot(self) -> Any:
        pins = SimpleNamespace(
            FRAM_ADDRESSES=(0x50, 0x51),
            journal_flash=lambda: FlashRegion(LocalFlash(self.flash), SECTORS),
        )
        i2c = LocalI2c({0x50: self.frams[0], 0x51: self.frams[1]})
        storage: Any = Storage(pins, i2c, b"unit-001", Clock(0), shoe_rows)
        storage.open()
        return storage

    def raise_fault(self, *fault: int) -> None:
        self.faults.append(fault)


@pytest.fixture
def bench() -> Bench:
    return Bench()


def events(storage: Any) -> list[int]:
    journal = storage.journal
    numbers = range(journal.first_number, journal.last_number + 1)
    return [journal.type for number in numbers if journal.load(number)]


# -- boots ------------------------------------------------------------------------------------


def test_open__new_board__formatted_once_and_boots_are_counted(bench: Bench) -> None:
    assert [bench.boot().boot_count for _ in range(3)] == [1, 2, 3]
    assert events(bench.boot()) == [EV_STORE_FORMATTED]


@pytest.mark.parametrize("is_ordered", [False, True])
def test_open__after_a_restart__knows_whether_it_was_wanted(bench: Bench, is_ordered: bool) -> None:
    storage = bench.boot()
    if is_ordered:
        storage.order_restart()
    again = bench.boot()
    assert again.was_restart_ordered == is_ordered
    assert (EV_RESTART_ORDERED in events(again)) == is_ordered
    assert not bench.boot().was_restart_ordered


def test_open__order_to_forget__everything_is_new_and_nothing_formatted_is_told(
    bench: Bench,
) -> None:
    storage = bench.boot()
    storage.keep_sealed(1, EV_STORE_FORMATTED)
    storage.order_forget()
    again = bench.boot()
    assert (again.boot_count, again.is_sealed(), again.was_restart_ordered) == (1, False, True)
    assert events(again) == []


def test_open__chips_changed_beside_a_used_journal__locked_and_nothing_guessed(
    bench: Bench,
) -> None:
    bench.boot()
    bench.frams = [FramChip("a", bench.supply), FramChip("b", bench.supply)]
    storage = bench.boot()
    assert not storage.store.is_open
    storage.report(bench.raise_fault)
    assert FAULT_STORE_LOST in [code for code, *_ in bench.faults]


def test_epoch__made_once__kept_over_boots_and_new_with_a_new_store(bench: Bench) -> None:
    made = [b"\1\2\3\4", b"\5\6\7\x08"]
    storage = bench.boot()
    assert storage.epoch() == 0
    for _ in range(2):
        storage.make_epoch(lambda _count: made[0])
        assert storage.epoch() == 0x04030201
        storage = bench.boot()
    storage.order_forget()
    again = bench.boot()
    assert again.epoch() == 0
    again.make_epoch(lambda _count: made[1])
    assert again.epoch() == 0x08070605


# -- what opening found -----------------------------------------------------------------------


def test_report__all_well__nothing(bench: Bench) -> None:
    bench.boot().report(bench.raise_fault)
    assert bench.faults == []


def test_report__journal_cut_short__told_at_one_boot_only(bench: Bench) -> None:
    storage = bench.boot()
    storage.recorder.record(EV_SETTING_CHANGED, 1, 2, 3)
    blank = FlashChip("flash", bench.supply, SECTORS)
    bench.flash.data[:] = blank.data
    for told in (True, False):
        bench.faults.clear()
        again = bench.boot()
        again.report(bench.raise_fault)
        # the fault's own commit makes "told" durable
        again.store.commit()
        verdicts = [kind for kind in events(again) if kind == EV_JOURNAL_VERDICT]
        assert ((FAULT_JOURNAL_DAMAGED, HEAD_CUT) in bench.faults) == told
        assert len(verdicts) == 1


def test_report__memory_set_back__store_is_lost(bench: Bench) -> None:
    storage = bench.boot()
    old = [fram.contents() for fram in bench.frams]
    for _ in range(3):
        storage.recorder.record(EV_SETTING_CHANGED, 1, 2, 3)
    for fram, contents in zip(bench.frams, old, strict=True):
        fram.data[:] = contents
    bench.boot().report(bench.raise_fault)
    assert bench.faults[:2] == [
        (FAULT_STORE_LOST, HEAD_STALE),
        (FAULT_JOURNAL_DAMAGED, HEAD_STALE),
    ]


def test_damage__chip_dies_in_use__named(bench: Bench) -> None:
    storage = bench.boot()
    storage.tell_damage(bench.raise_fault)
    bench.frams[1].is_dead = True
    storage.keep_sealed(1, EV_STORE_FORMATTED)
    storage.tell_damage(bench.raise_fault)
    assert bench.faults == [(FAULT_FRAM_B_LOST,)]


def test_damage__events_overwritten__one_fault_and_not_while_cards_move(bench: Bench) -> None:
    storage = bench.boot()
    for _ in range(SECTORS * 32):
        storage.recorder.record(EV_SETTING_CHANGED, 1, 2, 3)
    storage.tell_damage(bench.raise_fault, True)
    assert bench.faults == []
    for _ in range(2):
        storage.tell_damage(bench.raise_fault)
    assert [code for code, *_ in bench.faults] == [FAULT_EVENTS_OVERWRITTEN]


# -- settings ---------------------------------------------------------------------------------


def test_settings__changed__event_and_value_after_a_boot(bench: Bench) -> None:
    storage, settings = bench.boot(), Settings(shoe_rows.SETTINGS)
    assert storage.keep_setting(settings, CFG_SUPPLY_WARN_MV, 11_111) == 0
    again, loaded = bench.boot(), Settings(shoe_rows.SETTINGS)
    again.load_settings(loaded)
    assert loaded.get(CFG_SUPPLY_WARN_MV) == 11_111
    assert events(again)[-1] == EV_SETTING_CHANGED


def test_settings__never_stored__defaults(bench: Bench) -> None:
    settings: Any = Settings(shoe_rows.SETTINGS)
    defaults = bytes(settings.packed())
    bench.boot().load_settings(settings)
    assert bytes(settings.packed()) == defaults


@pytest.mark.parametrize(("value", "is_allowed"), [(1, True), (2, False), (4, True)])
def test_settings__only_some_values__others_refused(value: int, is_allowed: bool) -> None:
    settings: Any = Settings(((7, "X", 1, 0, 9),))
    settings.allow_only(7, (1, 4))
    assert settings.is_in_range(7, value) == is_allowed
    assert settings.row(8) == -1


@pytest.mark.parametrize(("address", "is_good"), [(0, True), (0x8F, False), (0x90, True)])
def test_settings__address__none_of_the_hosts_and_no_text(address: int, is_good: bool) -> None:
    settings: Any = Settings(shoe_rows.SETTINGS)
    assert settings.is_in_range(1, address) == is_good


# -- faults -----------------------------------------------------------------------------------


def register(storage: Any) -> Any:
    def keep(event: int, code: int, detail: int, person: int = 0) -> int:
        return storage.keep_faults(faults, event, code, detail, person)

    faults: Any = FaultRegister(shoe_rows.FAULTS, keep, lambda _code: None, lambda _code: False)
    return faults


def test_faults__power_cycle__active_still_with_detail_and_their_event(bench: Bench) -> None:
    storage = bench.boot()
    faults = register(storage)
    faults.raise_fault(FAULT_SUPPLY_LOW, 9_000)
    faults.raise_fault(FAULT_LID_OPEN)
    faults.clear(FAULT_LID_OPEN, 8)
    again = bench.boot()
    loaded = register(again)
    again.load_faults(loaded)
    row = loaded.next_active(0)
    assert (loaded.count, loaded.code_at(row)) == (1, FAULT_SUPPLY_LOW)
    assert loaded.detail_at(row) == 9_000
    assert again.journal.load(loaded.event_at(row)) and again.journal.type == EV_FAULT_RAISED


# -- link -------------------------------------------------------------------------------------


def test_acked__kept_now_and_then__the_next_boot_goes_on_from_it(bench: Bench) -> None:
    storage = bench.boot()
    storage.save_acked(1)
    assert bench.boot().acked == 1
