"""What people see: the pool, a win at once, a fault in turn; and a display that has died."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from firmware.core.rows import STOP, WARNING
from firmware.jackpot import digits
from firmware.jackpot.display import Display
from firmware.jackpot.ledger import UC
from firmware.jackpot.round_states import ST_OPEN, ST_PENDING
from firmware.jackpot.rows import CFG_WIN_SHOWN_S, EV_WIN_SHOWN, FAULT_DISPLAY_LOST
from hw_sim.parts.ht16k33 import digits_text
from tests.helpers.jackpot_board import FakeBoard

POOL_CENTS = 5_000_000
WIN_CENTS = 15_000


class Chip:
    def __init__(self) -> None:
        self.image = bytearray(16)
        self.is_dead = False
        self.is_right = True

    def setup(self, brightness: int) -> None:
        if self.is_dead:
            raise OSError(5, "no answer")

    def test_segments(self) -> bool:
        return self.is_right

    def is_showing(self) -> bool:
        self.setup(0)
        return self.is_right

    def show(self) -> None:
        self.setup(0)


class Bench:
    def __init__(self) -> None:
        self.board: Any = FakeBoard()
        self.severity = -1
        self.board.faults = SimpleNamespace(
            count=0, severity=lambda: self.severity, worst=lambda: 9
        )
        self.book = SimpleNamespace(state=ST_OPEN, win_uc=0, number=4)
        self.linked = SimpleNamespace(is_up=True, pool_uc=POOL_CENTS * UC)
        self.chip = Chip()
        self.display: Any = Display(self.board, self.book, self.linked, self.chip)

    def two_seconds(self, now_ms: int = 0) -> bytes:
        """One turn; gives what is seen in it."""
        for step in range(8):
            self.display.show(step, now_ms + 250 * step)
        return bytes(self.chip.image)

    def fault(self, severity: int) -> None:
        self.board.faults.count = 1
        self.severity = severity


def image_of(put: Any, *args: int) -> bytes:
    image = bytearray(16)
    put(image, *args)
    return bytes(image)


POOL = image_of(digits.put_amount, POOL_CENTS)
WIN = image_of(digits.put_amount, WIN_CENTS)
FAULT = image_of(digits.put_fault, 9)
DASHES = image_of(digits.put_dashes)


@pytest.mark.rule("J1", "CSP 2.4.3")
@pytest.mark.parametrize(
    ("cents", "shown"),
    [(0, "0.00"), (99_999_999, "999999.99"), (100_000_000, "1000000"), (9_999_999_999, "99999999"),
     (10_000_000_000, "0L"), (2**40, "0L"), (-1, "0L")],
)  # fmt: skip
def test_amount__more_than_eight_digits_hold__is_said_and_never_a_wrong_one(
    cents: int, shown: str
) -> None:
    assert digits_text(image_of(digits.put_amount, cents)) == shown


@pytest.mark.rule("J1", "CSP 2.4.3")
def test_display__no_round__the_pool() -> None:
    bench = Bench()
    assert [bench.two_seconds(), bench.two_seconds()] == [POOL, POOL]
    assert bench.display.shown_cents == POOL_CENTS


def test_display__a_fault_that_stops_wagers__in_turn_with_the_pool() -> None:
    bench = Bench()
    bench.fault(WARNING)
    assert {bench.two_seconds(), bench.two_seconds()} == {POOL}
    bench.fault(STOP)
    assert {bench.two_seconds(), bench.two_seconds()} == {POOL, FAULT}


def test_display__holder_silent__no_amount_and_even_a_warning_is_shown() -> None:
    bench = Bench()
    bench.linked.is_up = False
    assert {bench.two_seconds(), bench.two_seconds()} == {DASHES}
    bench.fault(WARNING)
    assert {bench.two_seconds(), bench.two_seconds()} == {DASHES, FAULT}


def test_display__a_win__at_once_then_in_turn_until_time_and_round_are_over() -> None:
    bench = Bench()
    bench.board.settings.set(CFG_WIN_SHOWN_S, 30)
    bench.display.show(0, 0)
    bench.book.state = ST_PENDING
    bench.book.win_uc = WIN_CENTS * UC
    bench.display.show(1, 250)
    assert bytes(bench.chip.image) == WIN
    bench.display.tick(300)
    assert {bench.two_seconds(40_000), bench.two_seconds(42_000)} == {POOL, WIN}
    bench.book.state = ST_OPEN
    assert {bench.two_seconds(44_000), bench.two_seconds(46_000)} == {POOL}
    bench.display.tick(48_000)
    assert not bench.board.events[1:]  # the book knows of it until the next round, people do not


def test_display__a_win_read_back__recorded_once() -> None:
    bench = Bench()
    bench.display.tick(0)
    bench.book.win_uc = WIN_CENTS * UC
    bench.display.show(1, 1_000)
    bench.display.tick(1_400)
    bench.display.tick(2_400)
    assert bench.board.events == [(EV_WIN_SHOWN, 4, WIN_CENTS * UC, 400)]


def test_display__wire_off_or_a_dead_segment__a_fault() -> None:
    bench = Bench()
    bench.chip.is_dead = True
    bench.display.show(0, 0)
    bench.display.tick(0)
    assert bench.board.raised == [(FAULT_DISPLAY_LOST, 5)] * 2
    bench.chip.is_dead = False
    bench.chip.is_right = False
    bench.display.tick(0)
    assert bench.board.raised[2:] == [(FAULT_DISPLAY_LOST, 1)]
    assert bench.board.presence[FAULT_DISPLAY_LOST]()
    bench.chip.is_right = True
    assert not bench.board.presence[FAULT_DISPLAY_LOST]()
