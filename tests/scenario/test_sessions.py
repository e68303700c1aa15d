"""Roles and sessions on the whole firmware: who may do what, and what a stranger gets."""

from __future__ import annotations

import pytest

from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.errors import Refused
from faro.wire.keys import DeviceKeys
from firmware.board.board_state import ST_LOCKED
from tests.conftest import provisioned, usb_client

SEATS = 3


def _events(client: Client) -> list[str]:
    return [event.name for event in client.events(0)]


def test_provision__lid_closed__refused(rig: Rig) -> None:
    client = usb_client(rig, "shoe")
    keys = DeviceKeys.create(client.hello().unique_id, "shoe")
    with pytest.raises(Refused, match="lid open"):
        client.provision(keys)


@pytest.mark.rule("A1")
def test_session__technician__changes_a_setting(rig: Rig) -> None:
    keys = provisioned(rig, "shoe")
    client = usb_client(rig, "shoe")
    with pytest.raises(Refused) as refused:
        client.request("SET_SETTING", setting=SEATS, value=5)
    assert refused.value.name == "no_session"
    client.open_session(keys, "technician")
    client.request("SET_SETTING", setting=SEATS, value=5)
    assert client.request("GET_SETTING", setting=SEATS).fields["value"] == 5
    assert "SESSION_OPENED" in _events(client)


@pytest.mark.rule("A1")
def test_session__wrong_role__not_allowed(rig: Rig) -> None:
    keys = provisioned(rig, "shoe")
    client = usb_client(rig, "shoe")
    client.open_session(keys, "table")
    with pytest.raises(Refused) as refused:
        client.request("SET_SETTING", setting=SEATS, value=5)
    assert refused.value.name == "not_allowed"


def test_session__board_restarts__opened_again_by_itself(rig: Rig) -> None:
    keys = provisioned(rig, "shoe")
    client = usb_client(rig, "shoe")
    client.open_session(keys, "technician")
    rig.boards["shoe"].board.power_off()
    rig.boards["shoe"].board.power_on()
    rig.wait_ready()
    client.request("SET_SETTING", setting=SEATS, value=4)
    assert client.request("GET_SETTING", setting=SEATS).fields["value"] == 4


def test_two_roles__reset_store__needs_the_inspector(rig: Rig) -> None:
    keys = provisioned(rig, "shoe")
    technician = usb_client(rig, "shoe")
    inspector = usb_client(rig, "shoe")
    inspector.protocol.own = 0x81
    technician.open_session(keys, "technician")
    inspector.open_session(keys, "inspector")
    pending = technician.request("RESET_STORE").fields
    with pytest.raises(Refused) as refused:
        technician.confirm(technician.deed())
    assert refused.value.name == "same_role"
    old = inspector.deed()
    assert old.number == pending["number"] and old.left_s == 59
    rig.kernel.run_for_ms(61_000)
    with pytest.raises(Refused) as refused:
        inspector.confirm(old)
    assert refused.value.name == "nothing_pending"
    technician.request("RESET_STORE")
    inspector.confirm(inspector.deed())
    rig.kernel.run_for_ms(20_000)
    fresh = usb_client(rig, "shoe")
    assert fresh.hello().boot_count == 1
    assert "STORE_FORMATTED" not in _events(fresh)  # new on purpose, not found blank


def test_sealed__text_and_service__refused(rig: Rig) -> None:
    keys = provisioned(rig, "shoe")
    client = usb_client(rig, "shoe")
    client.open_session(keys, "technician")
    client.request("SEAL", is_sealed=1)
    assert client.text("fault") == ["sealed: only ver and stat"]
    assert client.text("stat")[0].startswith("shoe")
    with pytest.raises(Refused) as refused:
        client.request("SEAL", is_sealed=0)
    assert refused.value.name == "lid_closed"
    client.transport.write(b"\r\x03\x03\r\x01")
    rig.kernel.run_for_ms(50)
    names = _events(client)
    assert "REPL_ATTEMPT" in names
    assert "SEAL_REFUSED" in names
    rig.boards["shoe"].set_lid(True)
    rig.kernel.run_for_ms(100)
    with pytest.raises(Refused):
        client.request("ENTER_SERVICE")
    client.request("SEAL", is_sealed=0)
    assert client.text("fault")[0].startswith("10 LID_OPEN")


def test_locked__deed_asked_for_before__is_not_carried_out(rig: Rig) -> None:
    keys = provisioned(rig, "shoe")
    technician, inspector = usb_client(rig, "shoe"), usb_client(rig, "shoe")
    inspector.protocol.own = 0x81
    technician.open_session(keys, "technician")
    inspector.open_session(keys, "inspector")
    technician.request("ALLOW_ONE_CAMERA")
    deed = inspector.deed()
    shoe = rig.boards["shoe"]
    for chip in shoe.frams:
        chip.is_dead = True
    shoe.gates["mouth"].pass_card(5)  # the next write finds out
    rig.kernel.run_for_ms(1_100)
    assert technician.status()["state"] == ST_LOCKED
    with pytest.raises(Refused) as refused:
        inspector.confirm(deed)
    assert refused.value.name == "locked"
