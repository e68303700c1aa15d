"""Hands of the five games: exact counts, order, names; on CPython and inside MicroPython."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import Any

import pytest

from firmware.cards.codes import card_named, name_of
from firmware.rounds.games import catalogue, on_paper
from tests.helpers import hand_checks, slow_hands
from tests.helpers.mp_run import run_in_micropython

# STANDARDS, "Exact oracles", lowest class first
THREE = [16_440, 3_744, 1_096, 720, 52, 48]
FOUR_OF_FIVE = [1_150_080, 1_047_552, 123_552, 101_808, 114_616, 58_656, 2_072, 624]
FIVE = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]
# counted over all 20,358,520 hands by tests/helpers/count_six.py, which uses none of the firmware
FOUR_OF_SIX = [4_872_000, 8_194_320, 2_342_736, 1_744_080, 2_245_352, 897_616, 47_752, 14_664]


def suited(ranks: tuple[int, ...], flush: tuple[int, ...]) -> bytes:
    """Cards of these ranks: those at `flush` in spades, the others spread over three suits."""
    seen: Counter[int] = Counter()
    cards = bytearray()
    for i, rank in enumerate(ranks):
        suit = 0 if i in flush else 1 + (seen[rank] + rank) % 3
        seen[rank] += 1
        cards.append(rank * 4 + suit)
    assert len(set(cards)) == len(cards)
    return bytes(cards)


def patterns(ranks: tuple[int, ...], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Which cards share a suit so that `size` may be a flush, and in how many ways.

    Yields (positions of one suit, how many of the hands with these ranks have exactly it); ()
    stands for no flush.  A rank that comes n times holds a given suit in C(3, n-1) of C(4, n).
    """
    times = Counter(ranks)
    total = prod(comb(4, n) for n in times.values())
    distinct = sorted(times)
    for count in range(size, len(distinct) + 1):
        for chosen in combinations(distinct, count):
            ways = 4
            for rank, n in times.items():
                ways *= comb(3, n - 1) if rank in chosen else comb(3, n)
            if ways:
                yield tuple(ranks.index(rank) for rank in chosen), ways
                total -= ways
    yield (), total


def class_counts(game: str, dealt: int) -> list[int]:
    """Hands of each class among all C(52, dealt), evaluated once per rank and suit pattern."""
    evaluator: Any = catalogue.new_hand(catalogue.table_of(catalogue.number_of(game)))
    counts = [0] * len(evaluator.order)
    for ranks in combinations_with_replacement(range(13), dealt):
        if max(Counter(ranks).values()) > 4:
            continue
        for flush, ways in patterns(ranks, evaluator.size):
            cards = suited(ranks, flush) if flush else unsuited(ranks, evaluator.size)
            counts[evaluator.value(cards, 0, dealt) >> 20] += ways
    assert sum(counts) == comb(52, dealt)
    return counts


def unsuited(ranks: tuple[int, ...], size: int) -> bytes:
    """Cards of these ranks of which fewer than `size` share a suit, as evenly as can be."""
    held = [0, 0, 0, 0]
    cards: set[int] = set()
    for rank in ranks:
        free = [suit for suit in range(4) if rank * 4 + suit not in cards]
        suit = min(free, key=lambda s: held[s])
        held[suit] += 1
        cards.add(rank * 4 + suit)
    assert max(held) < size
    return bytes(sorted(cards))


# -- exact counts ------------------------------------------------------------------------------


def test_three_cards__all_22100__exact_counts():
    assert hand_checks.count_three_cards() == THREE
    assert class_counts("tcp", 3) == THREE


def test_four_of_five__every_rank_and_suit_pattern__exact_counts():
    assert class_counts("fcp", 5) == FOUR_OF_FIVE


def test_five_cards__every_rank_and_suit_pattern__exact_counts():
    assert class_counts("csp", 5) == FIVE


@pytest.mark.campaign
def test_four_of_six__every_rank_and_suit_pattern__as_counted_without_the_firmware():
    assert class_counts("fcp", 6) == FOUR_OF_SIX


@pytest.mark.slow
@pytest.mark.timeout(3_600)
def test_four_of_six__all_hands_counted_again__same_list():
    from tests.helpers.count_six import count

    assert count() == FOUR_OF_SIX


@pytest.mark.slow
@pytest.mark.timeout(3_600)
def test_five_cards__all_2598960_inside_micropython__exact_counts():
    """Both games that are dealt five cards, hand by hand, on the interpreter of the board."""
    script = """
from firmware.rounds.games import catalogue
def count(number, classes):
    hand = catalogue.new_hand(catalogue.table_of(number))
    counts = [0] * classes
    cards = bytearray(5)
    for a in range(52):
        cards[0] = a
        for b in range(a):
            cards[1] = b
            for c in range(b):
                cards[2] = c
                for d in range(c):
                    cards[3] = d
                    for e in range(d):
                        cards[4] = e
                        counts[hand.value(cards, 0, 5) >> 20] += 1
    return counts
print(count(2, 8), count(3, 10))
"""
    assert run_in_micropython(script, timeout_s=3_500).strip() == "%s %s" % (FOUR_OF_FIVE, FIVE)


