"""An update interrupted at a non-volatile operation: old or new image boots, never neither."""

from __future__ import annotations

import pytest

from hw_sim.power import CUT_MODES
from tests.proofs.powerloss import update_sweep

# where in the update, in thousandths of its operations: erase, transfer, commit, trial and proof
# (in the middle), erase of the spare slot, copy
SAMPLE = (10, 60, 350, 480, 495, 505, 520, 560, 700, 985)


@pytest.mark.parametrize("place", range(len(SAMPLE)))
def test_update__power_cut__old_or_new_image_boots(place: int) -> None:
    operation = update_sweep.bench().operations * SAMPLE[place] // 1000
    mode = CUT_MODES[place % len(CUT_MODES)]
    assert update_sweep.run_case(operation, mode) in ("old", "new"), f"{operation}-{mode}"


def test_update__power_cut_at_the_ends__first_leaves_old_last_leaves_new() -> None:
    assert update_sweep.run_case(0, "before") == "old"
    assert update_sweep.run_case(update_sweep.bench().operations - 1, "after") == "new"


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_update__power_cut_anywhere__old_or_new_image_boots() -> None:
    """`make powerloss` runs this as `python -m tests.proofs.powerloss.update_sweep`."""
    found = update_sweep.sweep(stride=7)
    assert {name for name, text in found.items() if text not in ("old", "new")} == set()
