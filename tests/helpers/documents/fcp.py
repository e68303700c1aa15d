"""Four Card Poker, read once more: rules 3, 4, 6.6.2, 7, 9.1, 12, 13 and 14.4."""

from __future__ import annotations

from dataclasses import replace

from tests.helpers.documents.case import Case
from tests.helpers.documents.poker import Clauses, alike, misdeal
from tests.helpers.documents.ruled import (
    SILENT,
    Ruled,
    ante_gone,
    corrected,
    play_on,
    void_hand,
)

CLAUSES = Clauses(
    prior="12.1",
    dealer="12.2",
    two="12.3",
    misdeal="12.4",
    one="12.5",
    hand="12.6",
    stray="12.7",
    cards="12.10",
    collusion="12.12",
    stops="13.1",
    gone="13.2",
    invalid="14.4",
    refund="14.5",
    low_limit="6.6.2",
)


def fcp(case: Case) -> Ruled:
    found = alike(case, CLAUSES)
    if found is not None:
        return found
    what, when = case.finding, case.moment
    if what == "EXPOSED_MORE" and case.is_in_deal:
        return misdeal(case, "12.3", CLAUSES)
    if what in ("EXPOSED_ONE", "EXPOSED_DEALER") and case.is_in_deal:
        return play_on(case, "12.5")
    if what == "FACE_UP_FIRST":
        return play_on(case, "12.5")
    if what == "FACE_UP_LATER" and case.is_round_on:
        if case.says("up_card"):  # the sixth card to the dealer
            return play_on(case, "7.4.2" if case.is_device else "7.3.4")
        return play_on(case, "12.5")
    if what == "DEALER_SET_WRONG" and when == "settle":
        if case.says("first_shown"):
            return replace(play_on(case, "12.8"), hand="stands")
        return replace(play_on(case, "9.1", "12.8"), hand="corrected")
    if what == "RESULT_WRONG" and when in ("between", "settle"):
        if case.says("rebuilt"):
            return corrected(case, "12.9")
        return replace(void_hand(case, "12.9"), authorised="supervisor")
    if what == "WAGER_SHORT" and when == "decide":
        if case.says("warned"):
            return ante_gone(case, "12.11", "lost")
        return replace(ante_gone(case, "12.11", "returned"), steps=("warn",))
    if what == "NO_DECISION" and when == "decide":
        return ante_gone(case, "12.13", "returned")
    return SILENT
