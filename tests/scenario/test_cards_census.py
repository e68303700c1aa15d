"""The census on the real firmware: every card named, over power cuts, by order."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from faro.cards.deck_check import census
from faro.sim.rig import Rig
from faro.wire.errors import Refused
from firmware.cards import codes as c
from hw_sim.world.cards import Card, without
from tests.scenario.cards_bench import CardBench

RED, BLUE = 1, 2


@pytest.fixture
def bench(make_rig: Callable[..., Rig]) -> Iterator[CardBench]:
    yield CardBench(make_rig("shoe"))


def feed_all(bench: CardBench, cards: list[Card]) -> None:
    """Feed a pack; what is refused is fed again after button A, as a person would."""
    for card in cards:
        bench.feed(card)
        for _ in range(3):
            if not bench.client.request("GET_AUDIT").fields["unread_cards"]:
                break
            bench.board.press("A")
            bench.wait()
            bench.feed(card.but(spoil=(), damage=""))


@pytest.mark.rule("C2", "CSP 3.4")
def test_census__good_pack__passes_with_an_event(bench: CardBench) -> None:
    client = bench.begin()
    feed_all(bench, bench.pack())
    assert client.request("AUDIT_END", is_whole=1).fields["is_good"] == 1
    names = [event.name for event in bench.news()]
    assert names[-1] == "AUDIT_PASSED" and "AUDIT_FINDING" not in names
    assert bench.faults() == set()
    assert census(client).lines()[-1].startswith("GOOD")


@pytest.mark.rule("C2", "C5", "CSP 14.9", "TCP 12.9")
def test_census__queen_missing_and_jack_doubled__both_named_and_the_shoe_stops(
    bench: CardBench,
) -> None:
    client = bench.begin()
    there = bench.pack()
    at = next(i for i, card in enumerate(there) if card.face == "QD")
    there[at] = there[at].but(face="JD")
    feed_all(bench, there)
    first, second = [i + 1 for i, card in enumerate(there) if card.face == "JD"]
    told = bench.told("CONTRADICTION")
    assert [(t["card"], t["position"], t["earlier_position"]) for t in told] == [
        (c.card_named("JD"), second, first)
    ]
    assert "PACK_BAD" in bench.faults()
    client.request("AUDIT_END", is_whole=1)
    found = census(client).as_json()
    assert found["is_good"] is False and found["cards"] == 52
    assert found["missing"] == [{"card": "QD", "positions": [], "count": 1}]
    assert found["extra"] == [{"card": "JD", "positions": [first, second], "count": 1}]
    assert [t["line"] for t in bench.told("AUDIT_FINDING")] == [2, 1]
    with pytest.raises(Refused, match="this role may not"):
        bench.as_role("technician").request("CLEAR_FAULT", fault=29)
    bench.as_role("inspector").request("CLEAR_FAULT", fault=29)


@pytest.mark.rule("C2", "C3", "CSP 3.2.2")
def test_census__card_of_the_other_deck__named_with_its_back(bench: CardBench) -> None:
    client = bench.begin()
    there = bench.pack()
    there[30] = there[30].but(back="blue")
    feed_all(bench, there)
    told = bench.told("CARD_STRANGE")
    card = c.card_named(there[30].face)
    assert [(t["position"], t["reading"], t["back"], t["card"]) for t in told] == [
        (31, c.OTHER_DECK, BLUE, card)
    ]
    client.request("AUDIT_END", is_whole=1)
    found = census(client).as_json()
    assert found["wrong_back"] == [{"card": there[30].face, "positions": [31], "back": "blue"}]


@pytest.mark.rule("C2")
def test_census__dirty_card__set_apart_fed_again_and_then_good(bench: CardBench) -> None:
    client = bench.begin()
    there = bench.pack()
    there[7] = there[7].but(spoil=(("sticker", "a", 1.0),))
    feed_all(bench, there)
    assert client.request("AUDIT_END", is_whole=1).fields["is_good"] == 1
    read = [t for t in bench.told("CARD_READ") if t["flags"] & 1]
    assert 8 in [t["position"] for t in read]


@pytest.mark.rule("C4", "CSP 3.8", "LDB 3.9")
def test_census__in_the_middle__shows_what_came_and_survives_the_plug(bench: CardBench) -> None:
    client = bench.begin()
    there = without(bench.pack(), "7H")
    feed_all(bench, there[:20])
    before = census(client)
    assert before.fields["cards"] == 20 and not before.is_all_there
    bench.board.board.power_off()
    bench.board.board.power_on()
    bench.rig.wait_ready()
    assert census(bench.client).findings == before.findings
    assert bench.told("AUDIT_RESTORED")[-1] == {"cards": 20, "reads": 20}
    feed_all(bench, there[20:])
    client = bench.as_role("inspector")
    client.request("AUDIT_END", is_whole=1)
    found = census(client).as_json()
    assert [m["card"] for m in found["missing"]] == ["7H"] and found["cards"] == 51


@pytest.mark.rule("C6", "TCB 12.13")
def test_census__three_decks_with_a_fourth_ace__contradiction_at_once(bench: CardBench) -> None:
    bench.begin(decks=3)
    aces = [Card("AS", is_turned=i % 2 == 1) for i in range(4)]
    feed_all(bench, [*aces[:3], Card("KD"), aces[3]])
    assert [t["position"] for t in bench.told("CONTRADICTION")] == [5]


@pytest.mark.rule("C8", "TCB 4.7")
def test_census__shoe_ended_at_the_cutting_card__rest_is_not_missing(bench: CardBench) -> None:
    client = bench.begin(decks=6)
    feed_all(bench, [*bench.pack()[:10], Card(cut="yellow")])
    client.request("AUDIT_END", is_whole=0)
    assert [e.name for e in bench.news("AUDIT_PASSED", "AUDIT_FAILED")] == ["AUDIT_PASSED"]
    assert bench.faults() == set()


def test_census__requests_out_of_place__refused_and_nothing_changes(bench: CardBench) -> None:
    with pytest.raises(Refused, match="needs a role"):
        bench.client.request("AUDIT_BEGIN", decks=1, back=0)
    client = bench.as_role("table")
    for decks in (2, 5, 7, 9, 255):
        with pytest.raises(Refused, match="out of range"):
            client.request("AUDIT_BEGIN", decks=decks, back=0)
    with pytest.raises(Refused, match="out of range"):
        client.request("AUDIT_BEGIN", decks=1, back=7)
    for name, fields in (("AUDIT_END", {"is_whole": 1}), ("FEED_AGAIN", {})):
        with pytest.raises(Refused, match=r"no pack is being checked|nothing of that kind"):
            client.request(name, **fields)
    assert client.request("GET_AUDIT").fields["is_running"] == 0
    assert client.request("GET_AUDIT_LINES", first=9999).fields["count"] == 0
    client = bench.as_role("technician")
    with pytest.raises(Refused, match="out of range"):
        client.request("SET_SETTING", setting=11, value=5)
    client.request("SET_SETTING", setting=11, value=6)
    client.request("AUDIT_BEGIN", decks=0, back=0)
    assert client.request("GET_AUDIT").fields["decks"] == 6


def test_census__board_without_templates__refused_by_name(make_rig: Callable[..., Rig]) -> None:
    bench = CardBench(make_rig("shoe"), is_enrolled=False)
    with pytest.raises(Refused, match="no deck is enrolled"):
        bench.as_role("supervisor").request("AUDIT_BEGIN", decks=1, back=0)
