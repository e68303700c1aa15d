"""Cards of the shuffling device on their way to the round: whole firmware, whole machine."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest

from faro.rounds.story import RoundStory, stories
from faro.sim.scenarios.shuffler import ShufflerTable, shuffler_table
from faro.wire.errors import FaroError
from firmware.cards.codes import card_named
from firmware.rounds.deal_order import STANDS
from firmware.rounds.findings import FND_NOT_SHUFFLED
from firmware.rounds.games import catalogue
from firmware.rounds.phases import PHASE_NAMES
from firmware.rounds.rows import FLAG_SHUFFLE_DUE
from firmware.shuffler import cycle as c
from hw_sim.mechanics.machine_cards import SimCard, new_deck
from hw_sim.power import CUT_MODES, Cut

MODE_SHUFFLE, MODE_CONTINUOUS = 1, 4
NOBODY = 0xFF
DEVICE = 1


@pytest.fixture
def table() -> Iterator[ShufflerTable]:
    """A shuffling device at a table, empty."""
    with shuffler_table(4) as table:
        yield table


def open_table(table: ShufflerTable, game: str, areas: int, equipment: int = DEVICE) -> None:
    table.client.request(
        "OPEN_TABLE", game=catalogue.number_of(game), equipment=equipment, decks=0, areas=areas
    )


def round_of(table: ShufflerTable) -> dict[str, Any]:
    return table.client.request("GET_TABLE", place=NOBODY).fields


def phase(table: ShufflerTable) -> str:
    return PHASE_NAMES[round_of(table)["phase"]]


def story(table: ShufflerTable) -> RoundStory:
    found = stories(table.client.events(0))
    return found[max(found)]


def hand(story: RoundStory, place: int) -> list[int]:
    return [card_named(name) for name in story.hands[place]["cards"]]


def codes(cards: list[SimCard]) -> list[int]:
    return [card.code for card in cards]


def end_round(table: ShufflerTable) -> None:
    table.wait_ms(5_000)
    table.client.request("END_ROUND", is_void=0)


# by game: the packets that a dealer asks for with areas 1 and 3 in play, place 0 is the dealer
PACKETS = {
    "tcp": ((0, 3), (1, 3), (3, 3)),  # TCP 7.4
    "fcp": ((1, 5), (3, 5), (0, 5), (0, 1)),  # FCP 7.4
    "csp": ((0, 5), (1, 5), (3, 5)),  # CSP 7.4
}


@pytest.mark.rule("TCP 7.4", "FCP 7.4", "CSP 7.4", "C1", "C3")
@pytest.mark.parametrize("game", list(PACKETS))
def test_device__packets_of_the_game__each_hand_as_the_dealer_has_it(
    table: ShufflerTable, game: str
) -> None:
    open_table(table, game, 0b101)
    for back in (1, 2):  # two decks in turn
        table.shuffle(new_deck(back))
        table.wait_ms(1_500)
        assert not round_of(table)["table_flags"] & FLAG_SHUFFLE_DUE
        hands: dict[int, list[int]] = {0: [], 1: [], 3: []}
        for place, size in PACKETS[game]:
            assert phase(table) == ("dealing" if any(hands.values()) else "ready")
            hands[place] += codes(table.deliver(size))
        assert phase(table) == "dealt"
        end_round(table)
        told = story(table)
        assert (told.number, told.state, told.findings) == (back, "complete", [])
        assert {place: hand(told, place) for place in told.hands} == hands
        assert [card_named(name) for name in told.readings] == codes(table.machine.taken)
        table.deliver()  # the rest, for the next shuffle
        assert phase(table) == "ready"
        table.machine.taken.clear()


@pytest.mark.rule("C10", "TCP 12.2")
def test_device__packet_with_a_card_too_many__is_found(table: ShufflerTable) -> None:
    open_table(table, "tcp", 0b1)
    table.shuffle(new_deck(1))
    for size in (3, 4):
        table.deliver(size)
    names = [event.name for event in table.client.events(0)]
    assert "ROUND_DEALT" in names and "ROUND_FINDING" in names
    assert "QUESTION_ASKED" in names  # which hand has it, the board can't see


@pytest.mark.rule("C11", "TCP 4.1")
def test_device__second_round_from_the_same_shuffle__not_shuffled(table: ShufflerTable) -> None:
    open_table(table, "tcp", 0b1)
    table.shuffle(new_deck(1))
    for _ in range(2):
        table.deliver(3)
        table.deliver(3)
        end_round(table)
    found = [event.fields["irregularity"] for event in table.client.events(0)
             if event.name == "ROUND_FINDING"]  # fmt: skip
    assert found == [FND_NOT_SHUFFLED]


def test_shoe__pack_out_of_the_device__is_no_deal(table: ShufflerTable) -> None:
    open_table(table, "tcp", 0b1, equipment=0)
    table.shuffle(new_deck(1))
    table.deliver()
    assert round_of(table)["cards"] == 0 and phase(table) == "ready"


@pytest.mark.rule("LDB 4.1", "LDB 4.10", "LDB 7.2")
@pytest.mark.parametrize("mode", [MODE_SHUFFLE, MODE_CONTINUOUS])
def test_baccarat__cards_one_by_one__burn_and_hands(table: ShufflerTable, mode: int) -> None:
    """In continuous mode compartments are emptied behind the mouth: what is pulled is dealt."""
    machine = table.machine
    machine.load([card for _ in range(3) for card in new_deck(1)])
    table.client.request("SHUFFLE", mode=mode, decks=3)
    while table.client.request("GET_CYCLE").fields["state"] != c.ST_READY:
        table.wait_ms(1_000)
    table.client.request(
        "OPEN_TABLE", game=catalogue.number_of("ldb"), equipment=DEVICE, decks=3, areas=0b11
    )
    table.wait_ms(1_500)
    pulled: list[int] = []

    def pull(count: int) -> None:
        for _ in range(count):
            if not machine.output:
                table.client.request("DELIVER", cards=0 if mode == MODE_CONTINUOUS else 1)
                table.rig.kernel.run_for_ms(60_000, lambda: machine.is_unlocked)
            pulled.extend(codes(machine.take_output(1)))
            table.wait_ms(700)

    pull(1)
    assert phase(table) == "ready" and round_of(table)["cards"] == 0  # burned (LDB 4.10)
    pull(5)
    for seat in (1, 2):
        table.client.request("DECIDE", seat=seat, decision=STANDS)
    while phase(table) == "dealing":  # the dealer's second, and a third on a low count
        pull(1)
    assert phase(table) == "dealt"
    end_round(table)
    told = story(table)
    assert told.findings == [] and told.state == "complete"
    dealt = pulled[1:]
    assert hand(told, 1) == [dealt[0], dealt[3]]
    assert hand(told, 2) == [dealt[1], dealt[4]]
    assert hand(told, 0) == [dealt[2], *dealt[5:]]


@pytest.mark.campaign
@pytest.mark.rule("STANDARDS 13")
def test_power__cut_while_a_packet_is_taken__all_of_its_cards_or_none() -> None:
    seen: set[bool] = set()
    for operation in range(0, 60, 12):
        with shuffler_table(4) as table:
            open_table(table, "tcp", 0b1)
            table.shuffle(new_deck(1))
            table.deliver(3)
            table.client.request("DELIVER", cards=3)
            table.wait_ms(4_000)
            supply = table.shoe.board.supply
            supply.cut = Cut(supply.operations + operation, CUT_MODES[operation % 3])
            table.machine.take_output()
            table.wait_ms(300)
            supply.cut = None
            with contextlib.suppress(FaroError):
                table.client.close_session()
            table.shoe.board.power_off()
            table.wait_ms(100)
            table.shoe.board.power_on()
            table.rig.wait_ready()
            assert table.keys is not None
            table.client.open_session(table.keys, "table")  # the round in play is not for all
            told = [event.name for event in table.client.events(0)]
            is_named = told.count("CARDS_DEALT") == 2
            assert round_of(table)["cards"] == (6 if is_named else 3), operation
            assert told.count("ROUND_DEALT") == int(is_named), operation
            assert told.count("ROUND_OPENED") == 1
            seen.add(is_named)
    assert seen == {True, False}
