"""Two decks of different backs that take turns, as the rules ask: no card of either is strange."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from faro.rounds.story import stories
from faro.sim.rig import Rig
from firmware.rounds.games import catalogue
from hw_sim.world.cards import Card
from tests.scenario.cards_bench import CardBench

ROUND = ("2S", "7H", "9C", "KD", "4C", "JH")  # TCP: dealer and one seat


@pytest.mark.rule("TCP 3.2", "FCP 3.2", "CSP 3.2", "C3", "C7")
@pytest.mark.parametrize("has_census", [True, False])
def test_decks__red_and_blue_in_turn__every_round_is_right(
    make_rig: Callable[..., Rig], has_census: bool
) -> None:
    bench = CardBench(make_rig("shoe"))
    if has_census:  # the red deck was checked: its back is known for certain
        bench.begin()
        bench.feed(bench.pack())
        bench.client.request("AUDIT_END", is_whole=1)
        bench.news()
    client = bench.as_role("table")
    client.request("OPEN_TABLE", game=catalogue.number_of("tcp"), equipment=0, decks=0, areas=1)
    for back in ("red", "blue", "red"):
        client.request("PACK_LOADED")
        bench.feed([Card(face, back=back) for face in ROUND])
        bench.wait(5_000)
        client.request("END_ROUND", is_void=0, void_reason=0)
    assert bench.news("CARD_STRANGE", "CARD_REFUSED", "ROUND_FINDING") == []
    told = stories(client.events(0))
    assert [told[number].state for number in (1, 2, 3)] == ["complete"] * 3


@pytest.mark.rule("C7", "TCP 3.1")
def test_decks__one_blue_card_in_the_red_deck__is_found_all_the_same(
    make_rig: Callable[..., Rig],
) -> None:
    bench = CardBench(make_rig("shoe"))
    client = bench.as_role("table")
    client.request("OPEN_TABLE", game=catalogue.number_of("tcp"), equipment=0, decks=0, areas=1)
    client.request("PACK_LOADED")
    bench.feed([Card(face) for face in ROUND[:4]])
    bench.feed(Card("4C", back="blue"))
    assert len(bench.news("CARD_STRANGE")) == 1
