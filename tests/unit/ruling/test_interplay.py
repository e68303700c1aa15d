"""Two irregularities at once: what stands, whose round it is, and who may say so."""

from __future__ import annotations

import itertools

import pytest

from firmware.core import errors
from firmware.core.rows import INSPECTOR, SUPERVISOR, TABLE
from firmware.rounds import findings as f
from firmware.rounds import phases
from firmware.rounds.findings import NO_PLACE
from firmware.rounds.holds import HOLDS_END, HOLDS_ROUND, OPEN_QUESTION, OPEN_STOP
from firmware.rounds.round_record import ALL_BACK, ALL_LOST, MAIN_BACK, MAIN_LOST, ROUND_VOID
from firmware.rounds.steps import CLOSED_VOID, NO_STOPPED, NO_WRONG_TIME, OK
from firmware.rounds.table_state import ALLOWS_REFILL
from firmware.ruling import effects as e
from firmware.ruling import findings_told as t
from firmware.ruling.desk import MOST_RULED
from firmware.ruling.rows import MSG_GET_RULING
from firmware.ruling.rulings import (
    ANTE_LOST,
    CARD_TURNED,
    DECK_BAD,
    DESK_FULL,
    HAND_VOID,
    MISDEAL,
    WAGER_REFUSED,
)
from tests.helpers.ruling_room import RoomTable


def tcp() -> RoomTable:
    """Three Card Poker, two hands dealt, players decide."""
    table = RoomTable("tcp")
    table.deal()
    return table


# -- effects only grow (P1) --------------------------------------------------------------------


@pytest.mark.rule("I12", "TCP 14.4")
def test_effects__more_rulings_than_the_desk_had_room_for__the_void_round_stays_void() -> None:
    table = tcp()
    table.report(t.FND_OUTCOME_INVALID)  # no step of it holds anything up
    for number in range(3 * MOST_RULED):
        table.found(f.FND_FACE_UP_LATER, 1 + number % 2)
        assert table.tracker.is_voided, number
    assert table.tracker.end_round(table.now_ms) == OK and table.tracker.closed_as == CLOSED_VOID


@pytest.mark.rule("TCP 12.7", "TCP 12.10", "TCP 12.12", "TCP 14.5")
def test_effects__rulings_on_one_hand_in_any_order__the_strongest_stands() -> None:
    """Forfeited outlives void, void outlives an ante that is returned or lost."""

    def forfeit(table: RoomTable) -> None:
        table.report(t.FND_OUTCOME_INVALID, 1)

    def void(table: RoomTable) -> None:
        case = table.found(f.FND_HAND_COUNT, 1, 1)
        table.answer(case.number, 1)

    def out(table: RoomTable) -> None:
        table.report(t.FND_NO_DECISION, 1)

    strength = {forfeit: ALL_LOST, void: ALL_BACK, out: MAIN_BACK}
    for size in (1, 2, 3):
        for order in itertools.permutations(strength, size):
            table = tcp()
            for ruling in order:
                ruling(table)
            expected = next(flags for who, flags in strength.items() if who in order)
            assert table.hands[1] == expected, order
            table.boot()
            assert table.hands[1] == expected, order


@pytest.mark.rule("TCP 12.4", "TCP 12.7", "TCP 12.12")
def test_effects__a_later_ruling__does_not_revive_a_void_hand() -> None:
    table = tcp()
    case = table.found(f.FND_HAND_COUNT, 2, 1)
    table.answer(case.number, 1)
    assert table.hands[2] == ALL_BACK
    table.report(t.FND_NO_DECISION, 2)
    table.report(t.FND_WAGER_SHORT, 2)
    assert table.hands[2] == ALL_BACK


@pytest.mark.rule("TCP 14.12", "TCP 14.5")
def test_effects__withdrawn__all_of_that_ruling_is_undone_and_the_others_stay() -> None:
    table = tcp()
    void = table.found(f.FND_FOREIGN_CARD, 1)
    table.report(t.FND_NO_DECISION, 2)
    forfeit = table.report(t.FND_OUTCOME_INVALID, 1)["case_number"]
    assert table.hands[:3] == [ROUND_VOID, ALL_LOST, ALL_BACK]
    table.withdraw(forfeit)
    assert table.hands[:3] == [ROUND_VOID, ALL_BACK, ALL_BACK]
    table.withdraw(void.number)
    assert table.hands[:3] == [0, 0, MAIN_BACK] and not table.tracker.is_voided
    assert not table.tracker.is_held(HOLDS_ROUND)


