"""Every clause of settlement: who wins, loses, stands off or is void, and at which odds."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.rounds.games import catalogue, on_paper
from firmware.rounds.games.outcome import Outcome

rule = pytest.mark.rule


def settle(game: str, dealer: str, player: str, **options: Any) -> dict[str, str]:
    """Wager → result, with the odds behind a winning one."""
    found = on_paper.outcome(game, dealer, player, **options)
    return {name: f"{result} {odds}" if odds else result for name, result, odds in found["wagers"]}


def qualifies(game: str, dealer: str, player: str) -> bool:
    return on_paper.outcome(game, dealer, player)["dealer_qualifies"]


# -- Three Card Poker --------------------------------------------------------------------------

NO_HAND = "JS 9H 8D"
QUEEN_HIGH = "QS 3H 2D"


@rule("TCP 9.1")
@pytest.mark.parametrize(
    ("dealer", "is_playing"),
    [
        ("JS TH 8D", False),  # the best hand below a queen
        ("JS 9H 8D", False),
        ("QS 3H 2D", True),  # the lowest that plays
        ("KS 3H 2D", True),
        ("AS 4H 2D", True),
        ("2S 2H 3D", True),  # no queen in it, and higher than a queen
        ("2S 3S 5S", True),
        ("2S 3H 4D", True),
    ],
)
def test_tcp__dealer__plays_with_queen_high_or_better(dealer: str, is_playing: bool):
    assert qualifies("tcp", dealer, "AC KC 7C") is is_playing


@rule("TCP 9.2", "TCP 9.3.2", "TCP 9.3.1")
def test_tcp__no_hand__ante_is_paid_and_play_stands_off_whatever_the_player_has():
    for player in ("AS KH 9D", "4S 3H 2C"):
        found = settle("tcp", NO_HAND, player)
        assert found["ante"] == "win 1:1"
        assert found["play"] == "stand_off"
    worst = settle("tcp", NO_HAND, "5S 3H 2C")  # lower than the dealer's cards, still paid
    assert worst == {
        "ante": "win 1:1",
        "play": "stand_off",
        "pair_plus": "lose",
        "ante_bonus": "stand_off",
    }


@rule("TCP 9.4.1.2", "TCP 9.4.1.4", "TCP 9.4.1.5", "TCP 10.1", "TCP 10.4")
def test_tcp__dealer_plays__higher_wins_equal_stands_off_lower_loses():
    assert settle("tcp", QUEEN_HIGH, "QH 4D 2C")["play"] == "win 1:1"
    assert settle("tcp", QUEEN_HIGH, "QH 4D 2C")["ante"] == "win 1:1"
    equal = settle("tcp", QUEEN_HIGH, "QH 3D 2C")
    assert (equal["ante"], equal["play"]) == ("stand_off", "stand_off")
    lower = settle("tcp", QUEEN_HIGH, "JH TD 2C")
    assert (lower["ante"], lower["play"]) == ("lose", "lose")


@rule("TCP 9.4.1.1", "TCP 10.2")
def test_tcp__straight_or_higher__bonus_even_when_the_ante_loses():
    found = settle("tcp", "AS AH AD", "4S 3H 2C")
    assert found == {
        "ante": "lose",
        "play": "lose",
        "pair_plus": "win 6:1",
        "ante_bonus": "win 1:1",
    }
    assert settle("tcp", QUEEN_HIGH, "KS KH KD")["ante_bonus"] == "win 4:1"
    assert settle("tcp", QUEEN_HIGH, "AH KH QH")["ante_bonus"] == "win 5:1"
    assert settle("tcp", QUEEN_HIGH, "AH KH 9H")["ante_bonus"] == "stand_off"  # a flush is less


@rule("TCP 9.4.1.3", "TCP 9.4.1.6", "TCP 10.5")
@pytest.mark.parametrize(
    ("player", "result"),
    [
        ("AH KD JC", "lose"),
        ("2H 2D 3C", "win 1:1"),
        ("5H 3H 2H", "win 4:1"),
        ("4H 3D 2C", "win 6:1"),
        ("2H 2D 2C", "win 30:1"),
        ("3H 2H AH", "win 40:1"),
    ],
)
def test_tcp__pair_plus__paid_from_a_pair_on_whatever_the_dealer_has(player: str, result: str):
    for dealer in ("JS 9S 8D", "AS QD 2S", "QS QC QH"):
        assert settle("tcp", dealer, player)["pair_plus"] == result


@rule("TCP 10.3", "TCP 10.5")
def test_tcp__schedules__are_chosen_by_setting():
    assert settle("tcp", QUEEN_HIGH, "5H 4H 2H", choices={"pair_plus": 1})["pair_plus"] == "win 3:1"
    found = settle("tcp", QUEEN_HIGH, "6H 5H 4H", choices={"ante_bonus": 1, "pair_plus": 2})
    assert (found["ante_bonus"], found["pair_plus"]) == ("win 4:1", "win 35:1")
    for bad in ({"ante": 1}, {"pair_plus": 9}, {"jackpot": 0}):
        with pytest.raises(ValueError):
            settle("tcp", QUEEN_HIGH, "5H 4H 2H", choices=bad)


@rule("TCP 8.4", "CSP 8.4", "FCP 8.4")
def test_poker__fold__ante_and_side_wager_are_collected():
    assert settle("tcp", QUEEN_HIGH, "AH AD AC", is_folded=True) == {
        "ante": "lose",
        "play": "void",
        "pair_plus": "lose",
        "ante_bonus": "void",
    }
    folded = settle("csp", "AS KH 9D 8C 7S", "2S 2H 3D 4C 5S", is_folded=True)
    assert folded == {"ante": "lose", "bet": "void"}
    folded = settle("fcp", "AS KH 9D 8C 7S 2C", "2S 2H 3D 4C 5S", is_folded=True)
    assert folded["aces_up"] == "lose"
    with pytest.raises(ValueError, match="nobody folds"):
        settle("ldb", "9S KH", "2S 2H", is_folded=True)


# -- Four Card Poker ---------------------------------------------------------------------------

FCP_DEALER = "KS KH 9D 8C 3S 2D"  # a pair of kings


@rule("FCP 10.6", "FCP 9.2.1.4", "FCP 9.2.1.2")
def test_fcp__equal_hands__win_for_the_player():
    assert settle("fcp", FCP_DEALER, "KD KC 9S 8H 2C")["ante"] == "win 1:1"
    assert settle("fcp", FCP_DEALER, "KD KC 9S 8H 2C")["play"] == "win 1:1"
    assert settle("fcp", FCP_DEALER, "KD KC 9S 7H 2C")["ante"] == "lose"
    assert settle("fcp", FCP_DEALER, "AD AC 3C 4H 2C")["play"] == "win 1:1"


@rule("FCP 2.2.2")
def test_fcp__dealer__always_plays():
    assert qualifies("fcp", "7S 5H 4D 3C 2S 9H", "KS QH 9D 8C 6S") is True
    assert settle("fcp", "7S 5H 4D 3C 2S 9H", "KS QH 9D 8C 6S")["play"] == "lose"  # 5432


@rule("FCP 9.2.1.3", "FCP 9.2.1.5", "FCP 10.5")
@pytest.mark.parametrize(
    ("player", "result"),
    [
        ("KD KC AS QH 2C", "lose"),
        ("AD AC 3C 5H 7C", "win 1:1"),
        ("AD AC 3C 4H 2C", "win 4:1"),  # the straight 432A is there as well
        ("2H 2C 3D 3C 9S", "win 3:1"),
        ("5D 4C 3C 2H 9C", "win 4:1"),
        ("AC KC 3C 2C 9H", "win 5:1"),
        ("2H 2C 2S AC 9H", "win 8:1"),
        ("4H 3H 2H AH 9D", "win 40:1"),
        ("4S 4H 4D 4C 9H", "win 50:1"),
    ],
)
def test_fcp__aces_up__paid_from_a_pair_of_aces_on(player: str, result: str):
    assert settle("fcp", "KS QD JD 7S 6D 7D", player)["aces_up"] == result


@rule("FCP 9.2.1.1", "FCP 10.2")
def test_fcp__three_of_a_kind_or_higher__bonus_even_when_the_ante_loses():
    quads = "KS KH KD KC 3S 2D"
    assert settle("fcp", quads, "4S 4H 4D 9C 8H")["ante"] == "lose"
    assert settle("fcp", quads, "4S 4H 4D 9C 8H")["ante_bonus"] == "win 2:1"
    assert settle("fcp", quads, "6H 5H 4H 3H 9D")["ante_bonus"] == "win 20:1"
    assert settle("fcp", quads, "4S 4H 4D 4C 8H")["ante_bonus"] == "win 25:1"
    assert settle("fcp", quads, "AC QC TC 9C 8H")["ante_bonus"] == "stand_off"  # a flush is less


@rule("FCP 9.1", "FCP 9.6")
def test_fcp__best_four_of_six_and_of_five__are_compared():
    dealer = "5S 5H 5D 9C 9H AD"
    found = on_paper.outcome("fcp", dealer, "6S 6H 6D 2C 3H")
    assert found["dealer_hand"]["cards"] == ["5S", "5H", "5D", "AD"]
    assert found["player_hand"]["cards"] == ["6S", "6H", "6D", "3H"]


# -- Caribbean Stud ----------------------------------------------------------------------------

ACE_KING = "AS KH 4D 3C 2S"


@rule("CSP 9.1")
@pytest.mark.parametrize(
    ("dealer", "is_playing"),
    [
        ("AS QH JD TC 9S", False),  # ace without a king
        ("KS QH JD TC 8S", False),
        ("AS KH 4D 3C 2S", True),
        ("2S 2H 3D 4C 5S", True),
        ("5S 4H 3D 2C AS", True),
        ("7S 5S 4S 3S 2S", True),
    ],
)
def test_csp__dealer__plays_with_ace_king_or_better(dealer: str, is_playing: bool):
    assert qualifies("csp", dealer, "KD QC 9D 8C 7D") is is_playing


@rule("CSP 9.2", "CSP 9.3.1")
def test_csp__no_hand__ante_is_paid_and_bet_is_void():
    for player in ("KD QC 9D 8C 7D", "KD KC KS KH 2D", "7D 5C 4C 3D 2H"):
        found = settle("csp", "AS QH JD TC 9S", player)
        assert found == {"ante": "win 1:1", "bet": "void"}


@rule("CSP 9.4.1.1", "CSP 9.4.1.2", "CSP 9.4.1.3")
def test_csp__dealer_plays__higher_wins_equal_stands_off_lower_loses():
    assert settle("csp", ACE_KING, "AH KD 5C 3D 2C") == {"ante": "win 1:1", "bet": "win 1:1"}
    assert settle("csp", ACE_KING, "AH KD 4C 3D 2C") == {"ante": "stand_off", "bet": "stand_off"}
    assert settle("csp", ACE_KING, "AH QD 4C 3D 2C") == {"ante": "lose", "bet": "lose"}


@rule("CSP 10.1")
@pytest.mark.parametrize(
    ("player", "odds"),
    [
        ("AH KD QC 3D 2C", "1:1"),
        ("2H 2D 7C 8D 9C", "1:1"),
        ("2H 2D 7C 7D 9C", "2:1"),
        ("2H 2D 2C 7D 9C", "3:1"),
        ("6H 5D 4C 3D 2C", "4:1"),
        ("9H 5H 4H 3H 2H", "5:1"),
        ("2H 2D 2C 7D 7C", "7:1"),
        ("7S 7H 7D 7C 9C", "20:1"),
        ("6H 5H 4H 3H 2H", "50:1"),
        ("AH KD QD JD TD", "4:1"),
        ("AD KD QD JD TD", "250:1"),
    ],
)
def test_csp__bet__paid_by_the_players_hand(player: str, odds: str):
    found = settle("csp", ACE_KING, player)
    assert found == {"ante": "win 1:1", "bet": f"win {odds}"}


# -- Three Card Baccarat -----------------------------------------------------------------------


@rule("TCB 5.1.1.2", "TCB 5.1.1.3", "TCB 5.1.1.4", "TCB 11.1.1")
def test_tcb__player__higher_order_wins_at_19_to_20():
    assert settle("tcb", "TS TH 9D", "JS TH 9D")["player"] == "win 19:20"  # one picture more
    assert settle("tcb", "JS TH 9D", "TS TH 9D")["player"] == "lose"
    assert settle("tcb", "JS TH 9D", "QS 5H 4D")["player"] == "stand_off"


@rule("TCB 5.1.1.1", "TCB 7.1")
def test_tcb__three_picture_cards__win_unless_banker_has_them_too():
    assert settle("tcb", "JS QH 9D", "JD QD KD")["player"] == "win 19:20"
    both = settle("tcb", "JS QH KD", "KD KH KS")
    assert both["player"] == "stand_off"
    assert both["tie"] == "win 21:1"
    assert both["three_picture_cards"] == "win 70:1"


@rule("TCB 5.1.2", "TCB 11.1.3", "TCB 1.1")
def test_tcb__tie__needs_the_same_point_count_and_order():
    assert settle("tcb", "JS TH 9D", "QS 5H 4D")["tie"] == "win 21:1"
    assert settle("tcb", "JS TH 9D", "TS 5H 4D")["tie"] == "lose"  # 9 points, other order
    assert settle("tcb", "JS TH 9D", "QS 5H 3D")["tie"] == "lose"


@rule("TCB 5.1.3", "TCB 11.1.4")
def test_tcb__three_picture_cards_wager__goes_by_banker_only():
    assert settle("tcb", "JS QH KD", "TS 5H 3D")["three_picture_cards"] == "win 70:1"
    assert settle("tcb", "JS QH TD", "JD QD KD")["three_picture_cards"] == "lose"


@rule("TCB 5.1.4", "TCB 11.1.2")
def test_tcb__banker_point_total__wins_on_the_point_wagered():
    for point in range(10):
        found = settle("tcb", "JS QH 7D", "JD QD KD", point=point)
        assert found["banker_point_total"] == ("win 8:1" if point == 7 else "lose")
    assert settle("tcb", "JS QH KD", "2D 2C 2S", point=0)["banker_point_total"] == "win 8:1"
    for bad in (-1, 10):
        with pytest.raises(ValueError, match="point count"):
            settle("tcb", "JS QH 7D", "JD QD KD", point=bad)


@rule("TCB 11.2.1")
@pytest.mark.parametrize(
    ("player", "result"),
    [
        ("JD QD KD", "win 1:1"),
        ("JD QD 9D", "win 1:1"),
        ("TD 5D 2D", "win 1:1"),
        ("JD QD 6D", "win 1:2"),
        ("JD 5D AD", "win 1:2"),
        ("2D 3D AD", "win 1:2"),
        ("JD QD 5D", "win 1:1"),
        ("JD QD TD", "win 1:1"),
    ],
)
def test_tcb__even_money__one_to_two_on_a_winning_six(player: str, result: str):
    found = settle("tcb", "TS TH TC", player, choices={"player": 1})
    assert found["player"] == result
    assert settle("tcb", "9S KH KC", "JD QD 6D", choices={"player": 1})["player"] == "lose"
    assert found["tie"] == "lose"
    assert found["banker_point_total"] == "win 8:1"  # TCB 11.2.2


# -- Lucky Draw Baccarat -----------------------------------------------------------------------


@rule("LDB 5.1.1", "LDB 9.1.1")
def test_ldb__enter__higher_point_count_wins():
    assert settle("ldb", "KS 5H", "KD 6D") == {"enter": "win 1:1", "draw": "void"}
    assert settle("ldb", "KS 5H", "KD 5D") == {"enter": "stand_off", "draw": "void"}
    assert settle("ldb", "KS 5H", "KD 4D") == {"enter": "lose", "draw": "void"}
    assert settle("ldb", "KS 8H", "4D 5D") == {"enter": "win 1:1", "draw": "void"}


@rule("LDB 5.3", "LDB 9.1.2", "LDB 9.1.3", "LDB 9.1.4", "LDB 9.1.5")
@pytest.mark.parametrize(
    ("player", "odds"),
    [
        ("KD QD AD", "1:1"),
        ("KD QD 6D", "1:1"),
        ("2D 2C 2S", "1:1"),
        ("KD QD 7D", "3:2"),
        ("9D 9C 9S", "3:2"),
        ("KD QD 8D", "2:1"),
        ("KD QD 9D", "3:1"),
        ("3D 4D 2D", "3:1"),
        ("3D 3H 3S", "9:1"),
        ("3D 3D 3S", "9:1"),
        ("3D 3D 3D", "30:1"),
        ("3D 6D KD", "3:1"),
    ],
)
def test_ldb__draw__paid_by_the_three_card_count(player: str, odds: str):
    assert settle("ldb", "KS JH QH", player) == {"enter": "win 1:1", "draw": f"win {odds}"}


@rule("LDB 5.3.2", "LDB 5.3.3", "LDB 9.1.5.1")
def test_ldb__draw__lucky_hands_are_paid_only_when_they_win():
    assert settle("ldb", "4S 5H", "3D 3D 3D") == {"enter": "stand_off", "draw": "stand_off"}
    assert settle("ldb", "KS 9H", "KD QD 8D") == {"enter": "lose", "draw": "lose"}
    found = on_paper.outcome("ldb", "4S 5H", "3D 3D 3D")
    assert found["player_hand"]["rank"] == found["dealer_hand"]["rank"]


@rule("LDB 8.5")
def test_ldb__dealer_hand_that_no_deal_gives__is_settled_with_a_note():
    assert on_paper.outcome("ldb", "2S 2H", "KD 6D")["notes"]
    assert on_paper.outcome("ldb", "2S 3H KD", "KD 6D")["notes"]
    assert not on_paper.outcome("ldb", "2S 3H", "KD 6D")["notes"]
    assert not on_paper.outcome("ldb", "2S 2H KD", "KD 6D")["notes"]


# -- tables and input --------------------------------------------------------------------------


def test_tables__wagers__every_winning_grade_has_odds():
    """Whatever value wins a wager, its odds table has a line for it."""
    for _number, _name, game in catalogue.GAMES:
        for row in game.WAGERS:
            for odds in row[5]:
                leasts = [line[0] for line in odds]
                assert leasts == sorted(leasts, reverse=True)
                assert leasts[-1] <= row[4]
                assert all(pays > 0 and per > 0 for _least, pays, per in odds)


def test_tables__engine__has_no_branch_for_a_game():
    """What differs between the games is in their tables."""
    import re
    from pathlib import Path

    folder = Path("firmware")
    for path in (*folder.glob("rounds/*.py"), folder / "rounds/games/outcome.py"):
        text = path.read_text()
        assert not re.search(r"game\w*(\.NAME|\.NUMBER)? *==|if .*\.NAME\b", text), path


@pytest.mark.parametrize(
    ("game", "cards", "words"),
    [
        ("xyz", "AS", "there is no game 'xyz'"),
        ("TCP", "AS KS QS", "there is no game 'TCP'"),
        ("tcp", "", "has 3 cards, not 0"),
        ("tcp", "AS KS", "has 3 cards, not 2"),
        ("fcp", "AS KS QS JS", "has 5 or 6 cards, not 4"),
        ("csp", "AS KS QS JS TS 9S", "has 5 cards, not 6"),
        ("tcb", "AS KS", "has 3 cards, not 2"),
        ("ldb", "AS", "has 2 or 3 cards, not 1"),
        ("ldb", "AS AS AS AS", "has 2 or 3 cards, not 4"),
        ("tcp", "AS KS 1S", "there is no card '1S'"),
        ("tcp", "AS KS as", "there is no card 'as'"),
        ("tcp", "AS KS QX", "there is no card 'QX'"),
        ("tcp", "AS KS 10S", "there is no card '10S'"),
        ("tcp", "AS AS KS", "AS comes 2 times"),
        ("csp", "AS KS QS JS AS", "AS comes 2 times"),
    ],
)
def test_hand__bad_input__one_clear_line(game: str, cards: str, words: str):
    with pytest.raises(ValueError, match=words) as refusal:
        on_paper.hand(game, cards)
    assert "\n" not in str(refusal.value)


def test_outcome__bad_input__one_clear_line():
    for game, dealer, player, words in (
        ("tcp", "AS KS QS", "AS 2D 3D", "AS comes 2 times"),
        ("fcp", "AS KS QS JS TS", "2D 3D 4D 5D 6D", "dealer's hand .* has 6 cards, not 5"),
        ("fcp", "AS KS QS JS TS 9S", "2D 3D 4D 5D 6D 7D", "player's hand .* has 5 cards, not 6"),
        ("poker", "AS", "KS", "there is no game"),
    ):
        with pytest.raises(ValueError, match=words):
            on_paper.outcome(game, dealer, player)


def test_outcome__several_decks__the_same_card_may_come_again():
    assert settle("tcb", "9S 9S 9S", "9S 9S 9S")["tie"] == "win 21:1"


def test_outcome__choose__refuses_what_is_not_there():
    settled = Outcome(catalogue.table_of(1))
    assert not settled.choose(2, 3)
    assert not settled.choose(2, -1)
    assert settled.choose(2, 2)
