"""What a round's record must say, from the cards, the players' words and the documents' rulings.

No board is needed here, and none is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tests.helpers.documents import rule_on
from tests.helpers.documents.case import POKER, Case
from tests.helpers.documents.results import Results, after, banker, conceded, folded, settle
from tests.helpers.documents.ruled import WAGERS, Ruled

DEALER = 0
SIZES = {"tcp": (3,), "fcp": (5,), "csp": (5,), "tcb": (3,), "ldb": (2, 3)}
DEALERS = {"tcp": (3,), "fcp": (6,), "csp": (5,), "tcb": (3,), "ldb": (2, 3)}


@dataclass
class Told:
    """A round as the people at the table know it; cards by name."""

    game: str
    hands: Mapping[int, Sequence[str]]
    unwagered: frozenset[int] = frozenset()
    words: Mapping[int, str] = field(default_factory=dict[int, str])  # folds, concedes, takes_back
    cases: Sequence[Case] = ()
    is_cut_card_out: bool = False
    set_hand: Sequence[str] = ()  # FCP 9.1: the dealer's four, as the dealer set them
    is_even_money: bool = False  # TCB 10, from the first card on


@dataclass
class Expected:
    """What the board must have recorded, and what it must let happen next."""

    is_void: bool
    results: dict[int, Results]  # by place; a place whose result nobody can know is left out
    back_seats: frozenset[int]
    bars: frozenset[str]
    is_stopped: bool
    is_shuffle_due: bool
    rulings: list[tuple[Case, Ruled]]


def expect(told: Told) -> Expected:
    """Settle by the cards, then by the players' words, then by the rulings."""
    rulings = [(case, rule_on(case)) for case in told.cases]
    ends = [made for _case, made in rulings if made.round in ("void", "ended")]
    results = {}
    for place in told.hands:
        if ends:  # whatever was ruled before: all money goes back, but for what 14.5 forfeits
            found = _of(told, place, dict.fromkeys(WAGERS[told.game], "void"))
            forfeits = [pair for pair in rulings if pair[0].place == place and place]
            found = _ruled(found, place, [pair for pair in forfeits if pair[1] in ends])
        else:
            found = _ruled(_by_cards(told, place), place, rulings)
        if found is not None:
            results[place] = found
    is_silent = any(made.is_silent for _case, made in rulings)
    bars = frozenset[str]().union(*(made.bars for _case, made in rulings))
    return Expected(
        is_void=bool(ends),
        results=results,
        back_seats=_back(told, rulings) if told.game == "csp" else frozenset(),
        bars=bars,
        is_stopped=bool(bars) or is_silent,
        is_shuffle_due=told.game in POKER or told.is_cut_card_out or is_shuffle_ordered(rulings),
        rulings=rulings,
    )


def is_shuffle_ordered(rulings: Iterable[tuple[Case, Ruled]]) -> bool:
    """Now; after "last coup" that coup comes first (TCB 4.8)."""
    return any(
        "shuffle" in made.steps and (made.round != "last" or case.is_round_on)
        for case, made in rulings
    )


def _by_cards(told: Told, place: int) -> Results | None:
    dealer, hand = told.hands[DEALER], told.hands[place]
    is_known = len(dealer) in DEALERS[told.game]
    if place == DEALER:
        return banker(dealer) if told.game == "tcb" and is_known else None
    none = dict.fromkeys((w for w in WAGERS[told.game] if w != "jackpot"), "void")
    word = told.words.get(place, "plays")
    if place in told.unwagered or word == "takes_back":
        return none
    if len(hand) not in SIZES[told.game]:
        return {**none, **banker(dealer)} if told.game == "tcb" and is_known else none
    if word == "folds":
        return folded(none)
    if word == "concedes":
        return conceded(none)
    if told.set_hand and any(rule_on(case).hand == "stands" for case in told.cases):
        dealer = told.set_hand  # FCP 12.8
    return settle(told.game, dealer, hand) if is_known else None


def _of(told: Told, place: int, results: Results) -> Results | None:
    """Those wagers that a place's record has."""
    if place == DEALER and told.game != "tcb":
        return None
    names = ("three_picture_cards", "banker_point_total") if place == DEALER else tuple(results)
    return {wager: results[wager] for wager in names if wager != "jackpot"}


def _ruled(
    found: Results | None, place: int, rulings: Iterable[tuple[Case, Ruled]]
) -> Results | None:
    for case, made in rulings:
        if found is not None:
            found = after(found, made, is_of_hand=case.place == place and place != DEALER)
    return found


def _back(told: Told, rulings: Iterable[tuple[Case, Ruled]]) -> frozenset[int]:
    """Seats whose jackpot wagers go back (CSP 14.4, 14.8, 14.9.2, 14.14, 15.2.1, 16.5)."""
    seats: set[int] = set()
    for case, made in rulings:
        for seat in told.hands:
            fate = made.fate("jackpot", case.place == seat)
            if fate == "returned" and seat != DEALER:
                seats.add(seat)
            elif fate == "lost":
                seats.discard(seat)
    return frozenset(seats - told.unwagered)
