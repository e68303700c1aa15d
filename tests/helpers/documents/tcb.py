"""Three Card Baccarat, read once more: rules 3, 4, 12, 13 and 14.4."""

from __future__ import annotations

from dataclasses import replace

from tests.helpers.documents.baccarat import bad_shoe, full_check, malfunction
from tests.helpers.documents.case import BAD_CARDS, BROKEN, Case
from tests.helpers.documents.ruled import (
    SILENT,
    WAGERS,
    Ruled,
    corrected,
    invalidated,
    new_cards,
    play_on,
    shuffle_after,
    shuffle_first,
    shuffle_ordered,
    shuffled,
    void_hand,
    void_round,
)

_COUNTS = ("HAND_COUNT", "COUNT_WRONG", "TWO_CARDS", "DEALT_WRONG")
_BEGINNING = ("fresh", "between", "deal")


def tcb(case: Case) -> Ruled:
    for read in (_dealt_wrongly, _faces, _cutting_card, _forgotten, _cards):
        found = read(case)
        if found is not None:
            return found
    if case.finding == "OUTCOME_INVALID":
        return invalidated(case, "14.4", "14.5")
    return SILENT


def _dealt_wrongly(case: Case) -> Ruled | None:
    """12.1 to 12.7."""
    what = case.finding
    kinds = ("DEALER_COUNT", "HAND_WITHOUT_WAGER", "DEALER_EXTRA_CARD", *_COUNTS)
    if what == "RESULT_WRONG" and case.moment in ("between", "settle"):
        if case.says("rebuilt"):
            all_of_it = dict.fromkeys(WAGERS["tcb"], "corrected")
            return replace(corrected(case, "12.6"), of_others=all_of_it)
        # "that Player hand and/or the coup": the hand that was named, else the coup
        made = void_hand(case, "12.6") if case.is_seat else void_round(case, "12.6")
        return replace(made, authorised="supervisor")
    if what == "NOT_ENOUGH_CARDS" and case.is_round_on:
        made = void_round(case, "12.7", "4.1.2")
        return replace(made, pack="shuffled before", steps=shuffled(case))
    if what not in kinds:
        return None
    if not case.is_round_on:
        return SILENT
    if what == "TWO_CARDS" and case.says("count_right"):
        return play_on(case, "")
    if what in ("DEALER_COUNT", "DEALER_EXTRA_CARD"):
        return void_round(case, "12.2", "12.3")
    if case.is_untouched:
        return void_round(case, "12.1", "12.3", *(["12.2"] if case.is_dealers else []))
    if what == "DEALT_WRONG" and case.says("count_right"):
        return SILENT  # a wrong order, say, that nobody saw in time
    if what in _COUNTS:
        if case.is_dealers:
            return void_round(case, "12.2", "12.3")
        return void_hand(case, "12.5")
    return replace(play_on(case, "12.4"), hand="discarded")


def _faces(case: Case) -> Ruled | None:
    """12.8 and 12.9; of the burned cards the first is face up anyway (4.11.1)."""
    what = case.finding
    if what == "FACE_UP_BURNED":
        return play_on(case, "4.11.3", pack="card burned")
    if what == "FIRST_DISCLOSED" and not case.is_round_on:
        return play_on(case, "12.8", pack="card burned")
    if what == "FACE_UP_FIRST" and case.moment in _BEGINNING:
        return full_check(case, play_on(case, "12.8", pack="card burned"), "12.9.1")
    if what == "FACE_UP_LATER" and case.is_round_on:
        return full_check(case, play_on(case, "12.9"), "12.9.1")
    return None


def _cutting_card(case: Case) -> Ruled | None:
    """4.7 and 4.8; at a wrong place also 12.10."""
    if case.finding == "CUT_CARD_LATER" and case.is_round_on:
        return shuffle_after(case, "4.7", "4.1.2")
    if case.finding == "CUT_CARD_FIRST" and case.moment in _BEGINNING:
        made = play_on(case, "4.8", "4.1.2", pack="shuffled after")
        return replace(made, round="last", steps=shuffled(case))
    if case.finding == "CUT_MISPLACED" and not case.is_device:
        # not "approximately one deck from the back" (4.6).  "The dealer shall complete the coup":
        # the cutting card as first card is that coup's (4.8)
        made = play_on(case, "12.10", "4.6", "4.7", "4.8", "4.1.2", pack="shuffled after")
        is_last = not case.is_round_on
        return replace(made, round="last" if is_last else "goes_on", steps=shuffled(case))
    return None


def _forgotten(case: Case) -> Ruled | None:
    """Shuffle, cut and burn: in time they are made up for, later 12.10 to 12.12 speak."""
    what, is_fresh = case.finding, case.moment == "fresh"
    if what == "NOT_CUT":
        if case.is_device:
            return play_on(case, "4.9")
        if is_fresh:
            return replace(play_on(case, "4.3", "4.4", pack="cut"), steps=("cut",))
        return shuffle_after(case, "12.10")
    if what == "NOT_BURNED":
        if is_fresh:
            return replace(play_on(case, "4.11", pack="burned as ruled"), steps=("burn",))
        return play_on(case, "12.11")
    if what == "NOT_SHUFFLED":
        return shuffle_first(case, "4.1.1") if is_fresh else shuffle_after(case, "12.12", "4.1.2")
    if what == "NOT_INTERMIXED":
        if is_fresh:
            return shuffle_first(case, "4.1.1")
        return shuffle_ordered(case, "4.1.3")
    return None


def _cards(case: Case) -> Ruled | None:
    """The cards themselves, and the device that mixes them."""
    what = case.finding
    if what in BAD_CARDS:
        return bad_shoe(case, "12.13")
    if what == "UNREADABLE_CARD":
        return play_on(case, "")
    if what == "CARD_UNFIT":  # in a supervisor's opinion: "shall direct", between coups
        return new_cards(case, "3.10", "4.1") if case.says("ordered") else play_on(case, "3.10")
    if what in BROKEN:
        return malfunction(case, "13", "4.1.3")
    return None
