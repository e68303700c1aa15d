"""The account of a reading: one event of its own each, pictures where they help, faults last."""

from __future__ import annotations

import pytest

from firmware.cards import pack_audit as pa
from firmware.cards import pass_reasons as pr
from firmware.cards.account import Account
from firmware.cards.back_colour import NO_BACK
from firmware.cards.codes import CUT_CARD, JOKER, OTHER_DECK, TWO_CARDS, UNREADABLE
from firmware.cards.rows import (
    CFG_BURST_REFUSALS,
    EV_CARD_DOUBLED,
    EV_CARD_READ,
    EV_CARD_REFUSED,
    EV_CARD_STRANGE,
    EV_CONTRADICTION,
    FAULT_PACK_BAD,
    FAULT_REFUSAL_BURST,
    FLAG_FED_AGAIN,
    FLAG_NO_BACK,
    FLAG_ONE_CAMERA,
    NO_FRAME,
)
from tests.helpers.card_fakes import Board, Census, Handover, Pictures, Reader, Rounds

NOW_MS = 4_711
SEVEN = 20


class Bench:
    def __init__(self, found: int = pa.FITS) -> None:
        self.board = Board()
        self.board.settings.values[CFG_BURST_REFUSALS] = 6
        self.reader = Reader()
        self.census = Census(found)
        self.pictures = Pictures()
        self.handover = Handover()
        self.rounds = Rounds()
        self.account = Account(
            self.board,
            self.reader,
            self.census,
            self.pictures,
            self.handover,
            self.rounds,
            lambda: NOW_MS,
        )


def test_account__card__recorded_pictures_freed_and_the_rounds_told() -> None:
    bench = Bench()
    bench.account.take(SEVEN)
    assert bench.board.events == [(EV_CARD_READ, 1, SEVEN, 1, 0)]
    assert bench.rounds.read == [(SEVEN, 0, False, NOW_MS)] and bench.rounds.begun == 1
    assert bench.handover.calls == ["free"] and bench.pictures.kept == []
    assert bench.board.faults == []


def test_account__fed_again_by_one_camera_without_a_back__flags_say_so() -> None:
    bench = Bench()
    bench.census.is_again = True
    bench.reader.dead = 2
    bench.reader.back = NO_BACK
    bench.account.take(SEVEN)
    flags = FLAG_FED_AGAIN | FLAG_ONE_CAMERA | FLAG_NO_BACK
    assert bench.board.events == [(EV_CARD_READ, 1, SEVEN, NO_BACK, flags)]
    assert bench.rounds.read[0][1] == flags


@pytest.mark.parametrize("code", [UNREADABLE, TWO_CARDS])
def test_account__refused__pictures_of_the_cameras_that_read_nothing(code: int) -> None:
    bench = Bench()
    bench.reader.read_by = {0}
    bench.account.take(code)
    assert bench.pictures.kept == [(1, 9, code, 1, 0, NO_FRAME)]
    assert bench.board.events == [(EV_CARD_REFUSED, 1, code, 7, 9, 1)]
    assert bench.rounds.read == [(code, 0, False, NOW_MS)]


def test_account__refused_without_a_picture__number_says_none() -> None:
    bench = Bench()
    bench.reader.camera.lines[0] = bench.reader.camera.lines[1] = 0
    bench.account.take(UNREADABLE)
    assert bench.board.events == [(EV_CARD_REFUSED, 1, UNREADABLE, 7, 9, NO_FRAME)]


def test_account__same_card_too_often__both_pictures_an_event_and_a_fault() -> None:
    bench = Bench(pa.CONTRADICTION)
    bench.census.earlier = 12
    bench.account.take(SEVEN)
    assert [kept[:5] for kept in bench.pictures.kept] == [
        (camera, pr.CONTRADICTED, SEVEN, 1, 12) for camera in (0, 1)
    ]
    assert bench.board.events[1:] == [(EV_CONTRADICTION, SEVEN, 1, 12, 1)]
    assert bench.board.faults == [(FAULT_PACK_BAD, 1)]


@pytest.mark.rule("C5", "C6")
def test_account__doubled_in_a_deal__both_pictures_and_how_clear_both_readings_were() -> None:
    bench = Bench()
    bench.reader.doubt = 3
    bench.account.take(SEVEN)
    bench.reader.doubt = 90
    bench.rounds.doubled.add(SEVEN)
    bench.census.position = 9
    bench.account.take(SEVEN)
    position = bench.census.position
    assert [kept[:5] for kept in bench.pictures.kept] == [
        (camera, pr.DOUBLED, SEVEN, position, 1) for camera in (0, 1)
    ]
    assert bench.board.events[2:] == [(EV_CARD_DOUBLED, SEVEN, position, 1, 1, 90, 3)]
    assert bench.board.faults == [], "it may be a misreading: somebody looks at it first"
    assert len(bench.rounds.read) == 2


def test_account__other_back__no_card_of_this_deck_for_anybody() -> None:
    bench = Bench(pa.WRONG_BACK)
    bench.account.take(SEVEN)
    assert bench.board.events == [(EV_CARD_STRANGE, 1, OTHER_DECK, 1, SEVEN)]
    assert bench.rounds.read == [(OTHER_DECK, 0, False, NOW_MS)]
    assert bench.board.faults == []


def test_account__joker_in_a_census__the_pack_is_bad() -> None:
    bench = Bench()
    bench.census.is_running = True
    bench.account.take(JOKER)
    assert bench.board.events == [(EV_CARD_STRANGE, 1, JOKER, 1, 0xFF)]
    assert bench.board.faults == [(FAULT_PACK_BAD, 1)]
    assert bench.rounds.read == [(JOKER, 0, True, NOW_MS)]


def test_account__six_refusals__one_fault_and_a_cut_card_is_none_of_them() -> None:
    bench = Bench()
    for _ in range(20):
        bench.account.take(CUT_CARD)
    assert bench.board.faults == []
    for _ in range(6):
        bench.account.take(UNREADABLE)
    assert bench.board.faults == [(FAULT_REFUSAL_BURST, 26)]
