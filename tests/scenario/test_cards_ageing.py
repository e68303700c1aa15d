"""Lamps that fade and glass that gets dirty: warned before more cards are refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from faro.sim.rig import Rig
from hw_sim.optics.ageing import age
from hw_sim.world.pulls import optics_of
from tests.scenario.cards_bench import CardBench


def refused_at(bench: CardBench, cards: int, cause: str) -> int:
    """A pack through the shoe as it is after so many cards; how many of 52 were not read."""
    age(optics_of(bench.board), cards, causes=cause)
    bench.feed(bench.pack())
    return 52 - len(bench.news("CARD_READ"))


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("cause", "fault", "looks"),
    [
        ("lamp", "LIGHT_WEAK", (15_000, 25_000, 30_000)),  # 100 % to 60 % over 50,000 cards
        ("dust", "GLASS_DIRTY", (10_000, 20_000, 25_000)),
    ],
)
def test_ageing__a_life_of_50000_cards__warned_before_refusals_double(
    make_rig: Callable[..., Rig], cause: str, fault: str, looks: tuple[int, ...]
) -> None:
    bench = CardBench(make_rig("shoe"))
    new = refused_at(bench, 0, cause)
    assert bench.faults() == set()
    for cards in looks:
        refused = refused_at(bench, cards, cause)
        assert refused <= max(2 * new, 2), (cards, refused)  # not doubled before the warning
        if fault in bench.faults():
            break
    assert bench.faults() == {fault}
    trend = 1 if cause == "lamp" else 2
    assert bench.client.status()["state"] == 2  # a warning: the shoe works on
    told = [e.fields["trend"] for e in bench.client.events(0) if e.name == "CAMERA_TREND"]
    assert told == [trend]
