"""A pack that the device shuffles for a shoe: nobody learns its order, by whatever is done next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from faro.sim.scenarios.shuffler import ShufflerTable, shuffler_table
from faro.wire.client import Client
from faro.wire.errors import Refused
from firmware.rounds.games import catalogue
from firmware.rounds.games.vocabulary import DEVICE, SHOE
from hw_sim.mechanics.machine_cards import SimCard, new_deck
from tests.conftest import usb_client

_NAMING = ("CARDS_DEALT", "BOX_DEALT", "CARD_READ", "CARD_FINDING")
MODE_CONTINUOUS = 4


@pytest.fixture
def table() -> Iterator[ShufflerTable]:
    with shuffler_table(6) as made:
        yield made


def open_table(table: ShufflerTable, equipment: int, game: str = "tcp") -> None:
    number = catalogue.number_of(game) if game else 0
    table.client.request("OPEN_TABLE", game=number, equipment=equipment, decks=0, areas=1)


def learned(table: ShufflerTable, pack: list[SimCard]) -> list[str]:
    """What a client without a session can find out: records that name cards, and proofs."""
    stranger: Client = usb_client(table.rig, "shoe")
    stranger.protocol.own = 0x8B
    found = [event.name for event in stranger.events(0) if event.name in _NAMING]
    for shuffle in range(1, table.cycles + 1):
        for position in range(len(pack)):
            fields: dict[str, Any] = {"shuffle": shuffle, "position": position, "height": 0}
            try:
                found.append(stranger.request("GET_PROOF", **fields).name)
            except Refused:
                continue
    return found


@pytest.mark.rule("A2", "STANDARDS 19", "TCB 4.1", "LDB 4.1")
@pytest.mark.parametrize("packets", [(0,), (20, 0), (3, 3, 0)])
def test_prepared__taken_out_at_a_closed_table_then_opened_with_a_shoe__nothing_is_named(
    table: ShufflerTable, packets: tuple[int, ...]
) -> None:
    table.shuffle(new_deck(1))
    pack = [card for size in packets for card in table.deliver(size)]
    assert len(pack) == 52
    assert learned(table, pack) == []
    open_table(table, SHOE)
    table.wait_ms(3_000)
    assert learned(table, pack) == []
    open_table(table, SHOE, "")
    open_table(table, DEVICE)
    assert learned(table, pack) == []


@pytest.mark.rule("A2")
def test_prepared__first_part_taken_at_a_closed_table__the_rest_is_dealt_to_nobody(
    table: ShufflerTable,
) -> None:
    table.shuffle(new_deck(1))
    part = table.deliver(26)
    open_table(table, DEVICE)
    with pytest.raises(Refused, match="shuffle again"):
        table.client.request("DELIVER", cards=3)
    assert learned(table, part) == []


@pytest.mark.rule("A2")
def test_prepared__aborted__nothing_is_named(table: ShufflerTable) -> None:
    table.shuffle(new_deck(1))
    part = table.deliver(5)
    table.client.request("ABORT_CYCLE")
    table.wait_ms(60_000)
    open_table(table, SHOE)
    assert learned(table, part) == []


@pytest.mark.rule("A2")
def test_continuous__compartment_taken_at_a_closed_table__nothing_is_named(
    table: ShufflerTable,
) -> None:
    table.machine.load(new_deck(1))
    table.client.request("SHUFFLE", mode=MODE_CONTINUOUS, decks=1)
    table.wait_ms(40_000)
    taken = table.deliver()
    open_table(table, SHOE)
    assert taken and learned(table, taken) == []
