"""A round with real pictures: cards through the optics, recognised, placed, settled."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from faro.rounds.story import stories
from faro.sim.rig import Rig
from firmware.rounds.findings import FND_CUT_MISPLACED, FND_FACE_UP_LATER
from firmware.rounds.games import catalogue
from hw_sim.world.cards import Card
from tests.scenario.cards_bench import CardBench


@pytest.mark.rule("C1", "C7", "C8", "A3", "LDB 10.1", "LDB 10.12")
def test_round__cards_seen_by_the_cameras__right_hands_and_findings(
    make_rig: Callable[..., Rig],
) -> None:
    """Lucky Draw Baccarat, seats 1 and 4: one card boxed, the cutting card in the middle."""
    bench = CardBench(make_rig("shoe"))
    client = bench.as_role("table")
    game = catalogue.number_of("ldb")
    client.request("OPEN_TABLE", game=game, equipment=0, decks=3, areas=0b1001)
    client.request("PACK_LOADED")

    def deal(*cards: Card) -> None:
        for card in cards:
            bench.wait(400)
            bench.feed(card, 300)
            bench.wait(1_200 if card.is_face_up else 400)

    deal(Card("5H"))  # burned
    deal(Card("QD"), Card("7S"), Card("9C", is_face_up=True), Card("2S", is_turned=True))
    deal(Card(cut="yellow"), Card("3H", wear=2), Card("KC"))
    client.request("DECIDE", seat=1, decision=2)
    deal(Card("6D"))
    client.request("DECIDE", seat=4, decision=1)
    deal(Card("TH"), Card("4C"))
    assert client.request("GET_TABLE", place=0xFF).fields["phase"] == 4
    client.request("END_ROUND", is_void=0)
    story = stories(client.events(0))[1]
    assert {place: hand["cards"] for place, hand in story.hands.items()} == {
        0: ["2S", "TH", "4C"],
        1: ["QD", "3H", "6D"],
        4: ["7S", "KC"],
    }
    assert story.hands[1]["wagers"]["draw"] == {"result": "win", "odds": "3:1"}
    assert story.hands[4]["wagers"]["enter"]["result"] == "win"
    found = [finding["finding"] for finding in story.findings]
    assert found == [FND_FACE_UP_LATER, FND_CUT_MISPLACED]  # far more than half are behind it
    assert story.state == "complete"
    assert client.request("GET_TABLE", place=0xFF).fields["table_flags"] & 1  # shuffle due
