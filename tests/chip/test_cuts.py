"""Power cuts at any cycle, flash and FRAM kept: money and journal are right afterwards."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from faro.wire.errors import FaroError, Refused
from hw_sim.chip.board import ChipBoard
from tests.chip.report import Measure
from tests.chip.states import Used
from tests.chip.table import ChipTable
from tests.chip.test_table import assert_reconciles

CUTS = 4
TORN_PAGE_NS = 0.35e6


def boot(chip: ChipBoard, used: Used) -> ChipTable:
    chip.power_on()
    chip.wait_colour()
    return ChipTable(chip, used.keys)


def tidy_up(table: ChipTable) -> None:
    """Chips away; the round that the cut fell into is opened again, if one was frozen."""
    with suppress(Refused):
        table.end(table.jackpot()["round"])
    table.wait(1_000)


def play_until_cut(table: ChipTable) -> dict[str, int]:
    """Rounds until the supply goes; the meters as they were last told."""
    told: dict[str, int] = {}
    try:
        told = table.meters()
        while True:
            table.end(table.deal(1, 3, 5))
            told = table.meters()
    except FaroError:
        assert not table.chip.is_on
        return told


@pytest.mark.parametrize("seed", range(3))
def test_cut__at_random_cycles_while_playing__books_right(
    dark: ChipBoard, used: Used, seed: int
) -> None:
    chance = random.Random(seed)
    table = boot(dark, used)
    measure = Measure(dark)
    for _ in range(CUTS):
        table.client.tries = 2
        dark.cut_after(chance.uniform(20, 1_500))
        told = play_until_cut(table)
        table = boot(dark, used)
        now = table.meters()
        # what was told is kept; at most the round in play has come to it
        assert not told or told["wagers"] <= now["wagers"] <= told["wagers"] + 3, seed
        assert_reconciles(table)
        tidy_up(table)
    measure.done(f"{CUTS} cuts while playing, seed {seed}", table.client.status())
    assert dark.resets["watchdog"] == 0


@pytest.mark.parametrize("seed", range(2))
def test_cut__at_random_cycles_of_the_boot__next_boot_is_good(
    dark: ChipBoard, used: Used, seed: int
) -> None:
    chance = random.Random(100 + seed)
    before = boot(dark, used).meters()
    dark.power_off()
    for _ in range(6):
        dark.power_on()
        dark.cut_after(chance.uniform(1, 2_600))
        dark.run(3_000)
        assert not dark.is_on
    table = boot(dark, used)
    assert dark.colour == "green"
    assert table.meters() == before
    assert_reconciles(table)


@pytest.mark.parametrize("operation", [1, 2])
def test_cut__inside_a_page_of_the_journal__torn_page_is_not_believed(
    dark: ChipBoard, used: Used, operation: int
) -> None:
    table = boot(dark, used)
    table.client.tries = 2
    dark.cut_in_flash(operation, TORN_PAGE_NS)
    play_until_cut(table)
    table = boot(dark, used)
    assert_reconciles(table)
    tidy_up(table)
    table.end(table.deal(2, 4))
    assert_reconciles(table)


def test_cut__on_new_chips_before_the_first_green__starts_again(blank: ChipBoard) -> None:
    chance = random.Random(7)
    for _ in range(3):
        blank.power_on()
        blank.cut_after(chance.uniform(800, 3_400))
        blank.run(4_000)
    blank.power_on()
    blank.wait_colour()
    assert blank.colour == "green"
    assert ChipTable(blank).client.status()["fault_count"] == 0
