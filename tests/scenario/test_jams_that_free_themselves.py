"""A card that stops once on its way in and then goes on: it is one card, in one place."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from firmware.shuffler import cycle as c
from hw_sim.mechanics.machine_cards import new_deck
from tests.proofs.machine_matrix.bench import RED, ShuffleBench
from tests.proofs.shuffle.continuous_machine import machine_table

MODE_SORT = 2


@pytest.fixture
def bench() -> Iterator[ShuffleBench]:
    made = ShuffleBench(7)
    yield made
    made.rig.close()


# 70: the card before it is not quite in; 97: half way through the cameras; 100, 105, 130: the next
# one follows it closely when it is free; 125: pulled back it uncovers the gate by a hair
@pytest.mark.rule("S1", "C2")
@pytest.mark.parametrize("at_mm", [70, 97, 100, 105, 110, 120, 125, 130, 140, 150])
def test_sort__card_stops_once__sorted_all_the_same(bench: ShuffleBench, at_mm: int) -> None:
    deck = new_deck(RED)
    bench.rig.kernel.rng("mix").shuffle(deck)
    for place in (3, 20, 41):
        deck[place].jam_at_mm = at_mm
    bench.load(deck)
    bench.start(MODE_SORT)
    assert bench.settle() == c.ST_READY
    bench.ask("ABORT_CYCLE")
    assert bench.settle() == c.ST_UNLOADED
    assert [card.code for card in bench.machine.output] == list(range(52))


@pytest.mark.rule("S1", "C2")
@pytest.mark.parametrize("at_mm", [70, 100, 105, 130])
def test_shuffle__card_stops_once__every_card_is_in_its_compartment(
    bench: ShuffleBench, at_mm: int
) -> None:
    deck = new_deck(RED)
    for place in (3, 20, 41):
        deck[place].jam_at_mm = at_mm
    bench.load(deck)
    bench.start()
    assert bench.settle() == c.ST_READY and bench.faults() == []
    assert max(len(box) for box in bench.machine.drum.compartments) == 1
    bench.ask("DELIVER", cards=0)
    assert bench.settle() == c.ST_OFFERED  # each card compared with what went in
    assert len(bench.machine.output) == 52


@pytest.mark.rule("S1", "S8")
def test_shuffle__double_feed_into_a_filled_compartment__a_person_is_called(
    bench: ShuffleBench,
) -> None:
    """First in, first out: a push would bring out a card that lies there rightly."""
    deck = new_deck(RED, decks=3)
    deck[120].stickiness = 1
    deck[121].stack_shift_mm = 14
    bench.load(deck)
    bench.ask("SHUFFLE", mode=1, decks=3)
    assert bench.settle(180_000) == c.ST_CALLING
    assert bench.faults() == ["DOUBLE_FEED"]
    inside = sum(len(box) for box in bench.machine.drum.compartments)
    assert inside == bench.cycle()["cards_inside"] + 2  # both are there, and nothing came out
    assert bench.machine.path.tray and not bench.machine.output


def test_shuffle__motor_that_takes_more_current__shows_in_the_trends(bench: ShuffleBench) -> None:
    bench.load()
    bench.start()
    assert bench.settle() == c.ST_READY
    usual_ma = bench.client.request("GET_TRENDS").fields["current_ma"]
    assert 180 < usual_ma < 900 and usual_ma != 400  # where it began, before any card


@pytest.mark.rule("S1", "LDB 4.1", "TCB 4.1")
@pytest.mark.parametrize("at_mm", [115, 140])
def test_continuous__jam_of_discards__every_card_stays_known(at_mm: int) -> None:
    with machine_table(1, seed=6) as table:
        for _ in range(12):
            dealt = table.deal(5)
            for token in dealt[:2]:
                table.cards[token].jam_at_mm = at_mm
                table.cards[token].jam_wiggles = 1
            table.feed_back(dealt)
        names = [event.name for event in table.client.events(0)]
        assert "JAM_FOUND" in names
        assert "OUTPUT_DIFFERED" not in names and "CARD_FINDING" not in names
