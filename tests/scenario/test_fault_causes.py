"""No fault is cleared while its cause can still be seen; the lamp says that a person is needed."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest

from faro.sim.rig import Rig
from faro.sim.scenarios.shuffler import shuffler_table
from faro.wire.errors import Refused
from firmware import meter_rows, shoe_rows
from firmware.core.rows import AT_REST
from firmware.jackpot.rows import CFG_LINK_ROLE, LINK_MEMBER
from firmware.shuffler.cycle import ST_CALLING
from firmware.store.cells import CELL_SETTINGS
from hw_sim import unpowered
from hw_sim.mechanics.machine_cards import new_deck
from tests.conftest import provisioned, usb_client

OF_MEMBERS = {"LINK_LOST", "TERMS_DIFFER"}  # of a board that contributes to another one's pool


def store_setting(rig: Rig, kind: str, number: int, value: int) -> None:
    """As if a technician had set it."""
    store = unpowered.open_store(rig.boards[kind])
    cell = store.edit(CELL_SETTINGS)
    struct.pack_into("<61i", cell, 0, *[60] + [-0x80000000] * 60)
    struct.pack_into("<i", cell, 4 * number, value)
    store.commit()


@pytest.mark.parametrize(
    ("kind", "rows", "role"),
    [("shoe", shoe_rows, 0), ("meter", meter_rows, 0), ("meter", meter_rows, LINK_MEMBER)],
)
def test_catalogue__every_fault_seen_at_rest__is_looked_at_and_no_other(
    kind: str, rows: Any, role: int, tmp_path: Path
) -> None:
    (tmp_path / "main.py").write_text(
        "from firmware.board.board import Board\n"
        "board_run = Board.run\n"
        "def told(board, rooms):\n"
        "    print('looks', sorted(board.safety._presence))\n"
        "    board_run(board, rooms)\n"
        "Board.run = told\n"
        f"from firmware.{kind} import main as run\n"
    )
    with Rig((kind,), 1, (tmp_path,)) as rig:
        if role:
            store_setting(rig, kind, CFG_LINK_ROLE, role)
        rig.power_on()
        rig.wait_ready()
        log = rig.boards[kind].board.vm.log_text()
    line = next(line for line in log.splitlines() if line.startswith("looks"))
    faults = [row for row in rows.FAULTS if row[3] & AT_REST]
    if not role:
        faults = [row for row in faults if row[1] not in OF_MEMBERS]
    assert json.loads(line.split(" ", 1)[1]) == sorted(row[0] for row in faults)


def code_of(name: str) -> int:
    return next(row[0] for row in shoe_rows.FAULTS if row[1] == name)


def test_supply_low__not_cleared_below_the_limit__then_cleared() -> None:
    with Rig(("shoe",)) as rig:
        rig.power_on()
        rig.wait_ready()
        keys = provisioned(rig, "shoe")
        client = usb_client(rig, "shoe")
        client.hello()
        client.open_session(keys, "supervisor")
        rig.boards["shoe"].supply_mv = 4_300
        rig.kernel.run_for_ms(2_000)
        with pytest.raises(Refused) as refused:
            client.request("CLEAR_FAULT", fault=code_of("SUPPLY_LOW"))
        assert refused.value.name == "still_present"
        rig.boards["shoe"].supply_mv = 5_000
        client.request("CLEAR_FAULT", fault=code_of("SUPPLY_LOW"))
        assert client.status()["fault_count"] == 0


def test_jam__card_still_stuck__not_cleared_and_never_a_green_lamp() -> None:
    with shuffler_table(4) as table:
        machine, client = table.machine, table.client
        machine.load(new_deck(1))
        card = machine.path.tray[3]
        card.jam_at_mm, card.jam_wiggles = 60, 99
        client.request("SHUFFLE", mode=1, decks=1)
        lamp = table.shoe.lamp
        table.rig.kernel.run_for_ms(60_000, lambda: client.status()["fault_count"] > 0)
        supervisor = table.rig.client("shoe")
        assert table.keys is not None
        supervisor.open_session(table.keys, "supervisor")
        jam = code_of("JAM")
        assert client.status()["worst_fault"] == jam
        with pytest.raises(Refused) as refused:
            supervisor.request("CLEAR_FAULT", fault=jam)
        assert refused.value.name == "still_present"
        machine.clear_way()
        table.wait_ms(1_500)
        supervisor.request("CLEAR_FAULT", fault=jam)
        table.wait_ms(2_500)
        assert client.request("GET_CYCLE").fields["state"] == ST_CALLING
        assert lamp.colour == "yellow"
