"""Jackpot classes of five cards against counting arguments (STANDARDS, exact oracles)."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from faro.jackpot import rules as jackpot_rules
from firmware.jackpot.hand_class import FLUSH, FOUR, FULL, NO_CLASS, ROYAL, STRAIGHT, class_of
from firmware.rounds.games import catalogue, csp
from firmware.rounds.games.vocabulary import FLUSH as GAME_FLUSH
from firmware.rounds.games.vocabulary import FOUR_OF_A_KIND, FULL_HOUSE, ROYAL_FLUSH, STRAIGHT_FLUSH


def by_counting(cards: tuple[int, ...]) -> int:
    """The class by sorted ranks and Counter: another way than the firmware's bits."""
    ranks = sorted(card // 4 for card in cards)
    counts = sorted(Counter(ranks).values())
    is_flush = len({card % 4 for card in cards}) == 1
    is_run = ranks in ([*range(ranks[0], ranks[0] + 5)], [0, 1, 2, 3, 12])
    if is_flush and is_run:
        return ROYAL if ranks == [8, 9, 10, 11, 12] else STRAIGHT
    if counts == [1, 4]:
        return FOUR
    if counts == [2, 3]:
        return FULL
    return FLUSH if is_flush else NO_CLASS


@pytest.mark.rule("J5", "CSP 13.1")
def test_class_of__all_suited_hands__exact_counts() -> None:
    found = Counter(
        class_of([rank * 4 + suit for rank in ranks])
        for suit in range(4)
        for ranks in itertools.combinations(range(13), 5)
    )
    assert found == {ROYAL: 4, STRAIGHT: 36, FLUSH: 5_108}


@pytest.mark.rule("J5", "CSP 13.1")
def test_class_of__all_hands_with_three_or_four_of_a_rank__exact_counts() -> None:
    hands: set[tuple[int, ...]] = set()
    for rank in range(13):
        for three in itertools.combinations(range(rank * 4, rank * 4 + 4), 3):
            for two in itertools.combinations([c for c in range(52) if c not in three], 2):
                hands.add(tuple(sorted(three + two)))
    found = Counter(map(class_of, hands))
    assert (found[FOUR], found[FULL]) == (624, 3_744)
    assert found[NO_CLASS] == len(hands) - 624 - 3_744


def test_class_of__any_order_of_any_hand__as_by_counting() -> None:
    rng = random.Random(5)
    for _ in range(20_000):
        cards = tuple(rng.sample(range(52), 5))
        assert class_of(cards) == by_counting(cards), cards


_AS_THE_GAME = {
    ROYAL_FLUSH: ROYAL, STRAIGHT_FLUSH: STRAIGHT, FOUR_OF_A_KIND: FOUR, FULL_HOUSE: FULL,
    GAME_FLUSH: FLUSH,
}  # fmt: skip


def _agrees(hand, cards: tuple[int, ...]) -> bool:
    """The jackpot's class is the one that the game's own evaluator and the host's give."""
    hand.value(cards, 0, 5)
    kind = _AS_THE_GAME.get(hand.kind, NO_CLASS)
    return class_of(cards) == kind == jackpot_rules.class_of(bytes(cards))


@pytest.mark.rule("J14", "CSP 11.7", "CSP 13.1")
@pytest.mark.campaign
def test_class_of__every_suited_hand_and_a_sample__as_the_games_evaluator() -> None:
    hand = catalogue.new_hand(csp)
    for suit in range(4):
        for ranks in itertools.combinations(range(13), 5):
            assert _agrees(hand, tuple(rank * 4 + suit for rank in ranks))
    rng = random.Random(6)
    for _ in range(10_000):
        cards = tuple(rng.sample(range(52), 5))
        assert _agrees(hand, cards), cards
        three, two = rng.sample(range(13), 2)  # full houses and fours, which are rare
        suits = rng.sample(range(4), 4)
        full = [three * 4 + s for s in suits[:3]] + [two * 4 + s for s in suits[2:]]
        four = [three * 4 + s for s in suits] + [two * 4 + suits[0]]
        assert _agrees(hand, tuple(rng.sample(full, 5))), full
        assert _agrees(hand, tuple(rng.sample(four, 5))), four


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_class_of__all_2598960_hands__as_the_games_evaluator() -> None:
    hand = catalogue.new_hand(csp)
    assert all(_agrees(hand, cards) for cards in itertools.combinations(range(52), 5))


@pytest.mark.parametrize("last", [36, 52, 71, -1])
def test_class_of__a_card_twice_or_none_of_the_deck__no_class(last: int) -> None:
    assert class_of((48, 44, 40, 36, last)) == NO_CLASS


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_class_of__all_2598960_hands__exact_counts() -> None:
    found = Counter(map(class_of, itertools.combinations(range(52), 5)))
    assert found == {
        ROYAL: 4, STRAIGHT: 36, FOUR: 624, FULL: 3_744, FLUSH: 5_108, NO_CLASS: 2_589_444,
    }  # fmt: skip
