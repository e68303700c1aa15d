"""A setting that ends the program: the third start is safe, says so, and it can be mended."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from faro.board.commands import faults_of
from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.errors import Refused
from faro.wire.keys import DeviceKeys
from firmware.board.rows import CFG_SEATS, CFG_SUPPLY_WARN_MV, FAULT_SAFE_START
from tests.conftest import provisioned, usb_client
from tests.signed_boards import restarted, technician

FIVE_SEATS_END_IT = """
from firmware import KIND
from firmware.board import heartbeat

_keep_house = heartbeat.Heartbeat.keep_house


def _bad(self):
    if self._board.settings.get(3) == 5:
        raise ValueError("five seats")
    _keep_house(self)


heartbeat.Heartbeat.keep_house = _bad
run = KIND.main
"""


@pytest.fixture(params=["shoe", "meter"])
def bad_rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rig]:
    kind = str(request.param)
    (tmp_path / "main.py").write_text(FIVE_SEATS_END_IT.replace("KIND", kind))
    with Rig((kind,), 1, extra_path=(tmp_path,)) as rig:
        rig.boards[kind].board.on_program_end = lambda _text: None  # the watchdog runs on
        yield rig


def set_to(client: Client, setting: int, value: int) -> None:
    client.request("SET_SETTING", setting=setting, value=value)


def value_of(client: Client, setting: int) -> int:
    return client.request("GET_SETTING", setting=setting).fields["value"]


def ask_its_game(client: Client) -> None:
    client.request("GET_CYCLE" if client.identity.name == "shoe_pico2" else "GET_JACKPOT")


def boots_of(rig: Rig, kind: str, boots: int) -> None:
    board = rig.boards[kind].board
    assert rig.kernel.run_for_ms(60_000, lambda: board.boots >= boots)
    rig.wait_ready(30_000)


def set_five_seats(rig: Rig, kind: str) -> DeviceKeys:
    rig.power_on()
    rig.wait_ready()
    keys = provisioned(rig, kind)
    client = technician(rig, kind, keys)
    set_to(client, CFG_SUPPLY_WARN_MV, 4_700)
    set_to(client, CFG_SEATS, 5)
    return keys


def test_program_ends_twice_in_its_first_minute__safe_settings_no_play_and_a_way_out(
    bad_rig: Rig,
) -> None:
    (kind,) = bad_rig.boards
    keys = set_five_seats(bad_rig, kind)
    boots_of(bad_rig, kind, 3)
    bad_rig.kernel.run_for_ms(90_000)
    assert bad_rig.boards[kind].board.boots == 3
    client = technician(bad_rig, kind, keys)
    (fault,) = [f for f in faults_of(client) if f["name"] == "SAFE_START"]
    assert fault["detail"] == 3
    assert value_of(client, CFG_SEATS) == 7
    with pytest.raises(Refused):
        ask_its_game(client)
    with pytest.raises(Refused) as refused:
        client.request("CLEAR_FAULT", fault=FAULT_SAFE_START)
    assert refused.value.name == "still_present"
    set_to(client, CFG_SEATS, 7)  # as it runs now, but not as it is stored
    restarted(bad_rig, client)
    client = technician(bad_rig, kind, keys)
    assert value_of(client, CFG_SEATS) == 7
    assert value_of(client, CFG_SUPPLY_WARN_MV) == 4_700  # nothing else was touched
    ask_its_game(client)
    client.request("CLEAR_FAULT", fault=FAULT_SAFE_START)


def test_program_lasted_before_it_ended__that_end_does_not_count(bad_rig: Rig) -> None:
    (kind,) = bad_rig.boards
    bad_rig.power_on()
    bad_rig.wait_ready()
    keys = provisioned(bad_rig, kind)
    bad_rig.kernel.run_for_ms(70_000)
    set_to(technician(bad_rig, kind, keys), CFG_SEATS, 5)
    boots_of(bad_rig, kind, 4)
    bad_rig.kernel.run_for_ms(30_000)
    assert bad_rig.boards[kind].board.boots == 4
    assert "SAFE_START" in {f["name"] for f in faults_of(usb_client(bad_rig, kind))}
