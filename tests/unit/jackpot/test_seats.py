"""What the seats' sensors see: events in the order of the seats, late chips, sensors in trouble."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from firmware.board.rows import CFG_SEATS
from firmware.jackpot.parts import NOT_READ
from firmware.jackpot.rows import (
    EV_BET_PLACED,
    EV_BET_REMOVED,
    EV_SEAT_TROUBLE,
    EV_SEAT_WELL,
    FAULT_SEAT_SENSOR,
)
from firmware.jackpot.seat_watch import FLICKERS, STUCK, SeatWatch
from firmware.jackpot.seats import Seats
from tests.helpers.jackpot_board import FakeBoard


class Bench:
    """Seats over sensors whose bits are set by the test; `heard` is what the wagers were told."""

    def __init__(self) -> None:
        self.board = FakeBoard()
        self.bits = self.caught = 0
        self.is_line_waiting = self.is_interrupt_waiting = False
        self.antes = NOT_READ
        self.heard: list[tuple[str, int]] = []
        wagers = SimpleNamespace(
            see_antes=lambda antes: self.heard.append(("antes", antes)),
            see_seats=lambda: self.heard.append(("changed", self.watch.bits)),
            see_placed=lambda seat: self.heard.append(("placed", seat)),
        )
        self.watch: Any = SeatWatch()
        self.seats: Any = Seats(
            self.board,
            self.watch,
            wagers,
            SimpleNamespace(read=lambda: self.bits, caught=lambda: self.caught),
            SimpleNamespace(read=lambda: self.antes),
            lambda: self.is_line_waiting,
            lambda: self.is_interrupt_waiting,
        )
        self.seats.look(0)

    def look(self, bits: int, now_ms: int = 100) -> None:
        self.bits = bits
        self.seats.look(now_ms)


def test_look__chips_placed_and_taken__events_seat_by_seat() -> None:
    bench = Bench()
    bench.look(0b0000101)
    bench.look(0b0000110)
    assert bench.board.events == [
        (EV_BET_PLACED, 1),
        (EV_BET_PLACED, 3),
        (EV_BET_REMOVED, 1),
        (EV_BET_PLACED, 2),
    ]
    assert bench.heard == [
        ("changed", 5), ("placed", 0), ("placed", 2), ("changed", 6), ("placed", 1)
    ]  # fmt: skip


@pytest.mark.rule("J2", "CSP 5.6")
@pytest.mark.parametrize("is_caught_later", [False, True])
def test_look__line_waits__only_chips_of_an_interrupt_before_it(is_caught_later: bool) -> None:
    bench = Bench()
    bench.look(0b1)
    bench.is_line_waiting = True
    bench.is_interrupt_waiting = is_caught_later
    bench.caught = 0b011
    bench.look(0b110)  # seat 1 taken away, seat 3 placed after the line
    assert bench.watch.bits == (0b001 if is_caught_later else 0b011)
    bench.is_line_waiting = False
    bench.look(0b110)
    assert bench.watch.bits == 0b110


def test_look__nothing_changed__nobody_hears_of_it() -> None:
    bench = Bench()
    bench.look(0)
    assert not bench.heard and not bench.board.events


def test_look__expander_lost__what_was_seen_last_stays() -> None:
    bench = Bench()
    bench.look(1)
    bench.look(NOT_READ)
    assert bench.watch.bits == 1


def test_look__seat_that_the_table_does_not_have__is_not_seen() -> None:
    bench = Bench()
    bench.board.settings.set(CFG_SEATS, 5)
    bench.look(0b1100001)
    assert bench.board.events == [(EV_BET_PLACED, 1)]


def test_look__ante_sensors__told_at_every_look() -> None:
    bench = Bench()
    bench.antes = 3
    bench.look(0)
    assert bench.heard == [("antes", 3)]


def test_tick__chip_left_from_the_round_before__trouble_once_then_well() -> None:
    bench = Bench()
    bench.look(1)
    bench.watch.open(1_000)
    bench.board.events.clear()
    for now_ms in (2_000, 32_000, 33_000):
        bench.seats.tick(now_ms)
    bench.look(0, 34_000)
    bench.seats.tick(34_000)
    assert bench.board.events == [
        (EV_SEAT_TROUBLE, 1, STUCK), (EV_BET_REMOVED, 1), (EV_SEAT_WELL, 1)
    ]  # fmt: skip
    assert not bench.board.raised


def test_tick__sensor_flickers_for_ten_heartbeats__play_stops() -> None:
    bench = Bench()
    for beat in range(1, 12):
        for n in range(8):
            bench.look(n & 1, beat * 1_000 - 800 + 100 * n)
        bench.seats.tick(beat * 1_000)
        assert (beat >= 10) == ((FAULT_SEAT_SENSOR, 1) in bench.board.raised)
    assert (EV_SEAT_TROUBLE, 1, FLICKERS) in bench.board.events
