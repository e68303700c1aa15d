"""RS-485 while the flash is erased: interrupts are off for 45 ms, and no byte is lost."""

from __future__ import annotations

import pytest

from faro.sim.scenarios.talk import chatter, heard
from hw_sim.chip.board import ChipBoard
from tests.chip.report import Measure
from tests.chip.states import SLOT_AT, Used
from tests.chip.table import ChipTable

pytestmark = pytest.mark.xdist_group("lines")
SPARE_AFTER_MS = 30_000  # the firmware looks at the spare slot so long after its boot
TALK_MS = 4_000


def test_bus__frames_without_a_pause_while_a_slot_is_erased__all_heard(
    dark: ChipBoard, used: Used
) -> None:
    dark.poke(SLOT_AT[2], b"\x00" * 16)  # the spare slot has to be written anew
    dark.power_on()
    dark.wait_colour("green")
    table = ChipTable(dark, used.keys)
    table.wait(SPARE_AFTER_MS - 500)
    good, bad = heard(table.client)
    measure = Measure(dark)
    frames = chatter(TALK_MS)
    dark.bus_send(b"".join(frames))
    table.wait(TALK_MS + 200)
    row = measure.done("RS-485 without a pause while a slot is erased", frames=len(frames))
    assert row["erases"] >= 15
    asked = 1  # by heard() itself
    assert heard(table.client) == (good + len(frames) + asked, bad)
    assert dark.counters()["uartOverruns"] == 0
