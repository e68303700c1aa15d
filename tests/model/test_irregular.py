"""Rounds with irregularities on whole boards, short form; and what `expected` itself says."""

from __future__ import annotations

import pytest

from hw_sim.world.croupier import DECKS
from tests.helpers.documents.case import Case
from tests.model.expected import Told, expect
from tests.model.irregular_campaign import run

HANDS = {0: ["2C", "4D", "6H"], 1: ["AH", "KH", "QH"], 2: ["2S", "2D", "9C"]}
NOTHING = {"ante": "void", "play": "void", "pair_plus": "void", "ante_bonus": "void"}


@pytest.mark.campaign
@pytest.mark.rule("A3", "I1", "I2", "I3", "I4", "I5", "I6", "I7", "I8", "I9", "I10", "I11", "I12")
@pytest.mark.rule("C5", "C6", "C7", "C10", "C12", "S2", "S3", "S5", "S6", "J12", "J13")
@pytest.mark.parametrize("equipment", ["shoe", "device"])
@pytest.mark.parametrize("game", DECKS)
def test_board__rounds_with_irregularities__record_and_next_round_as_the_rules_say(
    game: str, equipment: str
) -> None:
    tally = run(game, equipment, 6, 1, seed=21)
    assert sum(tally.values()) == 6


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize("equipment", ["shoe", "device"])
@pytest.mark.parametrize("game", DECKS)
def test_board__hundreds_of_rounds_one_in_ten_irregular__record_equals_truth(
    game: str, equipment: str
) -> None:
    assert sum(run(game, equipment, 500, 10, seed=1).values()) == 500


def told(*cases: Case, **words: str) -> Told:
    by_seat = {int(name[-1]): word for name, word in words.items()}
    return Told("tcp", HANDS, words=by_seat, cases=cases)


@pytest.mark.rule("I4", "I6")
def test_expect__fold_and_short_wager__each_hand_by_its_own_clause() -> None:
    short = Case("tcp", "WAGER_SHORT", "decide", place=1, facts=frozenset({"warned"}))
    found = expect(told(short, seat2="folds"))
    assert found.results[1] == {**NOTHING, "ante": "lose", "pair_plus": "win"}
    assert found.results[2] == {**NOTHING, "ante": "lose", "pair_plus": "lose"}
    assert not found.is_void and not found.is_stopped and found.is_shuffle_due


@pytest.mark.rule("C5", "TCP 12.9")
def test_expect__round_void_after_a_fold_and_a_forfeit__all_money_goes_back() -> None:
    short = Case("tcp", "WAGER_SHORT", "decide", place=1, facts=frozenset({"warned"}))
    found = expect(told(short, Case("tcp", "MISSING_CARD", "decide"), seat2="folds"))
    assert found.results == {1: NOTHING, 2: NOTHING}
    assert found.is_void and found.bars == {"check pack"}


@pytest.mark.rule("I12", "J13", "CSP 16.5")
def test_expect__cheat_at_caribbean_stud__jackpot_wagers_of_the_others_go_back() -> None:
    hands = {0: ["2C", "4D", "6H", "8S", "TC"], 3: ["AH", "KH", "QH", "2S", "2D"]}
    hands[5] = ["3C", "5C", "7C", "9D", "JH"]
    found = expect(Told("csp", hands, cases=[Case("csp", "OUTCOME_INVALID", "between", place=3)]))
    assert found.results == {3: {"ante": "lose", "bet": "lose"}, 5: {"ante": "void", "bet": "void"}}
    assert found.back_seats == {5}
