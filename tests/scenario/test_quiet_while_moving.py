"""What can wait is not written to memory while cards move: their edges would come late."""

from __future__ import annotations

from faro.sim.scenarios.shuffler import ShufflerTable, shuffler_table
from firmware.journal.rows import FAULT_EVENTS_OVERWRITTEN
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
