"""The slot table on a real store: what boots, what is kept, what the loader leaves behind."""

from __future__ import annotations

import random
from typing import Any

import pytest

from faro.sim.scenarios.store_rig import StoreRig
from firmware.trust import slots as sl
from firmware.update.rows import EV_IMAGE_REFUSED, EV_UPDATE_FAILED
from tests.helpers.illegal_pairs import illegal_pairs
from tests.helpers.mp_run import run_in_micropython


class Bench:
    """Slots on a store; `reboot` gives fresh RAM over the same chips."""

    def __init__(self) -> None:
        self.rig = StoreRig()
        self.illegal: list[tuple[int, int]] = []
        store: Any = self.rig.store()
        store.open()
        store.format()
        self.reboot()

    def reboot(self) -> sl.Slots:
        self.store: Any = self.rig.store()
        self.store.open()
        self.slots = sl.Slots(self.store, lambda state, event: self.illegal.append((state, event)))
        return self.slots

    def stage(self, slot: int, counter: int) -> None:
        assert self.slots.pick(slot, counter, b"build-%d" % counter, 1000 + counter, 1)
        self.store.commit()

    def take(self, event: int, result: int = 0) -> None:
        assert self.slots.handle(event, result)
        self.store.commit()


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_slots__new_board__no_slot_and_nothing_known(bench: Bench) -> None:
    slots = bench.slots
    assert (slots.state, slots.active, slots.candidate) == (sl.ST_STABLE, sl.NO_SLOT, sl.NO_SLOT)
    assert slots.minimum_counter == 0 and slots.change_count == 0
    assert slots.take_note() is None


def test_slots__update_proved__active_and_counter_move_over_reboots(bench: Bench) -> None:
    bench.stage(sl.SLOT_A, 7)
    assert bench.reboot().state == sl.ST_PENDING
    bench.take(sl.SEV_STARTED)
    assert (bench.reboot().state, bench.slots.tries, bench.slots.active) == (sl.ST_TRYING, 1, 0)
    bench.take(sl.SEV_RAN_WELL)
    slots = bench.reboot()
    assert (slots.state, slots.active, slots.candidate) == (sl.ST_STABLE, sl.SLOT_A, sl.NO_SLOT)
    assert slots.minimum_counter == 7
    assert slots.change(0) == (7, b"build-7\0", 1007, sl.RESULT_ACTIVATED, sl.SLOT_A, 1)


@pytest.mark.parametrize("event", [sl.SEV_REFUSED, sl.SEV_FAILED])
def test_slots__trial_fails__old_slot_and_counter_stay(bench: Bench, event: int) -> None:
    bench.stage(sl.SLOT_A, 3)
    bench.take(sl.SEV_STARTED)
    bench.take(sl.SEV_RAN_WELL)
    bench.stage(sl.SLOT_B, 4)
    bench.take(sl.SEV_STARTED)
    bench.take(event, sl.RESULT_ENDED)
    slots = bench.reboot()
    assert (slots.state, slots.active, slots.minimum_counter) == (sl.ST_STABLE, sl.SLOT_A, 3)
    assert slots.change(0)[3] == sl.RESULT_ENDED


def test_slots__counter_equal_to_the_minimum__does_not_lower_it(bench: Bench) -> None:
    for counter, expected in ((5, 5), (5, 5), (4, 5)):
        bench.stage(sl.other(bench.slots.active), counter)
        bench.take(sl.SEV_STARTED)
        bench.take(sl.SEV_RAN_WELL)
        assert bench.reboot().minimum_counter == expected


def test_slots__twelve_changes__last_ten_are_kept_newest_first(bench: Bench) -> None:
    for counter in range(1, 13):
        bench.stage(sl.other(bench.slots.active), counter)
        bench.take(sl.SEV_STARTED)
        bench.take(sl.SEV_RAN_WELL)
    slots = bench.reboot()
    assert slots.change_count == 10
    assert [slots.change(age)[0] for age in range(10)] == list(range(12, 2, -1))


