"""A second reading of the five documents, written apart from the firmware's tables.

Plain if-sentences, one function per document, in the order of its clauses.  Each gives back what
becomes of the round and of the cards, and the clause that says so.  It shares no line and no
table with firmware/ruling; where both agree, two readings agree.
"""

from __future__ import annotations

from dataclasses import dataclass

IDLE = ("fresh", "between")
BAD_CARDS = ("FOREIGN_CARD", "DOUBLED_CARD", "MISSING_CARD")
THREE_STOPS = ("JAM", "INTERMIXING_STOPPED", "CYCLE_INCOMPLETE")
NOTHING = ("no rule", "")


@dataclass(frozen=True)
class Case:
    """What happened, when, with which equipment, and what people answered."""

    finding: str
    state: str
    is_device: bool
    facts: frozenset[str]

    @property
    def is_round_on(self) -> bool:
        return self.state not in IDLE

    def says(self, fact: str) -> bool:
        return fact in self.facts

    @property
    def is_in_deal(self) -> bool:
        """Shown during the deal: now, or told as soon as the deal was over."""
        return self.state == "deal" or (self.state == "decide" and self.says("in_deal"))

    @property
    def is_untouched(self) -> bool:
        """No player has handled cards; at settlement the hands lie open, so they have."""
        return self.state != "settle" and not self.says("handled")


def _misdealt(case: Case, prior: str, banker: str, hand: str, stray: str) -> tuple[str, str] | None:
    """The rules on cards dealt wrongly that four of the documents word alike."""
    what = case.finding
    kinds = ("DEALT_WRONG", "DEALER_COUNT", "HAND_COUNT", "COUNT_WRONG", "HAND_WITHOUT_WAGER")
    if what == "TWO_CARDS":
        if case.state not in ("deal", "decide"):
            return NOTHING
        if case.says("count_right"):
            return None  # nothing was dealt wrongly
        return ("void round", prior) if case.is_untouched else NOTHING
    if what not in kinds:
        return None
    if not case.is_round_on:
        return NOTHING
    if what == "DEALER_COUNT":
        return ("void round", banker)
    if case.is_untouched:
        return ("void round", prior)
    if what == "COUNT_WRONG" and case.says("dealers"):
        return ("void round", banker)
    if what in ("HAND_COUNT", "COUNT_WRONG"):
        return ("void hand", hand)
    if what == "HAND_WITHOUT_WAGER":
        return ("play on", stray)
    return NOTHING


def _poker_deck(case: Case, clause: str) -> tuple[str, str] | None:
    """Cards 3 and 4 of the poker documents, and the clause on missing and foreign cards."""
    what = case.finding
    if what in BAD_CARDS:
        if case.is_round_on:
            return ("void round", clause + ".2")
        return ("check pack", clause + ".3")
    if what == "NOT_ENOUGH_CARDS" and case.is_round_on:
        return ("void round", clause + ".2")  # of 52 cards none may lack
    if what == "UNREADABLE_CARD" or (what == "TWO_CARDS" and case.says("count_right")):
        return ("play on", "3.8")
    if what == "CARD_UNFIT":
        return ("play on", "3.7")
    if what == "SAME_BACKS" and case.is_device:
        return ("refuse", "3.2.2")
    if what in ("NOT_SHUFFLED", "NOT_INTERMIXED") and not case.is_round_on:
        return ("reshuffle", "4.1")
    if what == "NOT_CUT":
        if case.is_device:
            return ("play on", "4.4")
        if not case.is_round_on:
            return ("cut", "4.2")
    return None


def _poker_device(case: Case, stop: str, gone: str) -> tuple[str, str] | None:
    what = case.finding
    if not case.is_device:
        return NOTHING if what in (*THREE_STOPS, "DEVICE_FAILED") else None
    if what in THREE_STOPS:
        if case.is_round_on and not case.says("capable"):
            return ("void round", gone)
        return ("reshuffle", stop)
    if what == "DEVICE_FAILED" and case.is_round_on:
        return ("void round", gone)
    return None


def tcp(case: Case) -> tuple[str, str]:
    """Three Card Poker, rules 3, 4, 6.7.2, 12 and 13."""
    what, when = case.finding, case.state
    found = (
        _misdealt(case, "12.1", "12.2", "12.7", "12.8")
        or _poker_deck(case, "12.9")
        or _poker_device(case, "13.1", "13.2")
    )
    if found:
        return found
    if what == "EXPOSED_MORE":
        if case.is_in_deal:
            return ("void round", "12.3")
        if when == "decide" and case.says("dealers"):
            return ("play on", "12.6")
    if what == "EXPOSED_ONE" and case.is_in_deal:
        return ("play on", "12.5")
    if what == "EXPOSED_DEALER" and when in ("deal", "decide"):
        return ("play on", "12.6")
    if what == "FACE_UP_FIRST":
        return ("play on", "12.6")  # the first card is the dealer's (7.3.1, 7.4.1)
    if what == "FACE_UP_LATER" and case.is_round_on:
        return ("play on", "12.6" if case.says("dealers") else "12.5")
    if what == "WAGER_SHORT" and when == "decide":
        return ("void hand", "12.10")
    if what == "NO_DECISION" and when == "decide":
        return ("void hand", "12.12")
    if what == "SHOE_AT_LOW_LIMIT" and not case.is_device:
        return ("refuse", "6.7.2")
    return NOTHING


