"""Three Card Poker, read once more: rules 3, 4, 6.7.2, 12, 13 and 14.4."""

from __future__ import annotations

from dataclasses import replace

from tests.helpers.documents.case import Case
from tests.helpers.documents.poker import Clauses, alike, misdeal
from tests.helpers.documents.ruled import SILENT, Ruled, ante_gone, play_on

CLAUSES = Clauses(
    prior="12.1",
    dealer="12.2",
    two="12.3",
    misdeal="12.4",
    one="12.5",
    hand="12.7",
    stray="12.8",
    cards="12.9",
    collusion="12.11",
    stops="13.1",
    gone="13.2",
    invalid="14.4",
    refund="14.5",
    low_limit="6.7.2",
)


def tcp(case: Case) -> Ruled:
    found = alike(case, CLAUSES)
    if found is not None:
        return found
    what, when = case.finding, case.moment
    if what == "EXPOSED_MORE":
        if case.is_in_deal:
            return misdeal(case, "12.3", CLAUSES)
        if when == "decide" and case.is_dealers:
            return play_on(case, "12.6")
    if what == "EXPOSED_ONE" and case.is_in_deal:
        return play_on(case, "12.5")
    if what == "EXPOSED_DEALER" and when in ("deal", "decide"):
        return play_on(case, "12.6", "12.5")
    if what == "FACE_UP_FIRST":
        return play_on(case, "12.6", "12.5")  # the first card is the dealer's (7.3.1, 7.4.1)
    if what == "FACE_UP_LATER" and case.is_round_on:
        return play_on(case, "12.6", "12.5") if case.is_dealers else play_on(case, "12.5")
    if what == "WAGER_SHORT" and when == "decide":
        if case.says("warned"):
            return ante_gone(case, "12.10", "lost")
        return replace(ante_gone(case, "12.10", "returned"), steps=("warn",))
    if what == "NO_DECISION" and when == "decide":
        return ante_gone(case, "12.12", "returned")
    return SILENT