@pytest.mark.rule("TCP 12.9", "TCP 12.12")
def test_desk__full__stops_play_says_so_and_forgets_nothing() -> None:
    table = RoomTable("tcp", seats=(1, 2, 3, 4, 5, 6, 7))
    table.deal("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH")
    for seat in range(1, 8):
        table.report(t.FND_NO_DECISION, seat)
    for number in range(8):
        table.found(f.FND_MISSING_CARD, NO_PLACE, number)
    newest = table.rulings.desk.find(0)
    assert newest.verdict.ruling == DESK_FULL and table.tracker.is_held(HOLDS_ROUND)
    made = [fields for name, fields in table.events if name == "FINDING_MADE"]
    assert len(made) == 15, "what found no room is recorded all the same"
    assert made[-1][0] == newest.number
    assert table.hands[0] == ROUND_VOID and table.hands[1:] == [ALL_BACK] * 7
    table.boot()
    assert table.rulings.desk.find(0).verdict.ruling == DESK_FULL
    table.withdraw(1)  # no decision at seat 1
    table.withdraw(2)
    after = table.report(t.FND_NO_DECISION, 1)
    assert after["ruling"] != DESK_FULL, "there is room again"
    assert table.done(newest.number, e.DO_CALL_SUPERVISOR, SUPERVISOR)["steps_open"] == 0


# -- every answer acts on its own round (P2) ---------------------------------------------------


@pytest.mark.rule("TCB 12.1", "LDB 10.8")
@pytest.mark.parametrize("game", ["tcb", "ldb"])
def test_question__open__holds_the_end_of_its_round_and_the_next(game: str) -> None:
    table = RoomTable(game, seats=(1,))
    table.deal("AS 5S" if game == "tcb" else "5S")
    table.deal("2S 9S 4S 5S 6S 7S")
    if table.tracker.phase == phases.ST_DEALING:
        table.decide(1, "stands")
        table.deal("6H") if table.tracker.phase == phases.ST_DEALING else None
    assert table.tracker.phase == phases.ST_DEALT
    case = table.found(t.FND_DEALT_WRONG)
    assert case.is_open and table.tracker.stops == OPEN_QUESTION
    assert table.tracker.end_round(table.now_ms) == NO_STOPPED
    assert table.tracker.void_round(table.now_ms) == NO_STOPPED and not table.tracker.is_voided
    table.now_ms += 60_000
    table.deal("KH")  # as if the next coup began
    assert table.tracker.round_number == 1 and table.findings[-1][0] == "DEALT_WHILE_STOPPED"
    while case.is_open:
        table.answer(case.number, 1)
    assert not table.tracker.is_held(HOLDS_END)


@pytest.mark.rule("C10", "TCP 12.1")
def test_question__about_a_deal_that_was_only_slow__does_not_hold_the_round() -> None:
    table = RoomTable("tcp")
    table.deal("2S 3S 4S")
    case = table.found(f.FND_COUNT_WRONG, NO_PLACE, -6)
    table.rulings.deal_over()
    assert case.is_open, "cards are lacking still"
    table.deal("5S 6S 7S 8S 9S TS")
    assert table.tracker.end_round(table.now_ms) == NO_STOPPED
    table.rulings.deal_over()
    assert not case.is_open and table.events[-1] == ("FINDING_WITHDRAWN", (case.number, 12, 0))
    assert table.tracker.end_round(table.now_ms) == OK


def test_request__what_it_stops__is_kept_at_once() -> None:
    """A card that leaves next is dealt under it at a boot as well."""
    table = tcp()
    table.report(t.FND_DEALT_WRONG)
    assert table.kept == 1 and table.tracker.is_held(HOLDS_END)
    table.ask(MSG_GET_RULING, 0)
    assert table.kept == 1, "a look changes nothing"


def test_question__its_round_is_gone__no_answer_changes_wagers_and_says_why() -> None:
    table = tcp()
    case = table.found(f.FND_DOUBLED_CARD, 1, 3)
    assert table.question() == "misread"
    table.tracker.round_number += 1  # cards that were taken for burned have opened one
    before = table.hands
    assert table.answer(case.number, 0) == -errors.ERR_WRONG_ROUND
    assert case.is_open and table.question() == "misread" and table.hands == before
    assert table.answer(case.number, 1)["ruling"], "it was misread: no wager is touched"


def test_ruling__of_an_older_round__leaves_the_question_of_the_round_in_play() -> None:
    table = tcp()
    earlier = table.found(f.FND_FACE_UP_LATER, 1)
    table.tracker.round_number += 1
    asked = table.found(f.FND_HAND_COUNT, 2, 1)
    earlier.verdict.settle(DECK_BAD)
    assert table.rulings.desk.next_moot(earlier) is None and asked.is_open