def fcp(case: Case) -> tuple[str, str]:
    """Four Card Poker, rules 3, 4, 6.6.2, 9.1, 12 and 13."""
    what, when = case.finding, case.state
    found = (
        _misdealt(case, "12.1", "12.2", "12.6", "12.7")
        or _poker_deck(case, "12.10")
        or _poker_device(case, "13.1", "13.2")
    )
    if found:
        return found
    if what == "EXPOSED_MORE" and case.is_in_deal:
        return ("void round", "12.3")
    if what in ("EXPOSED_ONE", "EXPOSED_DEALER") and case.is_in_deal:
        return ("play on", "12.5")
    if what == "FACE_UP_LATER" and case.is_round_on:
        if case.says("up_card"):  # the sixth card to the dealer
            return ("play on", "7.4.2" if case.is_device else "7.3.4")
        return ("play on", "12.5")
    if what == "FACE_UP_FIRST":
        return ("play on", "12.5")
    if what == "DEALER_SET_WRONG" and when == "settle":
        return ("play on", "12.8") if case.says("first_shown") else ("rebuild", "9.1")
    if what == "RESULT_WRONG" and when in ("between", "settle"):
        return ("rebuild", "12.9") if case.says("rebuilt") else ("void hand", "12.9")
    if what == "WAGER_SHORT" and when == "decide":
        return ("void hand", "12.11")
    if what == "NO_DECISION" and when == "decide":
        return ("void hand", "12.13")
    if what == "SHOE_AT_LOW_LIMIT" and not case.is_device:
        return ("refuse", "6.6.2")
    return NOTHING


def csp(case: Case) -> tuple[str, str]:
    """Caribbean Stud Poker, rules 3, 4, 14 and 15."""
    what, when = case.finding, case.state
    found = (
        _misdealt(case, "14.1", "14.2", "14.8", "14.10")
        or _poker_deck(case, "14.9")
        or _poker_device(case, "15.1", "15.2")
    )
    if found:
        return found
    if what == "EXPOSED_MORE":
        if case.is_in_deal:
            return ("void round", "14.3")
        if when == "decide" and case.says("dealers"):
            return ("play on", "14.7")
    if what == "EXPOSED_ONE" and case.is_in_deal:
        return ("play on", "14.5")
    if what == "EXPOSED_DEALER":
        if when == "deal":
            return ("play on", "14.6")
        if when == "decide":
            return ("play on", "14.7")
    if what == "FACE_UP_FIRST":
        return ("play on", "14.6")  # the first card is the dealer's (7.3.1, 7.4.1)
    if what == "FACE_UP_LATER" and case.is_round_on:
        return ("play on", "14.6" if case.says("dealers") else "14.5")
    if what == "BET_WRONG" and when in ("decide", "settle"):
        is_shown = when == "settle" or case.says("dealer_shown")
        return ("correct wager", "14.12" if is_shown else "14.11")
    if what == "NO_DECISION" and when == "decide":
        return ("void hand", "14.14")
    if what == "JACKPOT_FAILED":
        return ("inspector", "14.15")
    return NOTHING


def _malfunction(case: Case, section: str) -> tuple[str, str]:
    """Section 13 of one document, 11 of the other, clause by clause."""
    if case.says("works_again"):
        return ("play on", section + ".1.2")  # the condition of .1.2 is not there
    if case.says("disadvantaged"):
        return ("end round", section + ".4")
    if not (case.says("spare") and case.says("practicable")):
        return ("finish from shoe", section + ".5")
    if case.says("damaged"):
        return ("mend and transfer", section + ".3")
    return ("transfer", section + ".2")