# -- order, against an evaluator written from the rules --------------------------------------


def judged(game: str, cards: list[str]):
    """Name and key by the slow evaluator; keys compare as hands do."""
    if game == "tcb":
        name, order = slow_hands.tcb(cards)
        return name, -order
    if game == "ldb":
        return slow_hands.ldb(cards)
    size, order = {"tcp": (3, slow_hands.TCP), "fcp": (4, slow_hands.FCP)}.get(
        game, (5, slow_hands.CSP)
    )
    return slow_hands.poker(cards, size, order)


def compare_pairs(game: str, count: int, seed: int) -> None:
    """Random pairs of hands: names and order relation are those of the rules."""
    rng = random.Random(seed)
    table = catalogue.table_of(catalogue.number_of(game))
    evaluator = catalogue.new_hand(table)
    pack = [name_of(card) for card in range(52)]
    sizes = table.HAND_CARDS + table.DEALER_CARDS
    for _ in range(count):
        sides = []
        for _side in range(2):
            cards = rng.sample(pack, rng.choice(sizes))
            if rng.random() < 0.5:  # hands that are close to each other: few ranks, few suits
                near = [c for c in pack if c[0] in "23A4K" and (c[1] in "SH" or c[0] == "A")]
                cards = rng.sample(near, min(len(cards), len(near)))
            numbers = bytes(map(card_named, cards))
            value = evaluator.value(numbers, 0, len(numbers))
            grade = evaluator.grade(numbers, 0, len(numbers), value)
            name, key = judged(game, cards)
            assert on_paper.class_name(table, value, grade) == name, (seed, cards)
            sides.append((value, key))
        (a, a_key), (b, b_key) = sides
        assert ((a > b) - (a < b)) == ((a_key > b_key) - (a_key < b_key)), (seed, sides)


@pytest.mark.parametrize("game", ["tcp", "fcp", "csp", "tcb", "ldb"])
def test_order__random_pairs__as_the_slow_evaluator_says(game: str):
    compare_pairs(game, 2_000, seed=7)


@pytest.mark.slow
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("game", ["tcp", "fcp", "csp", "tcb", "ldb"])
def test_order__hundred_thousands_of_pairs__as_the_slow_evaluator_says(game: str):
    compare_pairs(game, 100_000, seed=8)


@pytest.mark.parametrize(("game", "order"), [("tcp", "TCP"), ("fcp", "FCP"), ("csp", "CSP")])
def test_order__all_pairs_of_classes__in_the_order_of_the_document(game: str, order: str):
    found = {
        row[2]: on_paper.hand(game, row[1])["rank"] for row in hand_checks.LADDERS if row[0] == game
    }
    names = list(getattr(slow_hands, order))
    assert sorted(found, key=lambda name: -found[name]) == names
    for better, worse in combinations(names, 2):
        lows = [
            on_paper.hand(game, row[1])["rank"]
            for row in hand_checks.LADDERS
            if row[0] == game and row[2] == better
        ]
        highs = [
            on_paper.hand(game, row[1])["rank"]
            for row in hand_checks.LADDERS
            if row[0] == game and row[2] == worse
        ]
        assert min(lows) > max(highs), (better, worse)


@pytest.mark.rule("TCB 7.2")
def test_tcb__all_ranks_of_three_cards__one_of_31_orders_each_as_listed():
    evaluator = catalogue.new_hand(catalogue.table_of(4))
    seen = set()
    for ranks in combinations_with_replacement(range(13), 3):
        cards = bytes(rank * 4 for rank in ranks)  # six decks: a card may come three times
        value = evaluator.value(cards, 0, 3)
        name, order = slow_hands.tcb([name_of(card) for card in cards])
        assert value == 32 - order
        assert on_paper.class_name(catalogue.table_of(4), value, value) == name
        seen.add(value)
    assert seen == set(range(1, 32))


def test_cards_that_count__are_those_of_the_best_hand():
    assert hand_checks.check_cards_that_count() == 8
    rng = random.Random(3)
    for _ in range(2_000):
        cards = rng.sample([name_of(card) for card in range(52)], 6)
        found = on_paper.hand("fcp", " ".join(cards))
        assert len(set(found["cards"]) & set(cards)) == 4
        name, key = slow_hands.poker(cards, 4, slow_hands.FCP)
        assert slow_hands.poker(found["cards"], 4, slow_hands.FCP) == (name, key), cards


# -- inside MicroPython ------------------------------------------------------------------------


def test_hands__inside_micropython__same_and_without_allocating():
    digest = hand_checks.settle_many(300, lambda: None, lambda: None)
    script = """
import micropython
from tests.helpers import hand_checks as h
print(h.check_ladders(), h.check_cards_that_count(), h.count_three_cards())
print(h.settle_many(300, micropython.heap_lock, micropython.heap_unlock))
"""
    lines = run_in_micropython(script).splitlines()
    assert lines == ["%d 8 %s" % (hand_checks.check_ladders(), THREE), str(digest)]