# -- who may say so (P3) -----------------------------------------------------------------------


@pytest.mark.rule("J12", "CSP 14.15")
def test_inspectors_stop__in_mid_round__nothing_moves_and_no_supervisor_takes_it_away() -> None:
    table = RoomTable("csp")
    table.deal("2S 3S 4S")
    case = table.report(t.FND_JACKPOT_FAILED, role=TABLE)["case_number"]
    assert table.tracker.stops & OPEN_STOP
    table.reading(20)
    assert table.findings[-1][0] == "DEALT_WHILE_STOPPED"
    assert table.tracker.end_round(table.now_ms) == NO_STOPPED
    assert table.tracker.void_round(table.now_ms) == NO_STOPPED
    assert table.withdraw(case, SUPERVISOR) == -errors.ERR_NOT_ALLOWED
    for role in (TABLE, SUPERVISOR):
        denied = table.done(case, e.DO_WAIT_FOR_INSPECTOR, role)
        assert denied == -errors.ERR_NOT_ALLOWED
    assert table.tracker.stops & OPEN_STOP
    table.boot()
    assert table.tracker.stops & OPEN_STOP
    assert table.done(case, e.DO_WAIT_FOR_INSPECTOR, INSPECTOR)["case_number"] == case
    assert not table.tracker.stops & OPEN_STOP


@pytest.mark.rule("CSP 14.15")
def test_inspectors_stop__withdrawn__by_an_inspector_alone_and_others_by_a_supervisor() -> None:
    table = RoomTable("csp")
    table.deal("2S 3S 4S")
    case = table.report(t.FND_JACKPOT_FAILED)["case_number"]
    turned = table.found(f.FND_FACE_UP_LATER, 1)
    assert turned.verdict.ruling == CARD_TURNED
    assert table.withdraw(turned.number, INSPECTOR) == -errors.ERR_NOT_ALLOWED
    assert table.withdraw(turned.number, SUPERVISOR)["case_number"] == turned.number
    assert table.withdraw(case, INSPECTOR)["case_number"] == case
    assert table.tracker.stops == 0


@pytest.mark.rule("C5", "TCP 12.9.3", "CSP 14.9.3", "CSP 14.15", "TCB 13.5")
def test_steps__every_role__ticks_its_own_and_no_other() -> None:
    """A dealer ticks no deck check, a supervisor no inspector's approval, nobody a shuffle."""
    for step, roles, _stops, _by in e.TICKED:
        for role in (TABLE, SUPERVISOR, INSPECTOR):
            table = RoomTable("csp")
            table.deal("2S 3S")
            case = table.found(t.FND_COLLUSION)
            case.verdict.steps = (step,)
            answer = table.done(case.number, step, role)
            assert (answer == -errors.ERR_NOT_ALLOWED) == (not roles & role), (step, role)
    wanted = {e.DO_CHECK_PACK: SUPERVISOR | INSPECTOR, e.DO_WAIT_FOR_INSPECTOR: INSPECTOR}
    wanted |= {e.DO_SHUFFLE: 0, e.DO_SHUFFLE_AND_CUT: 0, e.DO_NEW_CARDS: SUPERVISOR}
    assert {row[0]: row[1] for row in e.TICKED if row[0] in wanted} == wanted


@pytest.mark.rule("S6", "TCB 13.5", "LDB 11.5")
@pytest.mark.parametrize("game", ["tcb", "ldb"])
def test_shuffle_and_cut__a_hand_does_not_tick_it__the_loaded_pack_does(game: str) -> None:
    table = RoomTable(game, "device", (1,))
    table.deal("AS 5S" if game == "tcb" else "5S")
    table.deal("2S 9S")
    case = table.found(t.FND_JAM)
    table.answer(case.number, 0)
    table.answer(case.number, 0)
    for role in (TABLE, SUPERVISOR, INSPECTOR):
        assert table.done(case.number, e.DO_SHUFFLE_AND_CUT, role) == -errors.ERR_NOT_ALLOWED
    for step in (e.DO_OFFER_WAGERS_BACK, e.DO_REPLACE_DAMAGED):
        table.done(case.number, step, SUPERVISOR)
    assert table.tracker.stops & ALLOWS_REFILL
    assert table.tracker.new_pack() == OK
    table.rulings.done_by(1)
    assert not table.tracker.stops & ALLOWS_REFILL and table.tracker.new_pack() == NO_WRONG_TIME


