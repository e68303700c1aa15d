"""A board that lost a record has a way out: by two roles, or on the bench if its keys are gone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.errors import Refused
from faro.wire.keys import DeviceKeys
from firmware.board.board_state import ST_LOCKED, ST_READY
from firmware.store.cells import CELL_BOOT, CELL_KEYS, CELL_METERS, CELL_OUTBOX, CELL_ROLES
from hw_sim import unpowered
from tests.conftest import provisioned, usb_client


@pytest.fixture
def rig() -> Iterator[Rig]:
    with Rig(("shoe",)) as rig:
        rig.power_on()
        rig.wait_ready()
        yield rig


def lose(rig: Rig, cell: int) -> Client:
    """All copies of a cell are damaged without power, those in the last commit as well."""
    board = rig.boards["shoe"]
    board.board.power_off()
    store = unpowered.open_store(board)
    store.edit(CELL_OUTBOX if cell != CELL_OUTBOX else CELL_METERS)
    store.commit()  # the intent names another cell
    for chip, base in ((0, 0), (1, 0), (0, 0x4000)):
        board.frams[chip].flip_bit(base + store.homes[cell - 1] + 9, 3)
    rig.power_on()
    rig.wait_ready()
    client = usb_client(rig, "shoe")
    client.hello()
    assert client.status()["state"] == ST_LOCKED
    return client


def booted_again(rig: Rig, boots: int) -> Client:
    board = rig.boards["shoe"].board
    rig.kernel.run_for_ms(60_000, lambda: board.boots > boots)
    rig.wait_ready(60_000)
    client = usb_client(rig, "shoe")
    client.hello()
    return client


@pytest.mark.parametrize("cell", [CELL_METERS, CELL_BOOT, CELL_OUTBOX])
def test_cell_lost__technician_and_inspector_empty_the_board__ready(rig: Rig, cell: int) -> None:
    keys = provisioned(rig, "shoe")
    client = lose(rig, cell)
    client.open_session(keys, "technician")
    client.request("RESET_STORE")
    boots = rig.boards["shoe"].board.boots
    second = usb_client(rig, "shoe")
    second.hello()
    second.open_session(keys, "inspector")
    second.confirm(second.deed())
    client = booted_again(rig, boots)
    assert client.status()["state"] == ST_READY
    assert "STORE_FORMATTED" not in [event.name for event in client.events(0)]


@pytest.mark.parametrize("cell", [CELL_KEYS, CELL_ROLES])
def test_keys_lost__provisioned_on_the_bench__ready_and_the_journal_stays(
    rig: Rig, cell: int
) -> None:
    old = provisioned(rig, "shoe")
    client = lose(rig, cell)
    before = len(list(client.events(0)))
    with pytest.raises(Refused) as refused:
        client.open_session(old, "technician")
    assert refused.value.name == "not_provisioned"
    new = DeviceKeys.create(client.identity.unique_id, client.identity.name)
    with pytest.raises(Refused) as refused:
        client.provision(new)
    assert refused.value.name == "lid_closed"
    rig.boards["shoe"].set_lid(True)
    rig.kernel.run_for_ms(1_000)
    boots = rig.boards["shoe"].board.boots
    assert client.provision(new) == 0
    rig.boards["shoe"].set_lid(False)
    client = booted_again(rig, boots)
    client.open_session(new, "technician")
    assert client.status()["state"] != ST_LOCKED
    names = [event.name for event in client.events(0)]
    assert len(names) > before and "STORE_FORMATTED" in names[before:]
    assert "JOURNAL_VERDICT" not in names
