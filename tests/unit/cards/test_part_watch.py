"""Roller, colour sensor, cameras and lamps, judged by what passes and pictures show."""

from __future__ import annotations

from firmware.cards import card_pass as cp
from firmware.cards.part_watch import TREND_DIRT, TREND_LIGHT, PartWatch
from firmware.cards.rows import (
    CFG_DIRTY_PIXELS,
    CFG_LIGHT_WARN_PERCENT,
    CFG_ONE_CAMERA_ALLOWED,
    EV_CAMERA_TREND,
    FAULT_BACK_SENSOR,
    FAULT_CAMERA_LOST,
    FAULT_ENCODER,
    FAULT_GLASS_DIRTY,
    FAULT_LIGHT_WEAK,
    FAULT_ONE_CAMERA,
)
from tests.helpers.card_fakes import Board, Reader


def bench() -> tuple[Board, Reader, PartWatch]:
    board = Board()
    board.settings.values[CFG_DIRTY_PIXELS] = 4
    board.settings.values[CFG_LIGHT_WARN_PERCENT] = 60
    reader = Reader()
    return board, reader, PartWatch(board, reader)


def test_parts__roller_still_for_three_cards__fault_and_one_that_moves_starts_anew() -> None:
    board, _reader, parts = bench()
    for what in (cp.NO_TRAVEL, cp.NO_TRAVEL, cp.PASSED, cp.NO_TRAVEL, cp.NO_TRAVEL):
        parts.look(what)
    assert board.faults == []
    parts.look(cp.NO_TRAVEL)
    assert board.faults == [(FAULT_ENCODER, 0)]


def test_parts__colour_sensor_silent__fault_until_it_answers() -> None:
    board, reader, parts = bench()
    reader.is_back_known = False
    parts.look(cp.PASSED)
    assert board.faults == [(FAULT_BACK_SENSOR, 0)] and board.present[FAULT_BACK_SENSOR]()
    reader.is_back_known = True
    assert not board.present[FAULT_BACK_SENSOR]()


def test_parts__dead_cameras__one_may_be_allowed_both_never() -> None:
    for allowed, dead, fault in (
        (0, 1, FAULT_CAMERA_LOST),
        (1, 1, FAULT_ONE_CAMERA),
        (1, 2, FAULT_ONE_CAMERA),
        (1, 3, FAULT_CAMERA_LOST),
    ):
        board, reader, parts = bench()
        board.settings.values[CFG_ONE_CAMERA_ALLOWED] = allowed
        reader.dead = dead
        parts.look(cp.PASSED)
        assert board.faults == [(fault, dead)] and board.present[fault]()


def test_parts__lamp_weak_and_glass_dirty__told_once_with_the_figures() -> None:
    board, reader, parts = bench()
    parts.look_at_trends()
    assert board.events == []
    reader.trends[0].level_percent = 59
    reader.trends[1].dirty_pixels = 4
    parts.look_at_trends()
    parts.look_at_trends()
    assert board.events == [
        (EV_CAMERA_TREND, 1, TREND_LIGHT, 59, 0),
        (EV_CAMERA_TREND, 2, TREND_DIRT, 100, 4),
    ]
    assert board.faults == [(FAULT_LIGHT_WEAK, 1), (FAULT_GLASS_DIRTY, 2)]
