"""A hanging I2C bus: freed by clocks, or waited for; memory never looks set back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from faro.sim.rig import Rig
from firmware.board.board_state import ST_LOCKED, ST_READY
from hw_sim.parts.i2c_wires import I2cWires
from tests.conftest import provisioned, usb_client

KINDS = ("shoe", "meter")
WRONG = {"STORE_FINDING", "JOURNAL_VERDICT", "FAULT_RAISED"}


@pytest.fixture(params=KINDS)
def rig(request: pytest.FixtureRequest) -> Iterator[Rig]:
    with Rig((request.param,)) as rig:
        rig.power_on()
        rig.wait_ready()
        provisioned(rig, request.param)
        yield rig


def kind_of(rig: Rig) -> str:
    return next(iter(rig.boards))


def wires_of(rig: Rig) -> I2cWires:
    board = rig.boards[kind_of(rig)]
    return board.board.i2c_wires[board.pins.I2C_ID]


def state_of(rig: Rig) -> int:
    return usb_client(rig, kind_of(rig)).status()["state"]


def told(rig: Rig) -> list[tuple[int, str]]:
    return [(event.number, event.name) for event in usb_client(rig, kind_of(rig)).events(0)]


def reboot(rig: Rig) -> None:
    rig.boards[kind_of(rig)].board.power_off()
    rig.power_on()
    rig.wait_ready()


@pytest.mark.parametrize("clocks", [1, 9])
def test_part_cut_off_in_a_byte__boot__clocked_free_and_nothing_is_wrong(
    rig: Rig, clocks: int
) -> None:
    before = told(rig)
    wires = wires_of(rig)
    wires.hang(clocks)
    rig.boards[kind_of(rig)].board.power_off()
    rig.power_on()
    rig.wait_ready()
    # the stop brings one clock more
    assert not wires.is_held and wires.clocks_seen == clocks + 1 and wires.stops_seen == 1
    assert state_of(rig) == ST_READY
    assert not WRONG & {name for _number, name in told(rig)[len(before) :]}


def test_part_cut_off_in_a_byte__in_the_middle_of_work__nobody_notices(rig: Rig) -> None:
    before = told(rig)
    for clocks in (9, 3, 1):
        wires_of(rig).hang(clocks)
        rig.kernel.run_for_ms(2_500)
        assert not wires_of(rig).is_held
        assert state_of(rig) == ST_READY
    assert told(rig) == before


@pytest.mark.parametrize("boots", [1, 10])
def test_bus_held__for_whole_boots__locked_then_ready_and_nothing_lost(
    rig: Rig, boots: int
) -> None:
    before = told(rig)
    wires_of(rig).hang()
    for _ in range(boots):
        reboot(rig)
        assert state_of(rig) == ST_LOCKED
        rig.kernel.run_for_ms(3_000)
    board = rig.boards[kind_of(rig)].board
    board.power_off()
    wires_of(rig).release()
    rig.power_on()
    rig.wait_ready()
    assert state_of(rig) == ST_READY
    after = told(rig)
    assert after[: len(before)] == before
    assert not WRONG & {name for _number, name in after[len(before) :]}


@pytest.mark.parametrize("at_boot", [True, False])
def test_bus_held__let_go_with_power_on__ready_again_by_itself(rig: Rig, at_boot: bool) -> None:
    before = told(rig)
    board = rig.boards[kind_of(rig)].board
    wires_of(rig).hang()
    if at_boot:
        reboot(rig)
    rig.kernel.run_for_ms(10_000)
    assert state_of(rig) == ST_LOCKED
    boots = board.boots
    wires_of(rig).release()
    rig.kernel.run_for_ms(20_000, lambda: board.boots > boots)
    rig.wait_ready()
    assert state_of(rig) == ST_READY
    after = told(rig)
    assert after[: len(before)] == before
    names = [name for _number, name in after[len(before) :]]
    assert "STORE_FINDING" in names and "FAULT_RAISED" not in names
