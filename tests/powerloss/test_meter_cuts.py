"""A jackpot round cut at a non-volatile operation: a sample; `make powerloss` does them all."""

from __future__ import annotations

import pytest

from hw_sim.power import CUT_MODES
from tests.proofs.powerloss import linked_meter, meter

# where in the round, in thousandths of its operations
SAMPLE = (60, 170, 230, 300, 380, 450, 520, 600, 680, 760, 850, 940)


@pytest.mark.rule("J3", "J5", "J10")
@pytest.mark.parametrize("place", range(len(SAMPLE)))
def test_jackpot_round__power_cut__nothing_lost_nothing_doubled(place: int) -> None:
    operation = meter.operations() * SAMPLE[place] // 1000
    mode = CUT_MODES[place % len(CUT_MODES)]
    assert meter.run_case(operation, mode) == "", f"--only {operation}:{mode}"


@pytest.mark.rule("J1", "J3", "J5", "J11")
@pytest.mark.parametrize("side", linked_meter.SIDES)
@pytest.mark.parametrize("place", range(0, len(SAMPLE), 2))
def test_linked_round__power_cut__nothing_lost_nothing_doubled(side: str, place: int) -> None:
    operation = linked_meter.operations(side) * SAMPLE[place] // 1000
    mode = CUT_MODES[place // 2 % len(CUT_MODES)]
    assert linked_meter.run_case(side, operation, mode) == "", f"--only {side}:{operation}:{mode}"


def test_points__every_operation__after_is_before_the_next() -> None:
    assert meter.points(3, 1, 0) == [
        (0, "before"), (0, "torn"), (1, "before"), (1, "torn"), (2, "before"), (2, "torn"),
        (2, "after"),
    ]  # fmt: skip
    assert len(meter.points(40, 20, 5)) == 6
