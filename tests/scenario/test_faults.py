"""Every fault of the catalogue: named by the firmware, sticky, cleared only when mended."""

from __future__ import annotations

import pytest

from faro.board.commands import faults_of
from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.dictionary import own_dictionary
from faro.wire.errors import Refused
from faro.wire.keys import ROLES, DeviceKeys
from hw_sim.faults import CATALOGUE, SimFault
from hw_sim.hands.hands import Hands
from tests.conftest import provisioned, usb_client

_REPORTED = [fault for fault in CATALOGUE if fault.board_fault]
_SILENT = [fault for fault in CATALOGUE if not fault.board_fault]


def _names(client: Client) -> list[str]:
    return [fault["name"] for fault in faults_of(client)]


def _role_for(name: str) -> str:
    spec = next(s for s in own_dictionary().faults.values() if s.name == name)
    return next(role for role, bit in ROLES.items() if bit & spec.clearing_roles)


def _clear(rig: Rig, board: str, keys: DeviceKeys, name: str) -> None:
    client = usb_client(rig, board)
    client.open_session(keys, _role_for(name))
    codes = {spec.name: number for number, spec in own_dictionary().faults.items()}
    client.request("CLEAR_FAULT", fault=codes[name])
    client.close_session()


@pytest.mark.rule("J12")
@pytest.mark.parametrize("fault", _REPORTED, ids=lambda f: f.id)
def test_fault__breaks_and_is_mended__named_then_cleared(rig: Rig, fault: SimFault) -> None:
    kind = fault.kinds[-1]
    board = rig.boards[kind]
    keys = provisioned(rig, kind)
    client = usb_client(rig, kind)
    assert fault.board_fault is not None
    fault.start(rig, board)
    if fault.needs_card:
        Hands(rig).run("deal AS")
    rig.kernel.run_for_ms(fault.within_ms)
    assert fault.board_fault in _names(client)
    assert board.lamp.colour != "green"
    fault.stop(rig, board)
    if fault.needs_card:
        Hands(rig).run("deal AS")
    rig.kernel.run_for_ms(2_000)
    assert fault.board_fault in _names(client)  # sticky: mended is not cleared
    if not fault.board_fault.startswith("FRAM"):  # a lost chip is back at the next boot only
        _clear(rig, kind, keys, fault.board_fault)
        assert fault.board_fault not in _names(client)


@pytest.mark.parametrize("fault", _SILENT, ids=lambda f: f.id)
def test_fault__only_the_line_or_plug__board_is_well_afterwards(rig: Rig, fault: SimFault) -> None:
    board = rig.boards["shoe"]
    usb_client(rig, "shoe").hello()
    fault.start(rig, board)
    rig.kernel.run_for_ms(12_000)
    fault.stop(rig, board)
    rig.wait_ready()
    client = usb_client(rig, "shoe")
    assert client.status()["fault_count"] == 0
    if "cut" in fault.id and "usb" in fault.id:
        events = [(e.name, e.fields) for e in client.events(0)]
        down = next(fields for name, fields in events if name == "LINK_DOWN")
        assert down["silence_ms"] <= 5_000  # STANDARDS 20, 25


def test_fault__cause_still_there__clearing_refused(rig: Rig) -> None:
    keys = provisioned(rig, "shoe")
    rig.boards["shoe"].set_lid(True)
    rig.kernel.run_for_ms(100)
    with pytest.raises(Refused, match="cause is still there"):
        _clear(rig, "shoe", keys, "LID_OPEN")


@pytest.mark.rule("J12")
def test_fault__display_dead__only_an_inspector_may_clear(rig: Rig) -> None:
    """CSP 14.15: the game goes on only after an inspector's approval."""
    keys = provisioned(rig, "meter")
    board = rig.boards["meter"]
    assert board.display is not None
    board.display.is_dead = True
    rig.kernel.run_for_ms(2_500)
    board.display.is_dead = False
    client = usb_client(rig, "meter")
    client.open_session(keys, "supervisor")
    with pytest.raises(Refused, match="this role may not"):
        client.request("CLEAR_FAULT", fault=9)
    client.open_session(keys, "inspector")
    client.request("CLEAR_FAULT", fault=9)
    assert client.status()["state"] == 1
