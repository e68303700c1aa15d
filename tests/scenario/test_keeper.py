"""The keeper on the whole firmware: it alone acknowledges, its time wins, and it orders nothing."""

from __future__ import annotations

import pytest

from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.errors import BadInput, Refused
from faro.wire.keys import DeviceKeys
from tests.conftest import provisioned, usb_client

UTC_S = 1_800_000_000
OTHERS = ("table", "supervisor", "inspector", "technician")


def _as(rig: Rig, keys: DeviceKeys, role: str, sender: int) -> Client:
    client = usb_client(rig, "shoe")
    client.protocol.own = sender
    client.open_session(keys, role)
    return client


def _tell_time(client: Client, utc_s: int) -> str:
    try:
        client.request("TIME", utc_s=utc_s)
    except Refused as refused:
        return refused.name
    return ""


def test_ack__from_any_other_role__changes_nothing(rig: Rig) -> None:
    keys = provisioned(rig, "shoe")
    before = usb_client(rig, "shoe").status()["acked_event"]
    for i, role in enumerate(OTHERS):
        client = _as(rig, keys, role, 0x83 + i)
        client.send("ACK", number=before + 2, credit_frames=0)
        assert client.status()["acked_event"] == before
        with pytest.raises(BadInput, match="only the keeper"):
            next(client.follow(0, is_acking=True))
    keeper = _as(rig, keys, "keeper", 0x90)
    keeper.send("ACK", number=before + 2, credit_frames=0)
    assert keeper.status()["acked_event"] == before + 2


def test_keeper__orders__not_allowed(rig: Rig) -> None:
    keeper = _as(rig, provisioned(rig, "shoe"), "keeper", 0x90)
    for name, fields in (
        ("SET_SETTING", {"setting": 3, "value": 5}),
        ("CLEAR_FAULT", {"fault": 2}),
        ("RESTART", {}),
        ("FEED_AGAIN", {}),
        ("GET_DEED", {"after": 0}),
    ):
        with pytest.raises(Refused) as refused:
            keeper.request(name, **fields)
        assert refused.value.name == "not_allowed", name


def test_time__a_keeper_has_told_it__other_roles_change_nothing(rig: Rig) -> None:
    keys = provisioned(rig, "shoe")
    table, keeper = _as(rig, keys, "table", 0x83), _as(rig, keys, "keeper", 0x90)
    assert _tell_time(table, UTC_S) == ""
    assert _tell_time(keeper, UTC_S + 100) == ""
    assert _tell_time(table, UTC_S) == "not_now"
    assert abs(table.status()["utc_s"] - UTC_S - 100) <= 1
    told = [event.name for event in table.events(0)].count("TIME_SET")
    rig.kernel.run_for_ms(26 * 60_000)  # the keeper has gone
    assert _tell_time(table, UTC_S) == ""
    assert [event.name for event in table.events(0)].count("TIME_SET") == told + 1


def test_time__a_second_off__board_does_not_move_its_clock(rig: Rig) -> None:
    keys = provisioned(rig, "shoe")
    table = _as(rig, keys, "table", 0x83)
    assert _tell_time(table, UTC_S) == ""
    for off_s in (1, -1):
        now_s = table.status()["utc_s"]
        assert _tell_time(table, now_s + off_s) == ""
        assert table.status()["utc_s"] == now_s
