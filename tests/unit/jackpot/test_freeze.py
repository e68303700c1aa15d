"""The first card by line and by message, and the way back to open wagers."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.jackpot import book_keeping, voids
from firmware.jackpot.freeze import BY_LINE, BY_MESSAGE, Freeze
from firmware.jackpot.round_book import R_RATES, R_STATE
from firmware.jackpot.rows import CFG_FREEZE_SOURCES, FAULT_FREEZE_DISAGREES, FAULT_RATES
from tests.helpers.jackpot_board import FakeBoard


class Book:
    """Counts rounds; `refusal` is what it answers instead."""

    def __init__(self) -> None:
        self.number = 0
        self.refusal = 0
        self.frozen: list[tuple[int, int]] = []

    def freeze(self, seats: int, source: int) -> int:
        if self.refusal:
            return self.refusal
        self.number += 1
        self.frozen.append((seats, source))
        return self.number

    def end(self, number: int) -> int:
        return self.refusal


class FakeWagers:
    """As much of a round as the book says."""

    def __init__(self) -> None:
        self.is_in_round = False
        self.is_line_on = False
        self.did: list[str] = []

    def is_round(self) -> bool:
        return self.is_in_round

    def is_late(self) -> bool:
        return self.is_in_round or self.is_line_on

    def is_accepting(self) -> bool:
        return not self.is_late()

    def offered(self) -> int:
        return 0b101

    def note_line(self, is_on: bool) -> None:
        self.is_line_on = is_on

    def close(self, accepted: int, was_accepting: bool) -> None:
        self.is_in_round = True
        self.did.append(f"close {accepted} {was_accepting}")

    def close_unseen(self) -> None:
        self.did.append("close unseen")

    def open(self, now_ms: int) -> None:
        self.is_in_round = False
        self.did.append("open")

    def refuse(self, seat: int) -> None:
        self.did.append(f"refuse {seat}")


class Changes:
    def __init__(self) -> None:
        self.applied = 0

    def apply(self) -> None:
        self.applied += 1


class Bench:
    def __init__(self, sources: int = BY_LINE | BY_MESSAGE) -> None:
        self.board = FakeBoard()
        self.board.settings.set(CFG_FREEZE_SOURCES, sources)
        self.book, self.wagers, self.changes = Book(), FakeWagers(), Changes()
        self.freeze: Any = Freeze(self.board, self.book, self.wagers, self.changes)


@pytest.mark.rule("CSP 5.6")
def test_freeze__line_then_message__one_round_and_no_fault() -> None:
    bench = Bench()
    bench.freeze.start(True, False)
    bench.freeze.line(True, 1_000)
    assert bench.book.frozen == [(0b101, BY_LINE)]
    assert bench.freeze.by_message(1_500) == 1
    bench.freeze.tick(9_000)
    assert bench.wagers.did == ["close 5 True"] and not bench.board.raised


def test_freeze__same_source_twice__the_second_is_refused() -> None:
    bench = Bench()
    assert bench.freeze.by_message(0) == 1
    assert bench.freeze.by_message(10) == R_STATE


def test_freeze__other_source_stays_out__a_fault_once_after_three_seconds() -> None:
    bench = Bench()
    bench.freeze.by_message(1_000)
    bench.freeze.tick(4_000)
    assert not bench.board.raised
    bench.freeze.tick(4_001)
    bench.freeze.tick(5_000)
    assert bench.board.raised == [(FAULT_FREEZE_DISAGREES, BY_MESSAGE)]
    assert bench.freeze.by_message(6_000) == R_STATE


def test_freeze__table_without_a_shoe_board__its_open_pin_says_nothing() -> None:
    bench = Bench(BY_MESSAGE)
    bench.freeze.start(True, True)
    bench.freeze.line(True, 0)
    assert not bench.wagers.is_line_on and not bench.book.frozen
    bench.freeze.by_message(0)
    bench.freeze.tick(9_000)
    assert not bench.board.raised


def test_line__off_again_in_the_round__wagers_stay_closed_until_its_end() -> None:
    bench = Bench()
    bench.freeze.line(True, 0)
    bench.freeze.line(False, 500)
    assert bench.wagers.did == ["close 5 True"]
    assert bench.freeze.end_round(1, 900) == 0
    assert bench.wagers.did == ["close 5 True", "open"]
    assert bench.changes.applied == 1


def test_line__off_without_a_round__wagers_are_open_anew() -> None:
    bench = Bench()
    bench.book.refusal = R_STATE
    bench.freeze.line(True, 0)
    bench.freeze.line(False, 500)
    assert bench.wagers.did == ["open"]


def test_freeze__terms_that_bring_more_than_the_wager__refused_with_a_fault() -> None:
    bench = Bench()
    bench.book.refusal = R_RATES
    assert bench.freeze.by_message(0) == R_RATES
    assert bench.board.raised == [(FAULT_RATES, 0)] and not bench.wagers.did


@pytest.mark.parametrize(("is_line_on", "is_in_round"), [(True, False), (False, True)])
def test_start__first_card_came_before_the_boot__nobodys_wager_counts(
    is_line_on: bool, is_in_round: bool
) -> None:
    bench = Bench()
    bench.wagers.is_in_round = is_in_round
    bench.freeze.start(True, is_line_on)
    assert bench.wagers.did == ["close unseen"]
    bench.freeze.tick(9_000)
    assert not bench.board.raised  # nobody is waited for


def test_start__no_good_books__nobodys_wager_counts() -> None:
    bench = Bench()
    bench.freeze.start(False, False)
    assert bench.wagers.did == ["close unseen"]


def test_end__refused_by_the_book__nothing_opens() -> None:
    bench = Bench()
    bench.freeze.by_message(0)
    bench.book.refusal = R_STATE
    assert bench.freeze.end_round(1, 10) == R_STATE
    assert "open" not in bench.wagers.did and not bench.changes.applied


def test_void__round_and_hand__wagers_open_and_the_seats_lamp_says_no(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bench = Bench()
    monkeypatch.setattr(voids, "void_round", lambda _book, _number: 0)
    monkeypatch.setattr(voids, "void_hand", lambda _b, _n, seat: 0 if seat == 3 else R_STATE)
    assert bench.freeze.void_hand(1, 3) == 0  # after its round: the lamp is the next one's
    assert bench.wagers.did == []
    bench.freeze.by_message(0)
    bench.wagers.did.clear()
    assert bench.freeze.void_hand(1, 3) == 0
    assert bench.freeze.void_hand(1, 4) == R_STATE
    assert bench.freeze.void_round(1, 0) == 0
    assert bench.wagers.did == ["refuse 2", "open"]


def test_freeze__every_32nd_round__all_meters_are_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench()
    stated: list[int] = []
    monkeypatch.setattr(book_keeping, "state_meters", lambda book: stated.append(book.number))
    for number in range(1, 65):
        bench.freeze.by_message(number)
        bench.freeze.end_round(number, number)
    assert stated == [32, 64]
