"""The rows of board.toml between world and firmware: line, wires, pulls; a wrong row is seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from boards.wiring import Signal, load_ports, load_signals
from faro.sim.rig import Rig
from faro.sim.scenarios.jackpot import JackpotTable
from faro.wire.client import Client
from faro.wire.errors import FaroError
from firmware.jackpot.rows import FAULT_FREEZE_DISAGREES
from hw_sim import pins
from hw_sim import rig as rig_module
from hw_sim.rig import MODELS
from hw_sim.vm_process import SimError
from hw_sim.world.shoe import ShoeWorld
from tests.conftest import bus_client, usb_client

LINE = "PIN_NO_MORE_BETS"


@pytest.fixture
def table() -> Iterator[JackpotTable]:
    """A shoe and a meter, joined by the line alone."""
    with Rig(("shoe", "meter")) as rig:
        rig.power_on()
        rig.wait_ready()
        rig.kernel.run_for_ms(500)  # the shoe allows bets once it knows that no round is in play
        yield JackpotTable(rig, "meter")


def first_fault(table: JackpotTable) -> int:
    return table.client.status()["worst_fault"]


# -- no more bets ------------------------------------------------------------------------------


@pytest.mark.rule("CSP 5.6", "J2")
def test_line__first_card_of_the_shoe__meter_freezes_and_late_chips_do_not_count(
    table: JackpotTable,
) -> None:
    table.place(2)
    table.antes(2, 3)
    table.wait(300)
    assert table.lamp_pattern(2).count("#") == 4  # bets may be placed, this one is seen
    ShoeWorld(table.rig.boards["shoe"]).pull_card()
    table.wait(500)
    assert table.jackpot()["accepted"] == 0b10
    assert ("NO_MORE_BETS", {"level": 1}) in table.events()
    table.place(3)
    table.wait(300)
    assert ("WAGER_LATE", {"seat": 3}) in table.events()
    assert table.meters()["wagers"] == 1


@pytest.mark.rule("CSP 5.6", "CSP 14.15")
@pytest.mark.parametrize("what", ["wire", "shoe"])
def test_line__wire_cut_or_shoe_without_power__no_wager_and_a_fault(
    table: JackpotTable, what: str
) -> None:
    if what == "wire":
        table.board.wiring[LINE].cut()
    else:
        table.rig.boards["shoe"].board.power_off()
    table.wait(20)
    table.place(5)
    table.wait(4_500)
    assert table.meters()["wagers"] == 0
    assert first_fault(table) == FAULT_FREEZE_DISAGREES
    table.ask("table", "REOPEN_WAGERS", round=table.jackpot()["round"])
    table.take_all()
    table.place(5)
    table.wait(300)
    assert table.lamp_pattern(5).count("#") != 4  # still nothing is taken


@pytest.mark.rule("CSP 5.6")
def test_line__shoe_boots_after_the_meter__bets_from_then_on(table: JackpotTable) -> None:
    shoe, meter = table.rig.boards["shoe"], table.board
    shoe.board.power_off()
    meter.board.power_off()
    meter.board.power_on()
    table.rig.kernel.run_for_ms(5_000, lambda: meter.is_speaking)
    assert meter.wiring[LINE].is_active
    assert table.jackpot()["round"] == 0  # it began dark: nothing was frozen
    shoe.board.power_on()
    table.rig.wait_ready()
    table.wait(500)
    assert not meter.wiring[LINE].is_active
    table.place(1)
    table.antes(1)
    table.wait(300)
    assert table.lamp_pattern(1).count("#") == 4


def test_line__table_without_a_shoe__open_pin_says_nothing() -> None:
    with Rig(("meter",)) as rig:
        rig.power_on()
        rig.wait_ready()
        table = JackpotTable(rig)
        table.set("freeze_sources", 2)
        table.board.wiring[LINE].cut()
        table.wait(300)
        table.place(4)
        table.antes(4)
        table.ask("table", "FREEZE")
        table.wait(4_500)
        assert table.jackpot()["accepted"] == 0b1000
        assert first_fault(table) == 0


# -- pins as the firmware sets them ------------------------------------------------------------


@pytest.mark.parametrize("kind", ["shoe", "meter"])
def test_pins__after_boot__ways_and_pulls_are_those_of_the_rows(kind: str) -> None:
    with Rig((kind,)) as rig:
        rig.power_on()
        rig.wait_ready()
        for pin in rig.boards[kind].wiring:
            if pin.row.way == "in":
                assert not pin.pin.is_output, pin.row.name
                assert pin.pin.has_pull_up == (pin.row.inside == "up"), pin.row.name
            elif pin.row.way == "out":
                assert pin.pin.is_output, pin.row.name


def test_expander__loses_its_power_for_a_moment__told(table: JackpotTable) -> None:
    assert table.board.expander
    table.board.expander.reset()
    table.wait(1_100)
    names = [name for name, _fields in table.events()]
    assert "FAULT_RAISED" in names
    assert table.client.status()["state"] == 3 or first_fault(table)


# -- a wrong row -------------------------------------------------------------------------------


def flipped(row: Signal) -> Signal:
    return replace(row, active=1 - row.active)


def meter_is_well() -> bool:
    """A person at the table: light, keys, buttons, lid, a wager with its lamp, both lines."""
    with Rig(("meter",)) as rig:
        board = rig.boards["meter"]
        rig.power_on()
        rig.wait_ready()
        if board.lamp.colour != "green":
            return False
        client, bus = usb_client(rig, "meter"), bus_client(rig, 0xB0)
        assert board.expander
        bus.status()
        board.expander.set_sensor(2, True)
        rig.kernel.run_for_ms(20)
        told_at_once = _names(client)
        board.press("A")
        rig.kernel.run_for_ms(60)
        is_pressed = "BUTTON_PRESSED" in _names(client)
        for name in ("PIN_KEY_SUPERVISOR", "PIN_KEY_INSPECTOR"):
            for is_turned in (True, False):
                board.wiring[name].show(is_turned)
                rig.kernel.run_for_ms(50)
        board.wiring["PIN_POWER_FAIL"].show(True)
        rig.kernel.run_for_ms(20)
        is_failing = "POWER_FAILING" in _names(client)
        board.wiring["PIN_POWER_FAIL"].show(False)
        flashes = 0  # seat 1 is invited: a short one every two seconds
        for _ in range(8):
            flashes += board.expander.lit & 1
            rig.kernel.run_for_ms(250)
        board.say_no_more_bets(True)
        rig.kernel.run_for_ms(300)
        board.set_lid(True)
        rig.kernel.run_for_ms(1_500)
        board.set_lid(False)
        rig.kernel.run_for_ms(50)
        told = list(client.events(0))
        keys = [e.fields["position"] for e in told if e.name == "KEY_TURNED"]
        line = [e.fields["level"] for e in told if e.name == "NO_MORE_BETS"]
        return (
            "BET_PLACED" in told_at_once
            and (keys, line) == ([0, 1, 0, 1], [1])
            and flashes in (1, 2)
            and is_pressed
            and is_failing
            and board.lamp.colour == "red"  # the lid was open
            and not board.wiring["PIN_LID_LATCH"].is_active
            and _tells_of_a_lid_opened_in_the_dark(rig, "meter")
        )


def shoe_is_well() -> bool:
    """The same at a shoe, with a card."""
    with Rig(("shoe",)) as rig:
        board = rig.boards["shoe"]
        rig.power_on()
        rig.wait_ready()
        if board.lamp.colour != "green" or board.wiring[LINE].is_active:
            return False
        client = usb_client(rig, "shoe")
        bus_client(rig, 0xA0).status()
        ShoeWorld(board).pull_card()
        rig.kernel.run_for_ms(200)
        is_frozen = board.wiring[LINE].is_active
        board.press("B")
        board.wiring["PIN_POWER_FAIL"].show(True)
        rig.kernel.run_for_ms(60)
        at_once = _names(client)
        rig.kernel.run_for_ms(100)
        board.set_lid(True)
        rig.kernel.run_for_ms(1_500)
        board.set_lid(False)
        rig.kernel.run_for_ms(50)
        return (
            is_frozen
            and {"CARD_PASSED", "BUTTON_PRESSED", "POWER_FAILING"} <= set(at_once)
            and board.lamp.colour == "red"  # the lid was open
            and not board.wiring["PIN_LID_LATCH"].is_active
            and _tells_of_a_lid_opened_in_the_dark(rig, "shoe")
        )


def _tells_of_a_lid_opened_in_the_dark(rig: Rig, kind: str) -> bool:
    board = rig.boards[kind]
    board.board.power_off()
    board.set_lid(True)
    board.set_lid(False)
    board.board.power_on()
    rig.wait_ready()
    return "LID_OPENED_UNPOWERED" in _names(usb_client(rig, kind))


def _names(client: Client) -> list[str]:
    return [event.name for event in client.events(0)]


STORIES = {"meter": meter_is_well, "shoe": shoe_is_well}
# Without effect in these stories: what the shuffling device has, antes, an unused buzzer.
LEVELS = [
    (kind, name)
    for kind, names in {
        "meter": "PIN_RS485_DE PIN_NO_MORE_BETS PIN_POWER_FAIL PIN_LAMP_GREEN PIN_BUTTON_A "
        "PIN_KEY_SUPERVISOR PIN_KEY_INSPECTOR PIN_LID PIN_LID_LATCH PIN_LID_LATCH_CLEAR "
        "BET_SENSORS SEAT_LAMPS",
        "shoe": "PIN_RS485_DE PIN_NO_MORE_BETS PIN_POWER_FAIL PIN_LAMP_RED PIN_BUTTON_B PIN_LID "
        "PIN_LID_LATCH PIN_LID_LATCH_CLEAR PIN_GATE_MOUTH",
    }.items()
    for name in names.split()
]


@pytest.mark.parametrize("kind", list(STORIES))
def test_rows__as_they_are__story_goes_well(kind: str) -> None:
    assert STORIES[kind]()


@pytest.mark.parametrize(("kind", "name"), LEVELS)
def test_rows__one_level_upside_down__story_fails(
    kind: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reference = MODELS[kind].reference
    signals, ports = load_signals(reference), load_ports(reference)
    rows = signals if name in signals else ports
    rows[name] = flipped(rows[name])
    monkeypatch.setattr(pins, "load_signals", lambda _board: signals)
    monkeypatch.setattr(rig_module, "load_ports", lambda _board: ports)
    try:
        is_well = STORIES[kind]()
    except (FaroError, SimError):
        is_well = False
    assert not is_well


def test_rows__divider_of_the_supply_is_another__seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """12 V through 47 kΩ / 10 kΩ, as the board once was drawn: 5 V would read 1.75 V."""
    signals = load_signals("meter_pico")
    signals["ADC_SUPPLY"] = replace(signals["ADC_SUPPLY"], full_scale=18_810)
    monkeypatch.setattr(pins, "load_signals", lambda _board: signals)
    assert not meter_is_well()
