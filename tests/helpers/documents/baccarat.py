"""The malfunction of a shuffling device, section 13 of Three Card, 11 of Lucky Draw Baccarat."""

from __future__ import annotations

from dataclasses import replace

from tests.helpers.documents.case import STOPS, Case
from tests.helpers.documents.ruled import (
    SILENT,
    WAGERS,
    Ruled,
    play_on,
    shuffle_first,
    shuffle_ordered,
    void_round,
)


def malfunction(case: Case, section: str, ordered: str) -> Ruled:
    """Clause by clause; `ordered` is the shuffle that a supervisor may order."""
    if not case.is_device:
        return SILENT
    if case.is_round_on:
        return _with_cards_out(case, section)
    if case.finding not in STOPS:
        return SILENT  # ".1.2: in a coup for which 1 or more cards have been dealt"
    if case.moment == "fresh":
        return shuffle_first(case, "4.1.1")
    return shuffle_ordered(case, ordered)


def _with_cards_out(case: Case, section: str) -> Ruled:
    if case.says("works_again"):
        return play_on(case, f"{section}.1.2")  # that condition is not there
    if case.says("disadvantaged"):
        return replace(void_round(case, f"{section}.4"), round="ended")
    if not (case.says("spare") and case.says("practicable")):
        lacks = f"{section}.1.5" if case.says("spare") else f"{section}.1.4"
        choice = dict.fromkeys(WAGERS[case.game], "choice")
        return Ruled(
            f"{section}.5",
            (lacks,),
            of_hand=choice,
            of_others=choice,
            pack="mended to shoe",
            steps=(
                *("offer wagers back", "replace damaged", "shuffle", "cut", "finish from shoe"),
            ),
        )
    if case.says("damaged"):
        made = play_on(case, f"{section}.3", f"{section}.1", pack="mended and moved")
        return replace(made, steps=("replace damaged", "transfer"))
    made = play_on(case, f"{section}.2", f"{section}.1", pack="moved")
    return replace(made, steps=("transfer",))


def bad_shoe(case: Case, where: str) -> Ruled:
    """A missing or foreign card: this coup, and what is left of the shoe, are void."""
    if case.finding == "DOUBLED_CARD" and case.says("misread"):
        return play_on(case, "")  # it was another card
    if case.is_round_on:
        made = void_round(case, f"{where}.2", f"{where}.3", f"{where}.1")
    else:
        made = play_on(case, f"{where}.3", f"{where}.1")
    return replace(made, pack="void and checked", steps=("check pack", "shuffle", "cut", "burn"))


def full_check(case: Case, made: Ruled, rule: str) -> Ruled:
    """From a device a supervisor may have all remaining cards checked after the round."""
    if not case.is_device:
        return made
    return replace(made, also=(*made.also, rule), steps=(*made.steps, "full check"))
