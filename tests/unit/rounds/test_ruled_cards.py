"""What rulings do to cards and packs, on the tracker behind the real rows of rulings."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.cards import codes as c
from firmware.rounds import findings as f
from firmware.rounds import phases as p
from firmware.rounds import steps as st
from firmware.rounds.deal_order import DRAWS, STANDS
from firmware.rounds.games.vocabulary import DEVICE
from firmware.rounds.round_record import STANDING
from firmware.rounds.table_state import ORDERS_SHUFFLE
from firmware.ruling.desk import Desk
from firmware.ruling.dialogue import Case
from firmware.ruling.findings_told import FND_FIRST_DISCLOSED
from firmware.ruling.ruled import Ruled
from firmware.ruling.situation import Situation
from firmware.ruling.vocabulary import SEEN
from tests.helpers.round_desk import TrackerDesk, cards
from tests.unit.rounds.test_room import Board, Flash, _deal, _inputs
from tests.unit.rounds.test_round_tracker import feed, open_table, tell
from tests.unit.rounds.test_two_at_once import booted

rule = pytest.mark.rule


class RuledDesk:
    """A desk of rulings beside a tracker: findings in, what stands carried out."""

    def __init__(self, desk: TrackerDesk) -> None:
        self.desk = desk
        self.cases: Any = Desk()
        self._situation = Situation(desk.tracker, lambda: False)
        self._ruled = Ruled()

    def finding(self, code: int, detail: int = 0, place: int = f.NO_PLACE) -> Case:
        look = self._situation
        look.look(code, detail, place)
        case = self.cases.finding(
            code, look.game, look.moment, place, detail, look.known, look.yes, look.round
        )
        self.carry_out()
        return case

    def answer(self, case: Case, fact: int, is_so: int) -> None:
        assert self.cases.answer(case, fact, is_so)
        self.carry_out()

    def withdraw(self, case: Case) -> None:
        self.cases.withdraw(case)
        self.carry_out()

    def carry_out(self) -> None:
        self._ruled.carry_out(self.cases, self.desk.tracker)


def with_extra_card() -> TrackerDesk:
    desk = open_table("ldb", seats=(1,))
    feed(desk, "AS 2S 8S 5S")
    desk.tracker.decide(1, STANDS)
    feed(desk, "KS 9S")
    return desk


@rule("LDB 10.7", "LDB 10.6")
@pytest.mark.parametrize("is_seen", [False, True])
def test_ldb__extra_card_ruled_not_seen__it_opens_the_next_round(is_seen: bool):
    desk = with_extra_card()
    ruled = RuledDesk(desk)
    case = ruled.finding(f.FND_DEALER_EXTRA_CARD, 255, f.DEALER)
    assert case.question == SEEN
    desk.now_ms += 60_000
    assert desk.tracker.end_round(desk.now_ms) == st.NO_STOPPED  # until somebody has answered
    ruled.answer(case, SEEN, int(is_seen))
    assert desk.end_round()
    desk.tracker = booted(desk)
    feed(desk, "3D")
    kept = {1: cards("9S"), 0: cards("3D")}
    assert desk.hands() == ({1: cards("3D")} if is_seen else kept)


@rule("LDB 10.7")
def test_ldb__kept_by_a_ruling_that_is_taken_back__nothing_is_kept():
    desk = with_extra_card()
    ruled = RuledDesk(desk)
    case = ruled.finding(f.FND_DEALER_EXTRA_CARD, 0, f.DEALER)
    assert desk.end_round()
    assert desk.tracker.record.kept == c.card_named("9S")
    ruled.withdraw(case)
    feed(desk, "3D")
    assert desk.hands() == {1: cards("3D")}


@rule("TCB 12.8")
def test_tcb__disclosed_card__is_burned_and_the_next_one_opens_the_coup():
    desk = open_table("tcb", seats=(1,))
    feed(desk, "AS KS 2S 3S 4S 5S 6S 7S")
    assert desk.end_round()
    ruled = RuledDesk(desk)
    ruled.finding(FND_FIRST_DISCLOSED)
    ruled.carry_out()
    desk.tracker = booted(desk)
    desk.forget()
    feed(desk, "9D")
    assert desk.tracker.phase == p.ST_READY and desk.tracker.pack.times(c.card_named("9D")) == 1
    assert [name for name, _ in desk.steps] == ["BURNED_ONE"]
    feed(desk, "TD")
    assert desk.hands() == {1: cards("TD")}


@rule("TCB 12.8")
@pytest.mark.parametrize("is_pack_new", [False, True])
def test_tcb__disclosed_card_that_was_none__nothing_is_burned(is_pack_new: bool):
    desk = open_table("tcb", seats=(1,))
    feed(desk, "AS KS 2S 3S 4S 5S 6S 7S")
    assert desk.end_round()
    ruled = RuledDesk(desk)
    case = ruled.finding(FND_FIRST_DISCLOSED)
    if is_pack_new:
        desk.new_pack()
        feed(desk, "AS KS")
    else:
        ruled.withdraw(case)
    feed(desk, "9D")
    assert desk.hands() == {1: cards("9D")}


@rule("LDB 10.11")
def test_ldb__deemed_to_stand_and_taken_back__the_player_decides():
    desk = open_table("ldb", seats=(1, 2))
    feed(desk, "AS 2S 3S 4S 5S 6S")
    tracker = desk.tracker
    tracker.rule(bytes([0, STANDING, *bytes(6)]), 0, 0)
    assert tracker.placing.order.awaited_seat() == 2
    tracker = desk.tracker = booted(desk)
    tracker.rule(bytes(8), 0, 0)
    assert tracker.placing.order.awaited_seat() == 1
    assert tracker.decide(1, DRAWS) == st.OK
    feed(desk, "7S")
    assert desk.hands()[1] == cards("2S 5S 7S")


@rule("LDB 10.11")
def test_ldb__taken_back_after_the_next_seat_drew__cards_stay_where_they_are():
    desk = open_table("ldb", seats=(1, 2))
    feed(desk, "AS 2S 3S 4S 5S 6S")
    tracker = desk.tracker
    tracker.rule(bytes([0, STANDING, *bytes(6)]), 0, 0)
    assert tracker.decide(2, DRAWS) == st.OK
    feed(desk, "7S")
    tracker.rule(bytes(8), 0, 0)
    assert desk.hands()[2] == cards("3S 6S 7S") and desk.hands()[1] == cards("2S 5S")


@rule("CSP 15.1", "TCP 13.1", "TCP 4.1")
def test_device__shuffle_ordered_for_the_pack_inside__not_done_by_that_pack() -> None:
    flash = Flash()
    board = Board(flash)
    board.rounds.start(1_000)
    assert _inputs(board).open_table(1, DEVICE, 0, 1, 1_000) == st.OK
    board.rounds.tick(2_000, False, True)
    assert board.ticked.count(st.BY_PACK) == 1
    board.tracker.rule(bytes(8), ORDERS_SHUFFLE, 0)
    for now_ms in range(3_000, 6_000, 1_000):
        board.rounds.tick(now_ms, False, True)
    assert board.ticked.count(st.BY_PACK) == 1, "the pack that must be shuffled"
    board.rounds.tick(7_000, False, False)  # it is shuffled
    board = Board(flash)
    board.rounds.start(500)
    board.rounds.tick(8_000, False, True)
    assert board.ticked.count(st.BY_PACK) == 1 and board.tracker.is_first_round


@rule("TCP 4.1", "C11")
def test_device__dealt_all_the_same_from_the_pack_that_must_be_shuffled__found() -> None:
    flash = Flash()
    board = Board(flash)
    board.rounds.start(1_000)
    assert _inputs(board).open_table(1, DEVICE, 0, 1, 1_000) == st.OK
    board.rounds.tick(2_000, False, True)
    board.tracker.rule(bytes(8), ORDERS_SHUFFLE, 0)
    board.rounds.packet(0, bytes(range(60)), 3, 3_000)
    assert board.ticked.count(st.BY_PACK) == 1
    assert f.FND_NOT_SHUFFLED in board.found


def test_device__another_pack_waits_after_a_misdeal__comes_into_play() -> None:
    board = Board(Flash())
    board.rounds.start(1_000)
    assert _inputs(board).open_table(1, DEVICE, 0, 1, 1_000) == st.OK
    board.rounds.tick(2_000, False, True)
    _deal(board)
    board.tracker.rule(bytes(8), ORDERS_SHUFFLE, 0)
    _inputs(board).end_round(0, 0, 1, 9_000)
    board.rounds.tick(10_000, False, True)
    assert board.ticked.count(st.BY_PACK) == 2


def test_tell__kept_after_a_ruling_said_so__changes_nothing():
    desk = with_extra_card()
    RuledDesk(desk).finding(f.FND_DEALER_EXTRA_CARD, 0, f.DEALER)
    assert tell(desk, "extra", place=0xF2, number=5) == st.OK
    assert desk.end_round()
    assert desk.tracker.record.kept == c.card_named("9S")


@rule("LDB 10.6", "LDB 10.7")
def test_ldb__second_extra_card__the_question_about_the_first_stays_open():
    desk = with_extra_card()
    ruled = RuledDesk(desk)
    case = ruled.finding(f.FND_DEALER_EXTRA_CARD, f.NOT_TOLD, f.DEALER)
    feed(desk, "TS")
    assert ruled.cases.superseded_by(f.FND_DEALER_EXTRA_CARD, f.NOT_TOLD) is None
    assert ruled.cases.superseded_by(f.FND_DEALER_EXTRA_CARD, 1) is case
