"""Caribbean Stud Poker, read once more: rules 3, 4, 7.3.3, 14, 15 and 16.4."""

from __future__ import annotations

from dataclasses import replace

from tests.helpers.documents.case import Case
from tests.helpers.documents.poker import Clauses, alike, misdeal
from tests.helpers.documents.ruled import SILENT, Ruled, play_on, void_hand

CLAUSES = Clauses(
    prior="14.1",
    dealer="14.2",
    two="14.3",
    misdeal="14.4",
    one="14.5",
    hand="14.8",
    stray="14.10",
    cards="14.9",
    collusion="14.13",
    stops="15.1",
    gone="15.2",
    invalid="16.4",
    refund="16.5",
)


def csp(case: Case) -> Ruled:
    found = alike(case, CLAUSES)
    if found is not None:
        return found
    what, when = case.finding, case.moment
    if what == "EXPOSED_MORE":
        if case.is_in_deal:
            return misdeal(case, "14.3", CLAUSES)
        if when == "decide" and case.is_dealers:
            return play_on(case, "14.7")
    if what == "EXPOSED_ONE" and case.is_in_deal:
        return play_on(case, "14.5")
    if what == "EXPOSED_DEALER":
        if when == "deal":
            return play_on(case, "14.6", "14.7")  # left face up
        if when == "decide":
            return play_on(case, "14.7")
    if what == "FACE_UP_FIRST":
        return play_on(case, "14.6", "14.7")  # the first card is the dealer's (7.3.1, 7.4.1)
    if what == "FACE_UP_LATER" and case.is_round_on:
        if case.is_dealers and case.says("up_card"):  # the one that is turned face upwards anyway
            return play_on(case, "7.4.1" if case.is_device else "7.3.3")
        return play_on(case, "14.6", "14.7") if case.is_dealers else play_on(case, "14.5")
    if what == "BET_WRONG" and when in ("decide", "settle"):
        is_shown = when == "settle" or case.says("dealer_shown")
        made = play_on(case, "14.12" if is_shown else "14.11", "5.5")
        return replace(made, of_hand={"bet": "corrected"})
    if what == "NO_DECISION" and when == "decide":
        return void_hand(case, "14.14")
    if what == "JACKPOT_FAILED":
        made = play_on(case, "14.15")
        return replace(made, round="waits", steps=("approve",), notified=frozenset({"inspector"}))
    return SILENT
