"""Rounds over a power cut, where two things become durable one after the other."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.cards.codes import card_named
from firmware.cards.rows import EV_CARD_READ
from firmware.rounds import phases as p
from firmware.rounds import steps as st
from firmware.rounds.games import catalogue
from firmware.rounds.games.vocabulary import DEVICE, SHOE
from firmware.ruling.rows import EV_STEP_DONE
from tests.unit.rounds.test_room import Board, Flash, PowerCut, _deal, _inputs, _open, _read

TCB = catalogue.number_of("tcb")
ACE = card_named("AS")


class SteppingBoard(Board):
    """Its rulings have a step that `ticks` ticks off: once, durably."""

    ticks = st.BY_PACK

    def done_by(self, by: int) -> None:
        if by == self.ticks and "RULING_STEP_DONE" not in self._flash.names():
            self.recorder.record(EV_STEP_DONE, 1, 10, by)


def _booted(flash: Flash, make: type[Board] = Board) -> Any:
    flash.cut_at = -1
    board = make(flash)
    board.rounds.start(500)
    return board


@pytest.mark.rule("STANDARDS 13", "TCP 4.1.2")
@pytest.mark.parametrize("has_round", [False, True])
def test_pack_loaded__cut_at_every_write__a_step_is_never_done_without_it(has_round: bool) -> None:
    cut_at, is_over = 0, False
    while not is_over:
        flash = Flash()
        board = SteppingBoard(flash)
        board.rounds.start(1_000)
        _inputs(board).open_table(1, DEVICE, 0, 1, 1_000)
        if has_round:
            _deal(board)
        flash.cut_at = flash.writes + cut_at
        try:
            _inputs(board).pack_loaded(19_000)
            is_over = True
        except PowerCut:
            board = _booted(flash, SteppingBoard)
        is_in_play = not board.tracker.is_shuffle_noted
        names = flash.names()
        assert is_in_play == ("PACK_IN_PLAY" in names), cut_at
        assert is_in_play == ("RULING_STEP_DONE" in names), cut_at
        closed = int(has_round and is_in_play)
        assert names.count("ROUND_CLOSED") == closed
        cut_at += 1
    assert cut_at > 2


@pytest.mark.rule("STANDARDS 13")
def test_open_table__cut_at_every_write__a_step_is_never_done_without_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(SteppingBoard, "ticks", st.BY_TABLE_OPENED)
    for cut_at in range(3):
        flash = Flash()
        board = SteppingBoard(flash)
        board.rounds.start(1_000)
        _inputs(board).open_table(0, 0, 0, 0, 1_000)
        board.table_store.keep()
        flash.cut_at = flash.writes + cut_at
        with pytest.raises(PowerCut):
            _inputs(board).open_table(1, DEVICE, 0, 1, 1_000)
        board = _booted(flash, SteppingBoard)
        is_open = board.tracker.phase == p.ST_READY
        assert is_open == ("RULING_STEP_DONE" in flash.names()), cut_at
        assert is_open == (cut_at > 0)


@pytest.mark.rule("TCB 14.8", "TCB 11.2")
def test_round__cut_at_every_write_of_its_first_card__odds_of_that_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from tests.unit.rounds import test_room

    def look(self: Any) -> None:
        self.tracker.set_times(4_000, 20_000)
        if self.tracker.game is not None:
            self.tracker.offer(0, 1)  # Even Money is on the sign

    monkeypatch.setattr(test_room.Table, "look_at_settings", look)
    monkeypatch.setattr(test_room.Table, "is_low_limit", lambda _self: False)
    for cut_at in range(4):
        flash = Flash()
        board = Board(flash)
        board.rounds.start(1_000)
        assert _inputs(board).open_table(TCB, SHOE, 0, 1, 1_000) == st.OK
        _inputs(board).pack_loaded(1_000)
        _read(board, ACE, 2_000)
        _read(board, 1, 2_100)
        flash.cut_at = flash.writes + cut_at
        try:
            _read(board, 2, 3_000)
        except PowerCut:
            board = _booted(flash)
        if "ROUND_OPENED" in flash.names():
            assert board.tracker.record.choices[0] == 1, cut_at
            opened = flash.events[flash.names().index("ROUND_OPENED")][1]
            assert opened[-4:] == b"\1\0\0\0"
            assert flash.names().count("ROUND_OPENED") == 1
        else:
            assert cut_at == 0


@pytest.mark.rule("STANDARDS 13", "TCB 4.8")
def test_round__second_cut_before_the_cells_know_the_next_coup__its_card_opens_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from tests.unit.rounds import test_room

    monkeypatch.setattr(test_room.Table, "is_low_limit", lambda _self: False)
    flash = Flash()
    board = Board(flash)
    board.rounds.start(1_000)
    _inputs(board).open_table(TCB, SHOE, 0, 1, 1_000)
    _inputs(board).pack_loaded(1_000)
    _read(board, ACE, 490_000)  # it and another are burned
    for i in range(7):
        _read(board, 2 * i, 500_000 + 500 * i)
    assert board.tracker.phase == p.ST_DEALT
    board = _booted(flash)  # this boot's clock begins at 0 again
    flash.cut_at = flash.writes + 1  # the reading is recorded, the cells are not
    with pytest.raises(PowerCut):
        _read(board, 40, 10_000)
    assert flash.events[-1][0] == EV_CARD_READ
    board = _booted(flash)
    assert board.tracker.round_number == 2 and board.tracker.record.count == 1


@pytest.mark.rule("C3", "TCP 12.9.3")
def test_census_at_an_open_table__cards_are_counted_and_not_dealt() -> None:
    flash = Flash()
    board = Board(flash)
    board.rounds.start(1_000)
    _open(board)
    board.rounds.card_comes()
    board.recorder.record(EV_CARD_READ, 1, 0, 0, 0)
    board.bets.clear()
    board.rounds.card_read(0, 0, True, 2_000)
    assert board.tracker.phase == p.ST_READY and board.tracker.pack.cards_out == 0
    assert board.bets == ["show"]
    board = _booted(flash)
    assert board.tracker.phase == p.ST_READY and "ROUND_OPENED" not in flash.names()


@pytest.mark.rule("CSP 5.6", "J4")
def test_no_more_bets__cards_that_open_no_round__the_line_is_lowered() -> None:
    flash = Flash()
    board = Board(flash)
    board.rounds.start(1_000)
    _open(board)
    _deal(board)
    _inputs(board).end_round(0, 0, 1, 9_000)
    cards = bytes(60)
    board.bets.clear()
    board.rounds.packet(6, cards, 46, 10_000)  # the rest of the deck
    assert board.bets == ["show"]
    board.bets.clear()
    board.rounds.tick(11_000, False, False)
    assert board.bets == ["drop"]
    board.is_feeding = True
    board.bets.clear()
    board.rounds.card_leaves()
    assert board.bets == [], "a replacement is not dealt"
