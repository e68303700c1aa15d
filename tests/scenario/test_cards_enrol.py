"""Enrolment on the real firmware: from good reads only, old deck or new, never half."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from faro.cards.enrolment import FAILED, GOOD, Report, report
from faro.sim.rig import Rig
from faro.sim.scenarios.enrolled import feed_for_enrolment
from faro.wire.errors import NoAnswer, Refused
from firmware.cards import codes as c
from hw_sim.power import Cut, CutMode
from hw_sim.world.cards import Card, deck
from tests.scenario.cards_bench import CardBench

WHY_ORDER, WHY_ENDED, WHY_INCOMPLETE = 3, 4, 5


@pytest.fixture
def bench(make_rig: Callable[..., Rig]) -> Iterator[CardBench]:
    yield CardBench(make_rig("shoe", seed=3), is_enrolled=False)


def feed_in_order(bench: CardBench, cards: list[Card], limit: int = 200) -> dict[str, int]:
    """Feed cards as they lie, the same again when refused; stops when the board has had enough."""
    now = dict(bench.client.request("GET_ENROLMENT").fields)
    for card in cards[:limit]:
        for _ in range(4):
            before = now["cards"]
            bench.feed(card)
            now = dict(bench.client.request("GET_ENROLMENT").fields)
            if now["cards"] != before or now["state"] != 2:
                break
        if now["state"] != 2:
            break
    return now


@pytest.mark.campaign
def test_enrol__cards_in_service__works_stored_over_a_restart_and_reads(bench: CardBench) -> None:
    client = bench.as_role("technician")
    client.request("ENROL_BEGIN", order=0)
    now = feed_for_enrolment(bench.rig, client, bench.world, wear=2)
    assert now["state"] == GOOD
    client.request("ENROL_END", is_kept=1)
    told = bench.told("ENROLLED")
    assert len(told) == 1 and told[0]["version"] == 1
    bench.board.board.power_off()
    bench.board.board.power_on()
    bench.rig.wait_ready()
    found = report(bench.client)
    assert found.as_json()["is_enrolled"] and found.fields["crc"] == told[0]["crc"]
    bench.feed([Card("QD"), Card("7C"), Card("TS")])
    read = [t["card"] for t in bench.told("CARD_READ")]
    assert read == [c.card_named(name) for name in ("QD", "7C", "TS")]


def test_enrol__two_cards_out_of_order__refused_by_name_and_nothing_stored(
    bench: CardBench,
) -> None:
    client = bench.as_role("technician")
    client.request("ENROL_BEGIN", order=0)
    cards = deck()
    cards[20], cards[36] = cards[36], cards[20]
    now = feed_in_order(bench, cards * 6, 400)
    assert now["state"] == FAILED and now["why"] == WHY_ENDED
    assert now["card"] in (20, 36)
    client.request("ENROL_END", is_kept=1)
    assert not report(client).as_json()["is_enrolled"]
    assert bench.told("ENROLLED") == []


def test_enrol__card_missing__noticed(bench: CardBench) -> None:
    client = bench.as_role("technician")
    client.request("ENROL_BEGIN", order=0)
    cards = [card for card in deck() if card.face != "7H"]
    now = feed_in_order(bench, cards * 7, 400)
    assert now["state"] == FAILED


def test_enrol__bad_reads__refused(bench: CardBench) -> None:
    client = bench.as_role("technician")
    client.request("ENROL_BEGIN", order=0)
    dirty = [card.but(spoil=(("sticker", "a", 1.0),)) for card in deck()]
    now = feed_in_order(bench, dirty)
    assert now["state"] == FAILED and now["cards"] == 0
    refused = bench.told("ENROL_REFUSED")
    assert {t["card"] for t in refused} == {0}


def test_enrol__who_and_when__only_the_technician_and_no_census_runs(
    make_rig: Callable[..., Rig],
) -> None:
    bench = CardBench(make_rig("shoe"))
    with pytest.raises(Refused, match="this role may not"):
        bench.as_role("inspector").request("ENROL_BEGIN", order=0)
    client = bench.begin()
    client = bench.as_role("technician")
    with pytest.raises(Refused, match="a pack is being checked"):
        client.request("ENROL_BEGIN", order=0)
    client.request("AUDIT_END", is_whole=0)
    with pytest.raises(Refused, match="out of range"):
        client.request("ENROL_BEGIN", order=2)
    with pytest.raises(Refused, match="no deck is being enrolled"):
        client.request("ENROL_END", is_kept=1)
    client.request("ENROL_BEGIN", order=1)
    with pytest.raises(Refused, match="a deck is being enrolled"):
        client.request("AUDIT_BEGIN", decks=1, back=0)
    before = bench.client.request("GET_ENROLMENT").fields["crc"]
    answer = client.request("ENROL_END", is_kept=1).fields
    assert (answer["why"], answer["crc"], answer["version"]) == (WHY_INCOMPLETE, before, 1)
    bench.feed(Card("AS"))
    assert bench.told("CARD_READ")[0]["card"] == c.card_named("AS")


@pytest.mark.parametrize(("operation", "mode"), [(17, "torn"), (33, "after")])
def test_enrol__plug_pulled_while_it_is_kept__old_deck_or_new_never_half(
    make_rig: Callable[..., Rig], operation: int, mode: CutMode
) -> None:
    """In the flash, and in the commit of cell and event; every place is in test_template_slots."""
    bench = CardBench(make_rig("shoe", seed=5))
    old = report(bench.client).fields
    client = bench.as_role("technician")
    client.request("ENROL_BEGIN", order=0)
    assert feed_for_enrolment(bench.rig, client, bench.world)["state"] == GOOD
    supply = bench.board.flash.supply
    supply.cut = Cut(supply.operations + operation, mode)
    with pytest.raises(NoAnswer):
        client.request("ENROL_END", is_kept=1)
    supply.cut = None
    bench.board.board.power_on()
    bench.rig.wait_ready()
    now = report(bench.client).fields
    events = bench.told("ENROLLED")
    is_new = now["version"] == old["version"] + 1
    assert is_new == (len(events) == 1)
    if not is_new:
        assert (now["version"], now["crc"]) == (old["version"], old["crc"])
    assert Report(dict(now)).as_json()["is_enrolled"]
    assert "TEMPLATES_BAD" not in bench.faults()
    bench.feed(Card("QD"))
    assert bench.told("CARD_READ")[0]["card"] == c.card_named("QD")


def test_enrol__templates_damaged_in_flash__stops_and_says_so(
    make_rig: Callable[..., Rig],
) -> None:
    bench = CardBench(make_rig("shoe"))
    bench.board.board.power_off()
    at = bench.board.layout.storage_at("templates")
    bench.board.flash.data[at + 1000] ^= 1
    bench.board.board.power_on()
    bench.rig.wait_ready()
    assert "TEMPLATES_BAD" in bench.faults()
    bench.feed(Card("AS"))
    assert bench.news("CARD_READ") == []
