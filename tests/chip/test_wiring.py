"""Levels, pulls and polarity on the chip's own pads, as the rows in board.toml say."""

from __future__ import annotations

from boards.wiring import load_signals
from firmware.jackpot.rows import FAULT_FREEZE_DISAGREES
from tests.chip.table import ChipTable

LINE = load_signals("meter_pico")["PIN_NO_MORE_BETS"]
PULL_UP, PULL_DOWN = 1 << 3, 1 << 2  # of a pad (RP2040 data sheet 2.19.6.3)


def test_line__coupler_conducts_and_goes_dark__bets_open_and_frozen(table: ChipTable) -> None:
    """The collector is low while the shoe lights the coupler; the pull-up makes it high else."""
    table.chip.drive(LINE.pin, 0)
    table.antes(4)
    table.place(4)
    table.wait(300)
    assert table.lamp_pattern(4).count("#") == 4
    table.chip.drive(LINE.pin, 1)
    table.wait(50)
    assert table.jackpot()["accepted"] == 0b1000
    assert ("NO_MORE_BETS", {"level": 1}) in table.events()


def test_line__wire_cut__no_wager_and_a_fault(table: ChipTable) -> None:
    assert LINE.rest is not None
    table.chip.drive(LINE.pin, LINE.rest)
    table.place(6)
    table.wait(4_500)
    assert table.jackpot()["accepted"] == 0
    raised = [fields["fault"] for name, fields in table.events() if name == "FAULT_RAISED"]
    assert FAULT_FREEZE_DISAGREES in raised


def test_sensors__low_is_a_chip__no_chip_no_wager_one_chip_one_wager(table: ChipTable) -> None:
    """An open collector that sees nothing lets go: ones at the expander's pins are empty seats."""
    assert table.chip.rows["BET_SENSORS"].level(False) == 1
    table.antes(1, 2, 3, 4, 5, 6, 7)
    assert table.jackpot()["offered"] == 0
    table.place(3)
    assert table.jackpot()["offered"] == 0b100


def test_pads__after_boot__pulls_are_those_of_the_rows(table: ChipTable) -> None:
    pads = table.chip.look()["pads"]
    for row in load_signals("meter_pico").values():
        if row.way == "in":
            pulls = pads[row.pin] & (PULL_UP | PULL_DOWN)
            assert pulls == (PULL_UP if row.inside else 0), row.name