# -- one incident, one case (P4, P5) -----------------------------------------------------------


@pytest.mark.rule("I4", "TCP 12.10", "FCP 12.11")
def test_short_wager__told_twice__is_one_case_and_forfeits_nothing() -> None:
    table = tcp()
    first = table.report(t.FND_WAGER_SHORT, 1, role=TABLE)
    again = table.report(t.FND_WAGER_SHORT, 1)
    assert again["case_number"] == first["case_number"] and again["ruling"] == WAGER_REFUSED
    assert table.hands[1] == MAIN_BACK
    asked = table.report(t.FND_WAGER_SHORT)  # and once more, without the seat
    assert table.question() == "whose"
    assert table.answer(asked["case_number"], 1, 1) == -errors.ERR_OUT_OF_TURN
    other = table.answer(asked["case_number"], 1, 2)
    assert other["ruling"] == WAGER_REFUSED and table.hands[1:3] == [MAIN_BACK, MAIN_BACK]


@pytest.mark.rule("I4", "TCP 12.10", "FCP 12.11")
def test_warning__next_round__forfeits_only_the_same_players_ante() -> None:
    for is_same, ruling, flags in ((1, ANTE_LOST, MAIN_LOST), (0, WAGER_REFUSED, MAIN_BACK)):
        table = tcp()
        table.report(t.FND_WAGER_SHORT, 1)
        table.tracker.end_round(table.now_ms)
        table.new_pack()
        table.deal()
        case = table.report(t.FND_WAGER_SHORT, 1)["case_number"]
        assert table.question() == "warned"
        assert table.answer(case, is_same)["ruling"] == ruling
        assert table.hands[1] == flags


@pytest.mark.rule("I4", "TCP 12.10", "FCP 12.11")
def test_warning__a_round_without_a_hand_at_the_seat__ends_it() -> None:
    table = tcp()
    table.report(t.FND_WAGER_SHORT, 1)
    for seats in ((2,), (1, 2)):
        table.tracker.end_round(table.now_ms)
        table.new_pack()
        table.set_seats(seats)
        table.deal("2S 3S 4S 5S 6S 7S" if seats == (2,) else "")
    assert table.tracker.warned == 0
    assert table.report(t.FND_WAGER_SHORT, 1)["ruling"] == WAGER_REFUSED


@pytest.mark.rule("I4", "I5")
def test_seat_without_a_hand__nothing_is_ruled_on_it() -> None:
    table = tcp()
    before = list(table.events)
    for finding in (t.FND_NO_DECISION, t.FND_WAGER_SHORT, t.FND_OUTCOME_INVALID, f.FND_HAND_COUNT):
        assert table.report(finding, 5) == -errors.ERR_NO_WAGER
    assert table.events == before
    case = table.report(t.FND_NO_DECISION)["case_number"]
    assert table.answer(case, 1, 5) == -errors.ERR_NO_WAGER and table.question() == "whose"
    assert table.report(f.FND_HAND_WITHOUT_WAGER, 5)["case_number"], "the finding says so itself"


@pytest.mark.rule("I4", "TCP 8.4", "TCP 12.12")
def test_no_decision__a_decision_is_recorded__is_refused() -> None:
    table = tcp()
    table.decide(1, "folds")
    table.decide(2, "plays")
    for seat in (1, 2):
        assert table.report(t.FND_NO_DECISION, seat) == -errors.ERR_OUT_OF_TURN
    assert table.report(t.FND_WAGER_SHORT, 1) == -errors.ERR_OUT_OF_TURN, "folded"
    assert table.report(t.FND_WAGER_SHORT, 2)["ruling"] == WAGER_REFUSED
    assert table.hands[1] == 0


# -- found when the cards are collected (P11) --------------------------------------------------


@pytest.mark.rule("C10", "TCP 12.2", "TCP 12.7", "FCP 12.6", "CSP 14.8")
@pytest.mark.parametrize("game", ["tcp", "fcp", "csp"])
def test_hand_counted_when_it_is_collected__void_hand_or_misdeal(game: str) -> None:
    table = RoomTable(game)
    table.deal()
    assert table.tracker.end_round(table.now_ms) == OK
    assert table.report(f.FND_HAND_COUNT, 1, 1)["ruling"] == HAND_VOID
    assert table.hands[1] == ALL_BACK and not table.tracker.is_voided
    assert table.report(f.FND_DEALER_COUNT, 0, 1)["ruling"] == MISDEAL
    assert table.tracker.is_voided and table.tracker.closed_as == CLOSED_VOID
