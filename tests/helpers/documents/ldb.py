"""Lucky Draw Baccarat, read once more: rules 3, 4, 10, 11 and 12.4."""

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
    void_round,
)

_BEGINNING = ("fresh", "between", "deal")
_WRONG = ("DEALT_WRONG", "DEALER_COUNT", "HAND_COUNT", "COUNT_WRONG", "HAND_WITHOUT_WAGER")


def ldb(case: Case) -> Ruled:
    for read in (_stray_cards, _dealt_wrongly, _cutting_card, _forgotten, _cards):
        found = read(case)
        if found is not None:
            return found
    if case.finding == "NO_DECISION" and case.moment == "decide":
        return replace(play_on(case, "10.11"), hand="stands")  # and may not DRAW
    if case.finding == "OUTCOME_INVALID":
        return invalidated(case, "12.4", "12.5")
    return SILENT


def _stray_cards(case: Case) -> Ruled | None:
    """10.1 to 10.7: cards face up, and cards that nobody called for."""
    what = case.finding
    if what in ("FACE_UP_FIRST", "FACE_UP_LATER", "FACE_UP_BURNED"):
        return full_check(case, play_on(case, "10.1", pack="card burned"), "10.2")
    if what in ("CARD_UNCALLED", "BURNED_IN_ERROR"):  # at any time, before the round as well
        return play_on(case, "10.3", "10.4", "10.5")
    if what == "DEALER_EXTRA_CARD" and case.moment != "fresh":
        if case.says("seen"):
            return play_on(case, "10.6", pack="card burned")
        return replace(play_on(case, "10.7", pack="put back"), steps=("put under shoe",))
    return None


def _dealt_wrongly(case: Case) -> Ruled | None:
    """10.8 to 10.10."""
    what = case.finding
    if what == "NOT_ENOUGH_CARDS" and case.is_round_on:
        made = play_on(case, "10.10", pack="discards shuffled")
        return replace(made, steps=("shuffle", "cut"))
    if what == "TWO_CARDS" and case.is_round_on and case.says("count_right"):
        return play_on(case, "")
    is_told_in_time = case.moment != "fresh" if what in _WRONG else case.is_round_on
    if what not in (*_WRONG, "TWO_CARDS") or not is_told_in_time:
        return None
    if case.says("rebuilt"):
        all_of_it = dict.fromkeys(WAGERS["ldb"], "corrected")
        return replace(corrected(case, "10.8"), of_others=all_of_it)
    return replace(void_round(case, "10.8", "10.9"), authorised="supervisor")


def _cutting_card(case: Case) -> Ruled | None:
    """4.1.2 and 4.1.3; at a wrong place 10.12."""
    if case.finding == "CUT_CARD_FIRST" and case.moment in _BEGINNING:
        return shuffle_first(case, "4.1.2", "4.6.4")
    if case.finding == "CUT_CARD_LATER" and case.is_round_on:
        return shuffle_after(case, "4.1.3", "4.6")
    if case.finding == "CUT_MISPLACED" and not case.is_device:  # not "up to half way in" (4.9)
        return shuffle_after(case, "10.12", "4.9", "4.1.2", "4.1.3")
    return None


def _forgotten(case: Case) -> Ruled | None:
    """Shuffle, cut and burn: in time they are made up for, later 10.12 to 10.14 speak."""
    what, is_fresh = case.finding, case.moment == "fresh"
    if what == "NOT_CUT":
        if case.is_device:
            return play_on(case, "4.4")
        if is_fresh:
            return replace(play_on(case, "4.6", "4.7", pack="cut"), steps=("cut",))
        return shuffle_after(case, "10.12")
    if what == "NOT_BURNED":  # 10.13 names 4.7 for the burn, which stands in 4.10
        if is_fresh:
            return replace(play_on(case, "4.10", pack="burned as ruled"), steps=("burn",))
        return play_on(case, "10.13", "4.10")
    if what == "NOT_SHUFFLED":
        return shuffle_first(case, "4.1.1") if is_fresh else shuffle_after(case, "10.14", "4.1")
    if what == "NOT_INTERMIXED":
        if is_fresh:
            return shuffle_first(case, "4.1.1")
        return shuffle_ordered(case, "4.1.4")
    return None


def _cards(case: Case) -> Ruled | None:
    """The cards themselves, and the device that mixes them."""
    what = case.finding
    if what in BAD_CARDS:
        return bad_shoe(case, "10.15")  # interim settlements stand (10.15.2)
    if what == "UNREADABLE_CARD":
        return play_on(case, "")
    if what == "CARD_UNFIT":  # in a supervisor's opinion: "shall direct", between rounds
        return new_cards(case, "3.8", "4.1") if case.says("ordered") else play_on(case, "3.8")
    if what in BROKEN:
        return malfunction(case, "11", "4.1.4")
    return None
