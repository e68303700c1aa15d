"""While the flash is erased interrupts are off: the line is caught, inputs are waited for."""

from __future__ import annotations

import pytest

from faro.sim.rig import Rig
from faro.sim.scenarios.talk import chatter, heard
from hw_sim import unpowered
from tests.conftest import bus_client, provisioned, usb_client

SPARE_AFTER_MS = 30_000  # the firmware looks at the spare slot so long after its boot
TALK_MS = 3_000


@pytest.mark.parametrize("kind", ["meter", "shoe"])
def test_bus__frames_without_a_pause_while_a_slot_is_erased__all_heard(make_rig, kind: str) -> None:
    rig: Rig = make_rig(kind)
    board = rig.boards[kind]
    unpowered.clear_slot(board, 2)
    rig.power_on()
    rig.wait_ready()
    rig.kernel.run_for_ms(SPARE_AFTER_MS - 500)
    client = usb_client(rig, kind)
    good, bad = heard(client)
    erases = board.flash.erase_count
    frames = chatter(TALK_MS)
    for frame in frames:
        rig.bus_host.write(frame)
    rig.kernel.run_for_ms(TALK_MS + 200)
    assert board.flash.erase_count - erases >= 15
    assert heard(client) == (good + len(frames) + 1, bad)


def test_bus__restart_ordered_while_a_sector_is_erased__is_carried_out(make_rig) -> None:
    rig: Rig = make_rig("meter")
    board = rig.boards["meter"]
    unpowered.clear_slot(board, 2)
    rig.power_on()
    rig.wait_ready()
    keys = provisioned(rig, "meter")
    client = bus_client(rig, usb_client(rig, "meter").hello().address)
    client.hello()
    client.open_session(keys, "technician")
    order = client.protocol.request("RESTART").data
    erases = board.flash.erase_count
    rig.kernel.run_for_ms(2 * SPARE_AFTER_MS, lambda: board.flash.erase_count > erases + 2)
    rig.bus_host.write(order)
    rig.kernel.run_for_ms(2_000)
    assert board.board.boots == 2


def test_spare__somebody_at_the_inputs__erased_only_when_they_rest(make_rig) -> None:
    rig: Rig = make_rig("meter")
    board = rig.boards["meter"]
    unpowered.clear_slot(board, 2)
    rig.power_on()
    rig.wait_ready()
    button = board.board.pin(board.pins.PIN_BUTTON_A)
    rig.kernel.run_for_ms(SPARE_AFTER_MS - 2_000)
    erases = board.flash.erase_count
    for press in range(10):
        button.drive(press & 1)
        rig.kernel.run_for_ms(500)
    assert board.flash.erase_count == erases
    rig.kernel.run_for_ms(SPARE_AFTER_MS + 10_000)
    assert board.flash.erase_count > erases + 15
    assert board.board.merged_edges == 0


def test_pin__edges_while_interrupts_are_off__come_as_one(make_rig) -> None:
    """As on the chip: a pin has one interrupt, and its handler sees the last level."""
    rig: Rig = make_rig("meter")
    board = rig.boards["meter"]
    unpowered.clear_slot(board, 2)
    rig.power_on()
    rig.wait_ready()
    button = board.board.pin(board.pins.PIN_BUTTON_A)
    erases = board.flash.erase_count
    rig.kernel.run_for_ms(2 * SPARE_AFTER_MS, lambda: board.flash.erase_count > erases + 2)
    for level in (0, 1, 0):
        rig.kernel.run_for_ms(5)
        button.drive(level)
    rig.kernel.run_for_ms(100)
    assert board.board.merged_edges == 2
