"""An update interrupted at a non-volatile operation: old or new image boots, never neither."""

from __future__ import annotations

from dataclasses import replace

import pytest

from faro.wire.errors import NoAnswer
from hw_sim.power import CUT_MODES, CutMode
from hw_sim.rig import load_layout
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


@pytest.mark.parametrize("mode", CUT_MODES)
@pytest.mark.parametrize("method", ["erase_sector", "program_page", "write"])
def test_tape__against_a_cut_on_a_whole_board__same_bytes(method: str, mode: CutMode) -> None:
    tape = update_sweep.bench().tape
    operation = [made.method for made in tape.operations].index(method)
    assert tape.left_by(operation, mode) == update_sweep.cut_live(operation, mode)


def test_tape__against_a_cut_after_the_restart__same_bytes() -> None:
    tape = update_sweep.bench().tape
    operation = len(tape.operations) * 3 // 5
    assert tape.left_by(operation, "torn") == update_sweep.cut_live(operation, "torn")


def test_outcome__neither_slot_whole__is_no_outcome() -> None:
    """The judge can fail: a cut in the transfer, and one bit of the running slot turned over."""
    bench = update_sweep.bench()
    left = bench.tape.left_by(bench.operations // 4, "torn")
    flash = bytearray(left.flash)
    flash[load_layout("meter_pico").storage_at("slot_a") + 5_000] ^= 1
    with pytest.raises(NoAnswer):
        update_sweep.outcome(replace(left, flash=bytes(flash)), is_thorough=False)


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_update__power_cut_anywhere__old_or_new_image_boots() -> None:
    """`make update-cuts` runs this with each operation."""
    found = update_sweep.sweep(stride=7)
    assert {name for name, text in found.items() if text not in ("old", "new")} == set()
