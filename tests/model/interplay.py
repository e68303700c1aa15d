"""Irregularities that meet, late words and wrong roles, on whole boards.

`python -m tests.model.interplay` plays three tables, a check after the other, each with the clause
that asks for it; `faro rules --check` runs it beside the situations of every_situation.py.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from faro.sim.rig import Rig
from faro.wire.errors import FaroError, Refused
from firmware.rounds.rows import FLAG_STOPPED, FLAG_VOIDED
from firmware.ruling.effects import DO_CHECK_PACK, DO_WAIT_FOR_INSPECTOR
from hw_sim.world.croupier import Mistake
from tests.model.board_desk import CODED_CARDS, coded_rig
from tests.model.irregular_campaign import play, seated
from tests.model.people import People
from tests.model.ruling_desk import RulingDesk
from tests.model.troubles import Trouble

SEATS = (1, 2)
ALL = 7  # supervisor, inspector and surveillance
CARDS = {"csp": 15, "tcp": 9}


class Wrong(AssertionError):
    """What a clause asks for did not happen."""


@contextmanager
def refused(clause: str, name: str) -> Iterator[None]:
    """The board must say no, and with this word."""
    try:
        yield
    except Refused as refusal:
        if refusal.name == name:
            return
        raise
    raise Wrong(f"{clause}: nobody refused it")


def must(clause: str, is_so: bool) -> None:
    if not is_so:
        raise Wrong(clause)


def deal(people: People) -> RulingDesk:
    """A round to the moment when players decide."""
    desk = people.board
    people.shuffle()
    desk.set_seats(SEATS)
    for card in range(CARDS[people.game]):
        desk.reading(card)
    desk.news()
    return desk


def results(desk: RulingDesk, seat: int) -> set[str]:
    wagers = desk.story().hands[seat]["wagers"]
    return {wager["result"] for wager in wagers.values()}


# -- the checks ----------------------------------------------------------------------------------


def notices_and_the_deck_check(people: People) -> None:
    """CSP 14.9.3, 14.9.4: who is told, what is stopped, and who checks the deck."""
    desk = deal(people)
    desk.end()
    desk.news()
    case = desk.report("MISSING_CARD", None, 7, "supervisor")
    told = [event.fields["notified"] for event in desk.news() if event.name == "NOTICE_GIVEN"]
    must("CSP 14.9.4: notified at once", told == [ALL])
    must("CSP 14.9.3: play is stopped", bool(desk.table()["table_flags"] & FLAG_STOPPED))
    before = desk.table()["round"]
    desk.reading(40)
    must("CSP 14.9.3: no round begins", desk.table()["round"] == before)
    with refused("CSP 14.9.3: a dealer does not check the deck", "not_allowed"):
        desk.ask("table", "RULING_DONE", case_number=case, step=DO_CHECK_PACK)
    must("CSP 14.9.3: still stopped", bool(desk.table()["table_flags"] & FLAG_STOPPED))
    desk.do_steps()


def inspectors_stop(people: People) -> None:
    """CSP 14.15: in mid-round, and neither ticked nor withdrawn by a supervisor."""
    desk = deal(people)
    case = desk.report("JACKPOT_FAILED", None, 0, "table")
    with refused("CSP 14.15: nothing is settled", "stopped"):
        desk.ask("table", "END_ROUND", is_void=0, void_reason=0)
    with refused("CSP 14.15: a supervisor does not approve", "not_allowed"):
        desk.ask("supervisor", "RULING_DONE", case_number=case, step=DO_WAIT_FOR_INSPECTOR)
    with refused("CSP 14.15: a supervisor does not withdraw", "not_allowed"):
        desk.withdraw(case)
    desk.ask("inspector", "RULING_DONE", case_number=case, step=DO_WAIT_FOR_INSPECTOR)
    desk.end()


def withdrawn_void(people: People) -> None:
    """CSP 16.12: a review takes all effects of the ruling back, and those of no other."""
    desk = deal(people)
    desk.report("NO_DECISION", 2, 0, "table")
    case = desk.report("OUTCOME_INVALID", None, 0, "supervisor")
    must("CSP 16.4: void", bool(desk.table()["table_flags"] & FLAG_VOIDED))
    must("CSP 16.4: jackpot wagers go back", desk.table()["back_seats"] & 3 == 3)
    desk.withdraw(case)
    must("CSP 16.12: not void", not desk.table()["table_flags"] & FLAG_VOIDED)
    must("CSP 14.14: that hand's wager goes back", desk.table()["back_seats"] == 2)
    desk.end()
    must("CSP 14.14: that hand is void", results(desk, 2) == {"void"})


def void_hand(people: People) -> None:
    """TCP 12.7: what came to light first made the hand void; a later ruling does not revive it."""
    desk = deal(people)
    desk.report("HAND_COUNT", 1, 1, "table")
    desk.answer_all(frozenset({"handled"}), 1)
    desk.report("NO_DECISION", 1, 0, "table")
    desk.end()
    must("TCP 12.7: all wagers of the hand are void", results(desk, 1) == {"void"})


def question(people: People) -> None:
    """TCP 12.1: nothing is settled while a question about the round is open."""
    desk = deal(people)
    desk.report("DEALT_WRONG", None, 0, "table")
    with refused("TCP 12.1: an open question holds the round", "stopped"):
        desk.ask("table", "END_ROUND", is_void=0, void_reason=0)
    desk.answer_all(frozenset(), None)
    desk.end()
    must("TCP 12.1: misdeal", desk.story().state == "void")


def warning(people: People) -> None:
    """TCP 12.10: the warning outlives a power cut, and a second one of the same round is none."""
    desk = deal(people)
    first = desk.report("WAGER_SHORT", 1, 0, "table")
    must("TCP 12.10: one incident", desk.report("WAGER_SHORT", 1, 0, "table") == first)
    desk.end()
    deal(people)
    desk.end()
    board = desk.rig.boards["shoe"].board
    board.power_off()
    desk.rig.kernel.run_for_ms(500)
    board.power_on()
    desk.rig.wait_ready()
    people = seated_again(people, desk)
    desk = deal(people)
    desk.report("WAGER_SHORT", 1, 0, "table")
    desk.answer_all(frozenset({"warned"}), 1)
    desk.end()
    must("TCP 12.10: the ante is forfeited", "lose" in results(desk, 1))


def seated_again(people: People, desk: RulingDesk) -> People:
    """Sessions ended with the power; the table is still open."""
    desk.client.open_session(desk.keys, "table")
    desk.forget_sessions()
    return people


def kept_card(people: People) -> None:
    """LDB 10.7: the card under the shoe is the first one of the next round."""
    play(people, SEATS, Trouble("DEALER_EXTRA_CARD", "settle", mistake=Mistake("kept", 0)))
    play(people, SEATS, None)


CHECKS: tuple[tuple[str, Callable[[People], None]], ...] = (
    ("csp", notices_and_the_deck_check),
    ("csp", inspectors_stop),
    ("csp", withdrawn_void),
    ("tcp", void_hand),
    ("tcp", question),
    ("tcp", warning),
    ("ldb", kept_card),
)


def differences(main: Path = CODED_CARDS, names: tuple[str, ...] = ()) -> list[str]:
    """What the firmware does otherwise, a line for each check that fails."""
    wrong: list[str] = []
    for game in ("csp", "tcp", "ldb"):
        chosen = [check for of, check in CHECKS if of == game]
        chosen = [check for check in chosen if not names or check.__name__ in names]
        if chosen:
            with coded_rig(main=main) as rig:
                wrong += _play(rig, game, chosen)
    return wrong


def _play(rig: Rig, game: str, chosen: list[Callable[[People], None]]) -> list[str]:
    people = seated(rig, game, "shoe", 1)
    for check in chosen:
        try:
            check(people)
        except (AssertionError, FaroError) as error:
            return [f"{check.__name__}: {error!r}"]  # the table is in disorder now
    return []


def main() -> None:
    wrong = differences()
    print(
        "\n".join(wrong) or f"{len(CHECKS)} meetings of irregularities: done as the documents say"
    )
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
