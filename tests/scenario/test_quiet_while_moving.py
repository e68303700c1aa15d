"""What can wait is not written to memory while cards move: their edges would come late."""

from __future__ import annotations

import pytest

from faro.sim.scenarios.shuffler import ShufflerTable, shuffler_table
from faro.update.sender import get_status
from faro.wire.errors import Refused
from firmware.journal.rows import FAULT_EVENTS_OVERWRITTEN
from firmware.update.updater import US_ERASING, US_HEAD
from hw_sim import unpowered
from hw_sim.mechanics.machine_cards import new_deck

# at every look somebody finds that events were lost, and that the roller wears: two warnings
WARNED = f"""
from firmware.board import storage
from firmware.shuffler import room

class Worn(room.Trends):
    def finding(self, _cards):
        print("warned")
        return 0

def overflow(self, raise_fault):
    print("warned")
    raise_fault({FAULT_EVENTS_OVERWRITTEN}, 1)

room.Trends = Worn
storage.Storage._tell_overflow = overflow
"""


def warnings(table: ShufflerTable) -> int:
    return table.shoe.board.vm.log_text().count("warned")


def test_warnings__while_cards_move__wait_until_they_rest() -> None:
    with shuffler_table(4, WARNED) as table:
        assert warnings(table) > 0
        machine = table.machine
        machine.load(new_deck(1))
        table.client.request("SHUFFLE", mode=1, decks=1)
        table.rig.kernel.run_for_ms(20_000, lambda: sum(map(len, machine.drum.compartments)) > 3)
        before = warnings(table)
        table.wait_ms(8_000)
        assert warnings(table) == before and machine.path.tray  # still feeding
        table.wait_ms(8_000)
        assert warnings(table) > before
        table.client.request("DELIVER", cards=0)
        table.wait_ms(1_000)
        before = warnings(table)
        table.wait_ms(5_000)
        assert warnings(table) == before and not machine.is_unlocked  # still delivering
        table.wait_ms(11_000)
        assert warnings(table) > before and len(machine.take_output()) == 52
        names = [event.name for event in table.client.events(0)]
        assert "OUTPUT_DIFFERED" not in names


def test_update__begins_just_before_a_shuffle__the_slot_is_erased_when_the_cards_rest() -> None:
    with shuffler_table(4) as table:
        board = table.rig.boards["shoe"]
        board.board.power_off()
        unpowered.set_signer(board, bytes(range(60)))
        table.rig.power_on()
        table.rig.wait_ready()
        client, dealer = table.rig.client("shoe"), table.rig.client("shoe")
        assert table.keys is not None
        client.open_session(table.keys, "technician")
        dealer.open_session(table.keys, "table")
        table.machine.load(new_deck(1))
        client.request("UPDATE_BEGIN", total_bytes=100_000)
        dealer.request("SHUFFLE", mode=1, decks=1)
        table.wait_ms(3_000)
        erases = board.flash.erase_count
        table.wait_ms(4_000)
        assert table.machine.path.tray and board.flash.erase_count == erases
        assert get_status(client).state == US_ERASING
        with pytest.raises(Refused, match="busy"):
            client.request("UPDATE_BEGIN", total_bytes=100_000)
        table.rig.kernel.run_for_ms(180_000, lambda: get_status(client).state == US_HEAD)
        assert get_status(client).state == US_HEAD and not table.machine.path.tray
        assert client.status()["fault_count"] == 0