def tcb(case: Case) -> tuple[str, str]:
    """Three Card Baccarat, rules 3, 4, 8, 12 and 13."""
    what, when = case.finding, case.state
    if found := _misdealt(case, "12.1", "12.2", "12.5", "12.4"):
        return found
    if what == "CARD_UNFIT":
        return ("new cards", "3.10") if not case.is_round_on else ("play on", "3.10")
    if what == "UNREADABLE_CARD":
        return ("play on", "3.10")
    if what == "TWO_CARDS":
        return ("play on", "8.1")
    if what == "CUT_CARD_LATER" and case.is_round_on:
        return ("shuffle after", "4.7")
    if what == "CUT_CARD_FIRST" and when in ("fresh", "between", "deal"):
        return ("last round", "4.8")
    if what == "NOT_CUT" and case.is_device:
        return ("play on", "4.9")
    if what == "FACE_UP_BURNED":
        return ("burn", "4.11.3")
    if when == "fresh":
        early = {
            "NOT_SHUFFLED": ("reshuffle", "4.1.1"),
            "NOT_INTERMIXED": ("reshuffle", "4.1.1"),
            "NOT_CUT": ("cut", "4.3"),
            "NOT_BURNED": ("burn", "4.11"),
        }
        if what in early:
            return early[what]
    if what == "NOT_INTERMIXED":
        return ("shuffle after", "4.1.3")
    if what == "RESULT_WRONG" and when in ("between", "settle"):
        return ("rebuild", "12.6") if case.says("rebuilt") else ("void round", "12.6")
    if what == "NOT_ENOUGH_CARDS" and case.is_round_on:
        return ("void round", "12.7")
    if what == "FIRST_DISCLOSED" and not case.is_round_on:
        return ("burn", "12.8")
    if what == "FACE_UP_FIRST" and when in ("fresh", "between", "deal"):
        return ("burn", "12.8")
    if what == "FACE_UP_LATER" and case.is_round_on:
        return ("play on", "12.9")
    if what == "NOT_CUT":
        return ("shuffle after" if case.is_round_on else "reshuffle", "12.10")
    if what == "NOT_BURNED":
        return ("play on", "12.11")
    if what == "NOT_SHUFFLED":
        return ("shuffle after" if case.is_round_on else "reshuffle", "12.12")
    if what in BAD_CARDS:
        return ("void round", "12.13.2") if case.is_round_on else ("check pack", "12.13.3")
    if case.is_device and what in (*THREE_STOPS, "DEVICE_FAILED"):
        if case.is_round_on:
            return _malfunction(case, "13")
        if what in THREE_STOPS:
            return ("reshuffle", "4.1.1") if when == "fresh" else ("shuffle after", "4.1.3")
    return NOTHING


def ldb(case: Case) -> tuple[str, str]:
    """Lucky Draw Baccarat, rules 3, 4, 10 and 11."""
    what, when = case.finding, case.state
    if what in ("FACE_UP_FIRST", "FACE_UP_LATER", "FACE_UP_BURNED"):
        return ("burn", "10.1")
    if what in ("CARD_UNCALLED", "BURNED_IN_ERROR") and case.is_round_on:
        return ("play on", "10.3")
    if what == "DEALER_EXTRA_CARD" and when != "fresh":
        return ("burn", "10.6") if case.says("seen") else ("put back", "10.7")
    if what == "TWO_CARDS" and case.is_round_on and case.says("count_right"):
        return ("play on", "3.9")
    wrong = ("DEALT_WRONG", "DEALER_COUNT", "HAND_COUNT", "COUNT_WRONG", "HAND_WITHOUT_WAGER")
    if (what in wrong and when != "fresh") or (what == "TWO_CARDS" and case.is_round_on):
        return ("rebuild", "10.8") if case.says("rebuilt") else ("void round", "10.8")
    if what == "NOT_ENOUGH_CARDS" and case.is_round_on:
        return ("discards shuffled", "10.10")
    if what == "NO_DECISION" and when == "decide":
        return ("play on", "10.11")
    if what == "NOT_CUT":
        if case.is_device:
            return ("play on", "4.4")
        if when == "fresh":
            return ("cut", "4.6")
        return ("shuffle after" if case.is_round_on else "reshuffle", "10.12")
    if what == "NOT_BURNED":
        return ("burn", "4.10") if when == "fresh" else ("play on", "10.13")
    if what == "NOT_SHUFFLED":
        if when == "fresh":
            return ("reshuffle", "4.1.1")
        return ("shuffle after" if case.is_round_on else "reshuffle", "10.14")
    if what == "NOT_INTERMIXED":
        return ("reshuffle", "4.1.1") if when == "fresh" else ("shuffle after", "4.1.4")
    if what in BAD_CARDS:
        return ("void round", "10.15.2") if case.is_round_on else ("check pack", "10.15.3")
    if what == "CUT_CARD_FIRST" and when in ("fresh", "between", "deal"):
        return ("reshuffle", "4.1.2")
    if what == "CUT_CARD_LATER" and case.is_round_on:
        return ("shuffle after", "4.1.3")
    if what == "UNREADABLE_CARD":
        return ("play on", "3.9")
    if what == "CARD_UNFIT":
        return ("play on", "3.8") if case.is_round_on else ("new cards", "3.8")
    if case.is_device and what in (*THREE_STOPS, "DEVICE_FAILED"):
        if case.is_round_on:
            return _malfunction(case, "11")
        if what in THREE_STOPS:
            return ("reshuffle", "4.1.1") if when == "fresh" else ("shuffle after", "4.1.4")
    return NOTHING


ORACLES = {"tcp": tcp, "fcp": fcp, "csp": csp, "tcb": tcb, "ldb": ldb}

# who must hear of it at once, and what becomes of the money, per class where the documents say so
RETURNED = {
    "void round": {"returned", "returned_but_interim"},
    "end round": {"returned"},
    "void hand": {"of_hand_returned", "ante_returned"},
    "finish from shoe": {"players_choice"},
    "rebuild": {"corrected"},
    "correct wager": {"corrected"},
    "no rule": {"wait"},
    "inspector": {"wait"},
}
