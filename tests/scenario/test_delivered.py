"""What the rest of the board hears of a packet: its cards, in order, once a hand has taken it."""

from __future__ import annotations

import re

import pytest

from firmware.shuffler import cycle as c
from hw_sim.shuffle_proof.machine_cycles import ShufflerTable, shuffler_table
from hw_sim.world.machine_cards import new_deck

MODE_CONTINUOUS = 4
LISTENER = """
from firmware import app_shoe

class Listening(app_shoe.ShufflerApp):
    def __init__(self, pins, base, reader):
        super().__init__(pins, base, reader)
        self.on_delivered = self.told

    def told(self, cards, count, is_whole_pack, now_ms):
        print("delivered", now_ms > 0, is_whole_pack, list(cards[:count]))

app_shoe.ShufflerApp = Listening
"""
_LINE = re.compile(r"^delivered True (True|False) \[(.*)\]$", re.MULTILINE)


def told(table: ShufflerTable) -> list[tuple[bool, list[int]]]:
    """(is it a whole pack, its cards) of each packet."""
    found = _LINE.findall(table.shoe.board.vm.log_text())
    return [(whole == "True", [int(card) for card in cards.split(",")]) for whole, cards in found]


@pytest.mark.rule("TCP 7.4", "CSP 7.4")
def test_delivered__packets_then_a_whole_pack__cards_in_order_when_taken() -> None:
    with shuffler_table(4, LISTENER) as table:
        table.shuffle(new_deck(1))
        table.client.request("DELIVER", cards=3)
        table.wait_ms(3_000)
        assert table.machine.is_unlocked and told(table) == []  # offered is not dealt
        expected = [(False, [card.code for card in table.machine.take_output()])]
        table.wait_ms(300)
        for size in (5, 0):  # the rest is no whole pack either
            expected.append((False, [card.code for card in table.deliver(size)]))
        table.shuffle(new_deck(2))
        expected.append((True, [card.code for card in table.deliver()]))
        assert told(table) == expected


@pytest.mark.rule("LDB 4.1")
def test_delivered__continuous_mode__cards_of_the_compartment() -> None:
    with shuffler_table(5, LISTENER) as table:
        table.machine.load(new_deck(1))
        table.client.request("SHUFFLE", mode=MODE_CONTINUOUS, decks=1)
        table.rig.kernel.run_for_ms(30_000, lambda: not table.machine.path.tray)
        table.wait_ms(2_000)
        assert table.client.request("GET_CYCLE").fields["state"] == c.ST_READY
        expected = [(False, [card.code for card in table.deliver()]) for _ in range(4)]
        assert told(table) == expected
