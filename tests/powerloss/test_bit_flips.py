"""Bits of the memory turned over while the board has no power: repaired and told, or refused."""

from __future__ import annotations

import random

import pytest

from firmware.store.cells import CELLS
from firmware.store.damage import F_COPY_REPAIRED
from firmware.store.layout import COPY_BASE, COPY_CHIP, HOME_AT, SLOT_EXTRA_BYTES
from hw_sim.parts.fram import SIZE_BYTES
from tests.proofs.powerloss import prepare
from tests.proofs.powerloss.bench import Bench
from tests.proofs.powerloss.checks import board_is_as_its_journal_tells

FLIPS_PER_COPY = 8
ANYWHERE = 12
HOMES_BYTES = sum(row[3] + SLOT_EXTRA_BYTES for row in CELLS)


def _cell_at(offset: int) -> int:
    """Give the id of the cell whose home holds a byte."""
    for row in CELLS:
        offset -= row[3] + SLOT_EXTRA_BYTES
        if offset < 0:
            return row[0]
    raise ValueError(offset)


@pytest.mark.parametrize("copy", [0, 1, 2])
def test_flipped_bit__in_a_copy_of_a_cell__repaired_and_told(copy: int) -> None:
    rng = random.Random(copy)
    chip, base = COPY_CHIP[copy], COPY_BASE[copy] + HOME_AT
    for _ in range(FLIPS_PER_COPY):
        offset, bit = rng.randrange(HOMES_BYTES), rng.randrange(8)
        image = prepare.used().with_flipped_bit(chip, base + offset, bit)
        with Bench(image) as bench:
            bench.boot()
            story = board_is_as_its_journal_tells(bench)
            told = {"finding": F_COPY_REPAIRED, "a": _cell_at(offset), "b": copy}
            assert ("STORE_FINDING", told) in story.events, (copy, offset, bit)
            assert not story.faults


def test_flipped_bit__anywhere_in_the_chips__never_a_wrong_value() -> None:
    rng = random.Random("anywhere")
    for _ in range(ANYWHERE):
        chip, address, bit = rng.randrange(2), rng.randrange(SIZE_BYTES), rng.randrange(8)
        with Bench(prepare.used().with_flipped_bit(chip, address, bit)) as bench:
            bench.boot()
            assert not board_is_as_its_journal_tells(bench).faults, (chip, address, bit)
