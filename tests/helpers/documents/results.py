"""What wagers come to: settlement from the documents alone, and what a ruling makes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.helpers.documents.ruled import Ruled
from tests.helpers.slow_hands import CSP, FCP, RANKS, TCP, Key, ldb, point_count, poker, tcb

Results = dict[str, str]
_CSP_BET: dict[str, int] = dict(zip(CSP, (250, 50, 20, 7, 5, 4, 3, 2, 1, 1), strict=True))  # 10.1
_ACE, _KING, _QUEEN = (RANKS.index(rank) for rank in "AKQ")


def settle(game: str, dealer: Sequence[str], hand: Sequence[str]) -> Results:
    """Each wager of a seat's hand that plays to the end against a whole hand of the dealer's."""
    settlers = {"tcp": _tcp, "fcp": _fcp, "csp": _csp, "tcb": _tcb, "ldb": _ldb}
    return settlers[game](dealer, hand)


def banker(dealer: Sequence[str]) -> Results:
    """TCB 5.1.3, 5.1.4, 8.2: the wagers on the Banker; of the point totals one always wins."""
    has_pictures = tcb(dealer)[1] == 1
    return {"three_picture_cards": _won(has_pictures), "banker_point_total": "win"}


def odds(game: str, wager: str, hand: Sequence[str], is_even_money: bool = False) -> str | None:
    """Of a winning wager, where the document itself names them; None where a schedule does."""
    if wager in ("ante", "play", "enter"):
        return "1:1"  # TCP, FCP 10.1, 10.4; CSP 10.1; LDB 9.1.1
    if wager == "bet":
        return f"{_CSP_BET[poker(hand, 5, CSP)[0]]}:1"
    if wager == "player":  # TCB 11.1.1, 11.2.1
        if not is_even_money:
            return "19:20"
        return "1:2" if point_count(hand) == 6 else "1:1"
    if wager == "draw":  # LDB 9.1.2 to 9.1.5
        name, count = ldb(hand)
        special = {"3-3-3 suited": "30:1", "3-3-3 off suit": "9:1"}
        return special.get(name) or {7: "3:2", 8: "2:1", 9: "3:1"}.get(count, "1:1")
    fixed = {"tie": "21:1", "three_picture_cards": "70:1", "banker_point_total": "8:1"}
    return fixed.get(wager)  # TCB 11.1.2 to 11.1.4


def folded(results: Mapping[str, str]) -> Results:
    """TCP, FCP, CSP 8.4: what lies there is collected; a Play wager or bet was never made."""
    kept = {"ante": "lose", "pair_plus": "lose", "aces_up": "lose"}
    return {wager: kept.get(wager, "void") for wager in results}


def conceded(results: Mapping[str, str]) -> Results:
    """TCP 9.5, FCP 9.3, CSP 9.7: all of the player's wagers are collected; no bonus is paid."""
    return {wager: "void" if wager == "ante_bonus" else "lose" for wager in results}


def after(results: Mapping[str, str], made: Ruled, is_of_hand: bool) -> Results:
    """Results under a ruling: returned is void, lost is lost, whatever the cards say."""
    found: Results = {}
    for wager, result in results.items():
        fate = made.fate(wager, is_of_hand)
        if fate == "lost" and wager == "ante_bonus":
            fate = "returned"  # no wager of its own: a lost ante earns none
        found[wager] = {"returned": "void", "lost": "lose"}.get(fate, result)
    return found


def _won(is_won: bool) -> str:
    return "win" if is_won else "lose"


def _against(mine: Key | int, theirs: Key | int, equal: str) -> str:
    if mine == theirs:
        return equal
    return _won(mine > theirs)  # type: ignore[operator]


def _tcp(dealer: Sequence[str], hand: Sequence[str]) -> Results:
    name, mine = poker(hand, 3, TCP)
    dealers, theirs = poker(dealer, 3, TCP)
    is_playing = dealers != "high card" or max(theirs[1]) >= _QUEEN  # 9.1
    against = _against(mine, theirs, "stand_off")  # 9.4.1
    has_bonus = name in ("straight", "three of a kind", "straight flush")  # 10.2
    return {
        "ante": against if is_playing else "win",  # 9.3.2
        "play": against if is_playing else "stand_off",  # 9.2
        "pair_plus": _won(name != "high card"),  # 9.3.1
        "ante_bonus": "win" if has_bonus else "stand_off",
    }


def _fcp(dealer: Sequence[str], hand: Sequence[str]) -> Results:
    name, mine = poker(hand, 4, FCP)
    theirs = poker(dealer, 4, FCP)[1]
    against = _against(mine, theirs, "win")  # 10.6
    has_aces = FCP.index(name) < FCP.index("pair") or (name == "pair" and mine[1][0] == _ACE)
    has_bonus = FCP.index(name) <= FCP.index("three of a kind")  # 10.2
    return {
        "ante": against,
        "play": against,
        "aces_up": _won(has_aces),  # 9.2.1.3, 9.2.1.5
        "ante_bonus": "win" if has_bonus else "stand_off",
    }


def _csp(dealer: Sequence[str], hand: Sequence[str]) -> Results:
    mine = poker(hand, 5, CSP)[1]
    dealers, theirs = poker(dealer, 5, CSP)
    is_playing = dealers != "five odd cards" or theirs[1][:2] == (_ACE, _KING)  # 9.1
    against = _against(mine, theirs, "stand_off")
    if not is_playing:
        return {"ante": "win", "bet": "void"}  # 9.2, 9.3.1
    return {"ante": against, "bet": against}


def _tcb(dealer: Sequence[str], hand: Sequence[str]) -> Results:
    mine, theirs = -tcb(hand)[1], -tcb(dealer)[1]  # order 1 is the highest (7.2)
    own = {"player": _against(mine, theirs, "stand_off"), "tie": _won(mine == theirs)}
    return {**own, **banker(dealer)}


def _ldb(dealer: Sequence[str], hand: Sequence[str]) -> Results:
    against = _against(point_count(hand), point_count(dealer), "stand_off")
    return {"enter": against, "draw": against if len(hand) == 3 else "void"}  # 5.2
