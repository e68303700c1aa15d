"""What the three poker documents word alike, each with its own clause numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tests.helpers.documents.case import BAD_CARDS, STOPS, Case
from tests.helpers.documents.ruled import (
    SILENT,
    Ruled,
    collusion,
    invalidated,
    new_cards,
    play_on,
    shuffle_first,
    shuffled,
    void_hand,
    void_round,
)

OUTSIDE = frozenset({"surveillance", "inspector"})
_COUNTS = ("HAND_COUNT", "COUNT_WRONG", "TWO_CARDS", "DEALT_WRONG")


@dataclass(frozen=True)
class Clauses:
    """Where a document says what."""

    prior: str  # dealt incorrectly, seen before any player handled cards
    dealer: str  # a wrong number of cards for the dealer
    two: str  # two or more cards exposed in the deal
    misdeal: str
    one: str  # one card exposed
    hand: str  # a wrong number of cards for a player
    stray: str  # a hand where no wager is
    cards: str  # missing or foreign cards
    collusion: str
    stops: str  # of a shuffling device
    gone: str
    invalid: str
    refund: str
    low_limit: str = ""


def misdeal(case: Case, rule: str, clauses: Clauses) -> Ruled:
    """All wagers void, a new round; its cards are shuffled, and cut from a shoe."""
    return void_round(case, rule, clauses.misdeal, *_shuffle_rules(case))


def dealt_wrongly(case: Case, clauses: Clauses) -> Ruled | None:
    """The first clauses of section 12 (14)."""
    what = case.finding
    kinds = ("DEALER_COUNT", "HAND_WITHOUT_WAGER", "DEALER_EXTRA_CARD", *_COUNTS)
    if what not in kinds:
        return None
    if not case.is_round_on:
        return SILENT
    if what == "TWO_CARDS" and case.says("count_right"):
        return play_on(case, "")  # nothing was dealt wrongly; no clause asks for a card's name
    if what in ("DEALER_COUNT", "DEALER_EXTRA_CARD"):
        return misdeal(case, clauses.dealer, clauses)
    if case.is_untouched:
        made = misdeal(case, clauses.prior, clauses)
        return replace(made, also=(*made.also, clauses.dealer)) if case.is_dealers else made
    if what == "DEALT_WRONG" and case.says("count_right"):
        return SILENT  # a wrong order, say, that nobody saw in time
    if what in _COUNTS:
        if case.is_dealers:
            return misdeal(case, clauses.dealer, clauses)
        return void_hand(case, clauses.hand)
    return replace(play_on(case, clauses.stray), hand="discarded")


def deck(case: Case, clauses: Clauses) -> Ruled | None:
    """Sections 3 and 4, and the clause on missing and foreign cards."""
    what = case.finding
    if what in BAD_CARDS:
        return _bad_cards(case, clauses)
    if what == "NOT_ENOUGH_CARDS" and case.is_round_on:
        return _bad_cards(case, clauses)  # 52 are always enough, so some are missing
    if what == "UNREADABLE_CARD":
        return play_on(case, "")  # no clause: it is looked at and played
    if what == "CARD_UNFIT":  # "may, at the discretion of a casino supervisor, … after any round"
        return new_cards(case, "3.7", "4.1") if case.says("ordered") else play_on(case, "3.7")
    if what == "SAME_BACKS" and case.is_device:
        return play_on(case, "3.2.2", pack="refused")
    if what in ("NOT_SHUFFLED", "NOT_INTERMIXED") and not case.is_round_on:
        return shuffle_first(case, "4.1", "4.1.1", "4.1.2")
    if what == "VACANT" and not case.is_round_on:
        return shuffle_first(case, "4.1.3", *_shuffle_rules(case))
    if what == "NOT_CUT":
        if case.is_device:
            return play_on(case, "4.4")
        if not case.is_round_on:
            return replace(play_on(case, "4.2", pack="cut"), steps=("cut",))
    if what == "SHOE_AT_LOW_LIMIT" and not case.is_device and clauses.low_limit:
        made = play_on(case, clauses.low_limit, pack="refused")
        return replace(made, steps=("other device",))
    return None


def device(case: Case, clauses: Clauses) -> Ruled | None:
    """The section on malfunctions: three kinds of stop, and a device that is of no more use."""
    what = case.finding
    if not case.is_device or what not in (*STOPS, "DEVICE_FAILED"):
        return None
    if what in STOPS and (not case.is_round_on or case.says("capable")):
        return shuffle_first(case, clauses.stops)
    if not case.is_round_on:
        return SILENT  # "in a round of play for which one or more cards have been dealt"
    is_low = clauses.low_limit and case.says("low_limit")
    other = "other device" if is_low else "other device or shoe"
    also = ("3.7", clauses.low_limit) if is_low else ("3.7",)
    # .2.3 with 3.7: new cards are checked, shuffled and, from a shoe, cut
    steps = (other, "new cards", "check pack", *shuffled(case))
    return replace(void_round(case, clauses.gone, *also), pack="new", steps=steps)


def players(case: Case, clauses: Clauses) -> Ruled | None:
    """Collusion, and an outcome that a supervisor invalidates."""
    if case.finding == "COLLUSION":
        return collusion(case, clauses.collusion)
    if case.finding == "OUTCOME_INVALID":
        return invalidated(case, clauses.invalid, clauses.refund)
    return None


def alike(case: Case, clauses: Clauses) -> Ruled | None:
    """Everything that the three say in the same words."""
    for read in (dealt_wrongly, deck, device, players):
        found = read(case, clauses)
        if found is not None:
            return found
    return None


def _bad_cards(case: Case, clauses: Clauses) -> Ruled:
    if case.finding == "DOUBLED_CARD" and case.says("misread"):
        return play_on(case, "")  # it was another card: none is foreign and none is missing
    where = clauses.cards
    if case.is_round_on:
        made = void_round(case, f"{where}.2", f"{where}.3", f"{where}.4")
    else:
        made = play_on(case, f"{where}.3", f"{where}.4")
    steps = ("check pack", *shuffled(case))  # what was checked is in order, not intermixed (4.1)
    return replace(made, pack="checked", steps=steps, notified=OUTSIDE)


def _shuffle_rules(case: Case) -> tuple[str, ...]:
    return ("4.1.2", "4.4") if case.is_device else ("4.1.2", "4.2")
