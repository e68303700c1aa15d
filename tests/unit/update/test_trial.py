"""What the loader left, and a new image's trial: events, slots and the one that boots."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from faro.sim.scenarios.store_rig import StoreRig
from firmware.store.rows import EV_STORE_FINDING
from firmware.trust import slots as sl
from firmware.update.boot_report import report
from firmware.update.rows import (
    EV_IMAGE_REFUSED,
    EV_RUNS_UNSIGNED,
    EV_UPDATE_ACTIVATED,
    EV_UPDATE_FAILED,
)
from firmware.update.trial import Trial


class Bench:
    """The real store and slots; lists for events and restarts."""

    def __init__(self) -> None:
        self.store: Any = StoreRig().store()
        self.store.open()
        self.store.format()
        self.slots: Any = sl.Slots(self.store, None)
        self.events: list[tuple[int, ...]] = []
        self.key: bytes | None = None
        self.keys = SimpleNamespace(known_device_key=lambda: self.key)
        self.restarts = 0
        self.is_over = False
        self.damage: list[tuple[int, int, int]] = []
        self.slot, self.counter, self.unsigned = sl.SLOT_A, 5, 0
        self.trial: Any = Trial(self.slots, self.commit, self, self._restart)

    def record(self, *event: int) -> None:
        self.events.append(event)

    def commit(self, *event: int) -> None:
        self.store.commit()
        self.events.append(event)

    def trial_over(self) -> None:
        self.is_over = True

    def _restart(self) -> None:
        self.restarts += 1

    def try_image(self) -> None:
        self.slots.found(sl.SLOT_A)
        self.slots.pick(sl.SLOT_B, 7, b"build", 1, 0)
        assert self.slots.handle(sl.SEV_STARTED)

    def report(self) -> None:
        report(self, self.slots, self)


def test_report__new_board__running_slot_is_the_active_one_and_its_counter_counts() -> None:
    bench = Bench()
    bench.report()
    assert (bench.slots.active, bench.slots.minimum_counter) == (sl.SLOT_A, 5)
    assert bench.events == []


def test_report__damage_of_the_loader__events() -> None:
    bench = Bench()
    bench.damage = [(3, 1, 2), (4, 0, 0)]
    bench.report()
    assert bench.events == [(EV_STORE_FINDING, 3, 1, 2), (EV_STORE_FINDING, 4, 0, 0)]


@pytest.mark.parametrize(
    ("unsigned", "key", "is_told"),
    [(0, b"k", False), (1, None, False), (1, b"k", True), (2, None, True)],
)
def test_report__runs_unsigned__told_but_on_the_bench(
    unsigned: int, key: bytes | None, is_told: bool
) -> None:
    bench = Bench()
    bench.unsigned, bench.key = unsigned, key
    bench.report()
    assert bench.events == ([(EV_RUNS_UNSIGNED, unsigned)] if is_told else [])
    assert bench.slots.minimum_counter == (0 if unsigned else 5)


def test_report__notes_of_the_loader__one_event_each_and_never_again() -> None:
    bench = Bench()
    bench.slots.add_note(EV_IMAGE_REFUSED, sl.SLOT_B, 9, 4)
    bench.slots.add_note(EV_UPDATE_FAILED, sl.SLOT_B, 8, 4)
    bench.report()
    told = [(EV_IMAGE_REFUSED, 4, sl.SLOT_B, 9), (EV_UPDATE_FAILED, 4, sl.SLOT_B, 8)]
    assert bench.events == told
    bench.report()
    assert bench.events == told


def test_report__on_trial__older_images_stay_allowed_until_it_has_run_well() -> None:
    bench = Bench()
    bench.try_image()
    bench.counter = 7
    bench.report()
    assert bench.slots.minimum_counter == 0


def test_report__no_store__nothing_is_written() -> None:
    bench = Bench()
    bench.store = SimpleNamespace(is_open=False)
    bench.report()
    assert bench.slots.active == sl.NO_SLOT


def test_trial__ran_well__active_and_the_loader_told() -> None:
    bench = Bench()
    bench.try_image()
    assert bench.trial.is_on()
    bench.trial.confirm()
    assert bench.events == [(EV_UPDATE_ACTIVATED, 7, sl.SLOT_B)]
    assert bench.is_over and bench.slots.active == sl.SLOT_B and not bench.trial.is_on()


def test_trial__failed_self_test__the_one_before_and_a_restart() -> None:
    bench = Bench()
    bench.try_image()
    bench.trial.give_up()
    assert bench.events == [(EV_UPDATE_FAILED, 7, sl.SLOT_B, sl.RESULT_SELF_TEST)]
    assert bench.restarts == 1 and bench.slots.active == sl.SLOT_A and not bench.is_over


def test_trial__none_on__nothing_to_confirm() -> None:
    bench = Bench()
    bench.slots.found(sl.SLOT_A)
    bench.trial.confirm()
    assert bench.events == [] and not bench.is_over
