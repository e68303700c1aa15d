"""Missing and dying parts: the board says which, keeps talking, and never crashes."""

from __future__ import annotations

import pytest

from firmware.jackpot.rows import FAULT_DISPLAY_LOST, FAULT_EXPANDER_LOST
from hw_sim.chip.board import ChipBoard
from tests.chip.report import Measure
from tests.chip.states import Used
from tests.chip.table import ChipTable

FRAM_A, FRAM_B, EXPANDER, DISPLAY = 0x50, 0x51, 0x20, 0x70


@pytest.mark.parametrize(
    ("address", "fault"), [(EXPANDER, FAULT_EXPANDER_LOST), (DISPLAY, FAULT_DISPLAY_LOST)]
)
def test_part__missing_at_boot__named(
    dark: ChipBoard, used: Used, address: int, fault: int
) -> None:
    dark.unsolder(address)
    dark.power_on()
    dark.wait_colour()
    table = ChipTable(dark, used.keys)
    raised = [fields["fault"] for name, fields in table.events() if name == "FAULT_RAISED"]
    assert fault in raised and dark.colour != "green"
    assert dark.resets == {"power": 0, "watchdog": 0, "asked": 0}


@pytest.mark.parametrize("address", [FRAM_A, FRAM_B])
def test_fram__one_of_two_missing__money_is_there(
    dark: ChipBoard, used: Used, address: int
) -> None:
    dark.power_on()
    dark.wait_colour("green")
    before = ChipTable(dark, used.keys).meters()
    dark.power_off()
    dark.unsolder(address)
    dark.power_on()
    dark.wait_colour()
    table = ChipTable(dark, used.keys)
    assert table.meters() == before
    assert dark.resets["watchdog"] == 0


def test_all_parts__missing__answers_and_is_red(blank: ChipBoard) -> None:
    for address in (FRAM_A, FRAM_B, EXPANDER, DISPLAY):
        blank.unsolder(address)
    measure = Measure(blank)
    blank.power_on()
    blank.wait_colour()
    table = ChipTable(blank)
    status = table.client.status()
    measure.done("boot without any part on I2C", status)
    assert blank.colour == "red" and status["fault_count"] >= 3
    assert table.client.hello().name == "meter_pico"
    assert blank.resets["watchdog"] == 0


def test_display__dies_while_running__told_within_seconds(table: ChipTable) -> None:
    table.chip.unsolder(DISPLAY)
    table.wait(3_000)
    raised = [fields["fault"] for name, fields in table.events() if name == "FAULT_RAISED"]
    assert FAULT_DISPLAY_LOST in raised
    assert table.chip.resets["watchdog"] == 0
