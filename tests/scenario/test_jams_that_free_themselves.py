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


@pytest.mark.rule("S1", "C2")
@pytest.mark.parametrize("at_mm", [110, 120, 140, 150])
def test_sort__jam_behind_the_gate__sorted_all_the_same(bench: ShuffleBench, at_mm: int) -> None:
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
