"""The reading of a card in pieces, and when its pictures are given free for the next card."""

from __future__ import annotations

from typing import Any

from firmware.cards import card_pass as cp
from firmware.cards.handover import PictureHandover
from firmware.cards.reading import Reading
from firmware.cards.rows import FAULT_NOT_ENROLLED
from tests.helpers.card_fakes import Board, Handover, Reader

ACE = 51
LENGTH_UM = 63_000


class Parts:
    def __init__(self) -> None:
        self.calls: list[Any] = []

    def look(self, what: int) -> None:
        self.calls.append(what)

    def look_at_trends(self) -> None:
        self.calls.append("trends")


class Session:
    def __init__(self) -> None:
        self.cards: list[int] = []

    def card(self, what: int) -> None:
        self.cards.append(what)


class Enrolment:
    session: Session | None = None


class Account:
    def __init__(self) -> None:
        self.codes: list[int] = []

    def take(self, code: int) -> None:
        self.codes.append(code)


class Bench:
    def __init__(self, *codes: int) -> None:
        self.board = Board()
        self.reader = Reader(*codes)
        self.parts = Parts()
        self.enrolment = Enrolment()
        self.account = Account()
        self.handover = Handover()
        self.reading = Reading(
            self.board, self.reader, self.parts, self.enrolment, self.account, self.handover
        )


def test_reading__known_at_once__accounted_for_in_the_same_call() -> None:
    bench = Bench(ACE)
    bench.reading.begin(cp.PASSED, LENGTH_UM)
    assert bench.account.codes == [ACE] and not bench.reading.is_open
    assert bench.parts.calls == [cp.PASSED, "trends"]
    assert bench.handover.calls == ["close"] and bench.board.moves == 1


def test_reading__long_look__stays_open_until_settled() -> None:
    bench = Bench(-1, -1, -1, ACE)
    bench.reading.begin(cp.PASSED, LENGTH_UM)
    assert bench.reading.is_open and bench.account.codes == [] and bench.board.moves == 0
    bench.reading.settle()
    assert bench.account.codes == [ACE] and not bench.reading.is_open
    assert bench.reader.calls == [("begin", cp.PASSED, LENGTH_UM), "go_on", "go_on", "go_on"]
    bench.reading.settle()  # nothing is left to do
    assert bench.account.codes == [ACE]


def test_reading__next_card_comes__its_end_is_known_while_the_last_one_is_settled() -> None:
    bench = Bench(-1, ACE)
    bench.reading.begin(cp.PASSED, LENGTH_UM)
    bench.reading.settle_for_next()
    assert bench.handover.calls == [True, "close", False]


def test_reading__enrolment_runs__the_session_gets_the_card() -> None:
    bench = Bench()
    bench.enrolment.session = session = Session()
    bench.reading.begin(cp.TWO_CARDS, LENGTH_UM)
    assert session.cards == [cp.TWO_CARDS] and bench.reader.calls == []
    assert bench.board.moves == 1


def test_reading__no_deck__fault_only_for_what_a_camera_saw() -> None:
    bench = Bench()
    bench.reader.recogniser = None
    bench.reader.camera.lines[0] = 0
    bench.reading.begin(cp.NO_TRAVEL, 0)
    assert bench.board.faults == []
    bench.reader.camera.lines[0] = 96
    bench.reading.begin(cp.PASSED, LENGTH_UM)
    assert bench.board.faults == [(FAULT_NOT_ENROLLED, 0)]


def test_handover__pictures_freed__taken_ahead_once_when_the_next_card_is_out() -> None:
    reader = Reader()
    waiting = [False]
    handover = PictureHandover(reader, lambda: waiting[0])
    waiting[0] = True
    handover.take_ahead()  # the last card's are still needed
    assert reader.calls == []
    waiting[0] = False
    handover.free()
    handover.take_ahead()
    assert reader.calls == []
    waiting[0] = True
    handover.take_ahead()  # between two writes
    handover.take_ahead()
    assert reader.calls == ["take_early"]


def test_handover__card_accounted_for__nothing_is_taken_ahead_any_more() -> None:
    reader = Reader()
    handover = PictureHandover(reader, lambda: True)
    handover.close()
    handover.take_ahead()
    assert reader.calls == []


def test_handover__end_being_looked_at__counts_as_out() -> None:
    handover = PictureHandover(Reader(), lambda: False)
    assert not handover.has_next()
    handover.expect(True)
    assert handover.has_next()
