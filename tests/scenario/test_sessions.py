"""Roles and sessions on the whole firmware: who may do what, and what a stranger gets."""

from __future__ import annotations

import hashlib

import pytest

from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.errors import Refused
from faro.wire.keys import DeviceKeys
from firmware.board.board_state import ST_LOCKED
from firmware.trust.sessions import IDLE_LIMIT_S
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
    assert "STAFF_SESSION" in _events(client)


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


def test_confirm__a_roles_own_key__needs_a_named_person(rig: Rig) -> None:
    """Who has a role's file may be the one who asked, and could sign as any person."""
    keys = provisioned(rig, "shoe")
    technician, nobody = usb_client(rig, "shoe"), usb_client(rig, "shoe")
    technician.open_session(keys, "technician")
    technician.request("RESET_STORE")
    nobody.protocol.own = 0x81
    nobody.open_session(keys.of_role("inspector"), "inspector")
    with pytest.raises(Refused) as refused:
        nobody.confirm(nobody.deed())
    assert refused.value.name == "no_person"
    nobody.open_session(keys.of_person("inspector", 8, "Bob"), "inspector")
    nobody.confirm(nobody.deed())


def test_evidence__keys_time_signer_and_restart__role_and_person_named(rig: Rig) -> None:
    keys = provisioned(rig, "shoe")
    client = usb_client(rig, "shoe")
    rig.boards["shoe"].set_lid(True)
    rig.kernel.run_for_ms(100)
    client.open_session(keys.of_person("technician", 7, "Ann"), "technician")
    public_key = bytes(range(60))
    client.request("SET_SIGNER", public_key=public_key)
    client.request("TIME", utc_s=1_800_000_000)
    client.request("RESTART")
    rig.kernel.run_for_ms(3_000)
    rig.wait_ready()
    found = {event.name: event.fields for event in usb_client(rig, "shoe").events(0)}
    for name in ("SIGNER_SET", "TIME_SET", "RESTART_ORDERED"):
        assert (found[name]["role"], found[name]["person"]) == (8, 7), name
    assert found["SIGNER_SET"]["key_hash"] == hashlib.sha256(public_key).digest()[:16]


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


def test_session__idle_for_longer_than_it_lasts__next_command_is_carried_out(rig: Rig) -> None:
    keys = provisioned(rig, "shoe")
    client = usb_client(rig, "shoe")
    client.open_session(keys, "technician")
    for value in (5, 4):
        rig.kernel.run_for_ms((IDLE_LIMIT_S + 1) * 1000)
        client.request("SET_SETTING", setting=SEATS, value=value)
    assert client.request("GET_SETTING", setting=SEATS).fields["value"] == 4


def test_session__client_closed__place_given_back(rig: Rig) -> None:
    keys = provisioned(rig, "shoe")
    for address in range(0x80, 0x98):
        client = usb_client(rig, "shoe")
        client.protocol.own = address
        client.open_session(keys, "table")
        client.close()
        rig.kernel.run_for_ms(20)


@pytest.mark.rule("A3")
def test_evidence__sessions_of_people_settings_and_seal__role_and_person_named(rig: Rig) -> None:
    keys = provisioned(rig, "shoe")
    client = usb_client(rig, "shoe")
    first = client.status()["last_event"]
    for number in range(70):  # a program's sessions use up their ration of chatter
        program = usb_client(rig, "shoe")
        program.protocol.own = 0x81 + number % 4
        program.open_session(keys, "table")
        program.close()
        rig.kernel.run_for_ms(20)
    client.open_session(keys.of_person("technician", 7, "Ann"), "technician")
    client.request("SET_SETTING", setting=SEATS, value=5)
    client.request("SEAL", is_sealed=1)
    found = {event.name: event.fields for event in client.events(first)}
    for name in ("STAFF_SESSION", "SETTING_CHANGED", "SEALED"):
        assert (found[name]["role"], found[name]["person"]) == (8, 7)