def test_slots__active_damaged__other_slot_takes_over(bench: Bench) -> None:
    bench.stage(sl.SLOT_A, 5)
    bench.take(sl.SEV_STARTED)
    bench.take(sl.SEV_RAN_WELL)
    bench.slots.switch(5, b"older", 0)
    bench.store.commit()
    slots = bench.reboot()
    assert (slots.active, slots.change(0)[3]) == (sl.SLOT_B, sl.RESULT_SWITCHED)


def test_slots__illegal_pairs__change_nothing_and_are_told(bench: Bench) -> None:
    paths = {
        sl.ST_STABLE: (),
        sl.ST_PENDING: (sl.SEV_VERIFIED,),
        sl.ST_TRYING: (sl.SEV_VERIFIED, sl.SEV_STARTED),
    }
    for state, event in illegal_pairs("firmware/trust/slots.py", sl):
        bench = Bench()
        for step in paths[state]:
            if step == sl.SEV_VERIFIED:
                bench.stage(sl.SLOT_A, 1)
            else:
                bench.take(step)
        before = bytes(bench.store.view(19))
        assert not bench.slots.handle(event)
        assert bench.illegal == [(state, event)]
        assert bytes(bench.store.view(19)) == before


def test_slots__notes__told_once_in_order_and_never_twice(bench: Bench) -> None:
    slots = bench.slots
    slots.add_note(EV_IMAGE_REFUSED, 2, 7, 5)
    slots.add_note(EV_IMAGE_REFUSED, 2, 7, 5)
    slots.add_note(EV_UPDATE_FAILED, 2, 3, 5)
    for code in range(10):
        slots.add_note(EV_IMAGE_REFUSED, 1, code)
    bench.store.commit()
    slots = bench.reboot()
    notes = []
    while note := slots.take_note():
        notes.append(note)
        bench.store.commit()
    assert notes == [
        (EV_IMAGE_REFUSED, 2, 7, 5),
        (EV_UPDATE_FAILED, 2, 3, 5),
        (EV_IMAGE_REFUSED, 1, 0, 0),
    ]
    assert bench.reboot().take_note() is None


def test_slots__random_walk__some_slot_is_always_named_once_one_ran(bench: Bench) -> None:
    """Whatever happens in whatever order: the active slot is never the one on trial."""
    rng = random.Random(11)
    for step in range(400):
        slots = bench.slots
        event = rng.choice([row[1] for row in sl.ROWS if row[0] == slots.state])
        if event == sl.SEV_VERIFIED:
            bench.stage(sl.other(slots.active), rng.randrange(1, 9))
        elif event == sl.SEV_ACTIVE_BAD:
            if slots.active != sl.NO_SLOT:
                slots.switch(1, b"x", 0)
        else:
            slots.handle(event)
        bench.store.commit()
        if step % 7 == 0:
            bench.reboot()
        assert bench.slots.active != bench.slots.candidate or bench.slots.active == sl.NO_SLOT
        assert (bench.slots.candidate == sl.NO_SLOT) == (bench.slots.state == sl.ST_STABLE)
    assert bench.illegal == []


def test_slots__in_micropython__same_cell(bench: Bench) -> None:
    script = (
        "from firmware.trust import slots as sl\n"
        "class Store:\n"
        "    is_open = True\n"
        "    def __init__(self): self.cell = bytearray(244)\n"
        "    def view(self, c): return self.cell\n"
        "    edit = view\n"
        "    def commit(self): return True\n"
        "s = Store(); t = sl.Slots(s, None)\n"
        "t.pick(1, 7, b'build-7', 1007, 1); t.handle(sl.SEV_STARTED); t.handle(sl.SEV_RAN_WELL)\n"
        "t.add_note(43, 2, 7, 5)\n"
        "print(bytes(s.cell).hex())\n"
    )
    bench.stage(sl.SLOT_A, 7)
    bench.take(sl.SEV_STARTED)
    bench.take(sl.SEV_RAN_WELL)
    bench.slots.add_note(EV_IMAGE_REFUSED, 2, 7, 5)
    assert run_in_micropython(script).strip() == bytes(bench.store.view(19)).hex()
