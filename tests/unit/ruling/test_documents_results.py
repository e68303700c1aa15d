"""Settlement from the documents alone: against the firmware's, and what rulings make of it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from firmware.cards.codes import card_named
from firmware.rounds.games import catalogue
from firmware.rounds.games.outcome import Outcome
from firmware.rounds.games.vocabulary import RESULT_NAMES
from tests.helpers.documents import rule_on
from tests.helpers.documents.case import Case
from tests.helpers.documents.results import after, conceded, folded, odds, settle
from tests.helpers.slow_hands import RANKS

DECK = [rank + suit for rank in RANKS for suit in "CDHS"]
# cards of a player, cards of the dealer
SIZES = {"tcp": (3, 3), "fcp": (5, 6), "csp": (5, 5), "tcb": (3, 3), "ldb": (3, 2)}


@pytest.mark.parametrize("game", SIZES)
def test_settle__random_hands__firmware_comes_to_the_same(game: str) -> None:
    rng = random.Random(game)
    table: Any = catalogue.table_of(catalogue.number_of(game))
    outcome: Any = Outcome(table)
    for _ in range(400):
        own, dealers = SIZES[game]
        if game == "ldb":
            own, dealers = rng.choice((2, 3)), rng.choice((2, 3))
        cards = rng.sample(DECK, own + dealers)
        hand, dealer = cards[:own], cards[own:]
        codes = [bytes(map(card_named, group)) for group in (dealer, hand)]
        outcome.settle(codes[0], dealers, codes[1], own)
        want = settle(game, dealer, hand)
        for i, row in enumerate(table.WAGERS):
            assert RESULT_NAMES[outcome.results[i]] == want[row[0]], (row[0], dealer, hand)
            named = odds(game, row[0], hand)
            if want[row[0]] == "win" and named:
                assert f"{outcome.pays[i]}:{outcome.per[i]}" == named, (row[0], dealer, hand)


@pytest.mark.rule("I6", "TCP 8.4", "TCP 9.5")
def test_results__fold_and_concession__collect_what_lies_there() -> None:
    best = settle("tcp", ["2C", "4D", "5H"], ["AH", "KH", "QH"])
    assert set(best.values()) == {"win", "stand_off"}
    lost = {"ante": "lose", "play": "void", "pair_plus": "lose", "ante_bonus": "void"}
    assert folded(best) == lost
    assert conceded(best) == {**lost, "play": "lose"}


@pytest.mark.rule("I4", "I5", "TCP 12.12")
def test_results__no_decision__ante_back_and_pair_plus_paid() -> None:
    best = settle("tcp", ["2C", "4D", "5H"], ["AH", "KH", "QH"])
    made = rule_on(Case("tcp", "NO_DECISION", "decide", place=2))
    assert after(best, made, is_of_hand=True) == {
        "ante": "void",
        "play": "void",
        "pair_plus": "win",
        "ante_bonus": "void",
    }
    assert after(best, made, is_of_hand=False) == best


@pytest.mark.rule("TCB 12.5", "TCB 5.1")
def test_results__player_hand_void__wagers_on_the_banker_stand() -> None:
    won = settle("tcb", ["KC", "QD", "JH"], ["2C", "3C", "4C"])
    made = rule_on(Case("tcb", "HAND_COUNT", "settle", place=2))
    assert after(won, made, is_of_hand=True) == {
        "player": "void",
        "tie": "void",
        "three_picture_cards": "win",
        "banker_point_total": "win",
    }
