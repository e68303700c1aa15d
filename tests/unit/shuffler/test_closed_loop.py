"""Closed loop: what came out against the plan, and the measured order for the statistics."""

from __future__ import annotations

import random

import pytest

from firmware.shuffler.health import closed_loop as c
from firmware.shuffler.health.order_stats import OrderStats
from firmware.shuffler.plan import Plan
from tests.helpers.plan_checks import seeded_draw


def cycle(count: int, seed: int = 1):
    """A plan, the cards as fed, and the cards as they must come out."""
    cards = [i % 52 for i in range(count)]
    random.Random(seed).shuffle(cards)
    plan = Plan(seeded_draw(bytes([seed])))
    assert plan.begin(count) and (plan.is_shuffled() or plan.draw())
    out = [cards[plan.index_at(position)] for position in range(count)]
    loop = c.ClosedLoop()
    loop.begin(plan, bytearray(cards))
    return plan, loop, out


@pytest.mark.parametrize("count", [52, 156, 416])
def test_loop__as_planned__order_is_the_plan(count: int) -> None:
    plan, loop, out = cycle(count)
    assert not loop.is_as_planned()
    assert [loop.saw(card) for card in out] == [c.LOOP_OK] * count
    assert loop.is_as_planned() and loop.is_order_whole()
    assert list(loop.order[:count]) == [plan.index_at(i) for i in range(count)]
    assert loop.saw(0) == c.LOOP_UNKNOWN_CARD  # one more than went in
    assert not loop.is_as_planned()


@pytest.mark.parametrize("count", [52, 416])
def test_loop__every_neighbour_pair_swapped__found_where_it_is(count: int) -> None:
    for at in range(0, count - 1, 7):
        _, loop, out = cycle(count)
        if out[at] == out[at + 1]:
            continue
        out[at], out[at + 1] = out[at + 1], out[at]
        codes = [loop.saw(card) for card in out]
        assert codes[at : at + 2] == [c.LOOP_OTHER_CARD] * 2
        assert (loop.first_wrong, loop.wrong) == (at, 2)
        assert loop.is_order_whole() and not loop.is_as_planned()
        assert OrderStats().measure(loop.order, count)


@pytest.mark.parametrize("count", [52, 416])
def test_loop__nothing_was_shuffled__order_is_the_in_feed_and_the_rule_sees_it(count: int) -> None:
    _, loop, _ = cycle(count)
    for card in bytes(loop._cards_in):
        loop.saw(card)
    stats = OrderStats()
    assert loop.is_order_whole() and not loop.is_as_planned()
    assert stats.measure(loop.order, count) and stats.judge()


def test_loop__foreign_card_and_one_too_many__unknown() -> None:
    _, loop, out = cycle(52)
    assert loop.saw(out[1]) == c.LOOP_OTHER_CARD
    assert loop.saw(out[1]) == c.LOOP_UNKNOWN_CARD  # a second one of a kind that went in once
    assert loop.saw(0x40) == c.LOOP_UNKNOWN_CARD
    assert (loop.first_wrong, loop.wrong, loop.unknown) == (0, 1, 2)
    assert not loop.is_order_whole()


def test_loop__equal_cards_of_two_decks_swapped__nobody_could_tell() -> None:
    _, loop, out = cycle(104)
    assert [loop.saw(card) for card in out] == [c.LOOP_OK] * 104
    assert sorted(loop.order[:104]) == list(range(104))


def test_loop__copy_taken_early__its_twin_stands_in() -> None:
    """A card came too early: when its planned place comes, the other copy is taken for it."""
    _, loop, out = cycle(104, seed=3)
    card = out[0]
    twin_at = out.index(card, 1)
    out[1], out[twin_at] = out[twin_at], out[1]  # the twin comes out second
    for read in out:
        loop.saw(read)
    assert loop.is_order_whole() and sorted(loop.order[:104]) == list(range(104))
    assert loop.wrong == (2 if twin_at != 1 else 0)


def test_loop__forgotten__no_order_is_left() -> None:
    _, loop, out = cycle(52)
    for card in out:
        loop.saw(card)
    loop.forget()
    assert set(loop.order) == {0xFFFF} and loop.count == 0
    assert not loop.is_as_planned() and not loop.is_order_whole()
