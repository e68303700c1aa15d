"""What lies in the compartments after two passes: the order that the machine will give out."""

from __future__ import annotations

import random

import pytest

from firmware.shuffler.pack_inside import PLACE_TRAY, PackInside
from firmware.shuffler.plan import Plan
from tests.unit.plan_checks import seeded_draw


def seated(count: int) -> tuple[Plan, PackInside]:
    """A pack after the passes that its plan asks for."""
    plan = Plan(seeded_draw(b"o"))
    assert plan.begin(count)
    pack = PackInside(lambda index: None)
    for index in range(count):
        pack.seat(index, index % 52, plan.compartment_of(index))
    if plan.passes == 2:
        plan.begin_second()
        for slot in range(54):
            while pack.fill[slot]:
                pack.move_out(pack.first_in(slot), PLACE_TRAY)
        pack.begin_pass()
        for second in range(count):
            index = plan.fed_again(second)
            pack.seat(index, index % 52, plan.second_compartment_of(second))
    return plan, pack


@pytest.mark.parametrize("count", [52, 104, 312, 416])
def test_order__after_all_passes__is_the_planned_one(count: int) -> None:
    plan, pack = seated(count)
    assert list(pack.order()) == [plan.index_at(position) for position in range(count)]


@pytest.mark.parametrize("count", [52, 416])
def test_first_in__emptied_slot_by_slot__in_the_planned_order(count: int) -> None:
    plan, pack = seated(count)
    out = []
    for slot in range(54):
        while pack.fill[slot]:
            out.append(pack.first_in(slot))
            pack.move_out(out[-1], 0xFF)
    assert out == [plan.index_at(position) for position in range(count)]


def test_order__any_seats_in_any_turn__first_in_first_out() -> None:
    rng = random.Random(5)
    pack = PackInside(lambda index: None)
    boxes: list[list[int]] = [[] for _ in range(54)]
    for index in rng.sample(range(300), 300):
        slot = rng.choice([i for i in range(54) if len(boxes[i]) < 10])
        boxes[slot].append(index)
        pack.seat(index, 0, slot)
    assert list(pack.order()) == [index for box in boxes for index in box]
