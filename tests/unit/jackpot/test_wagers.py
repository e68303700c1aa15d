"""Which wagers count, and why the others do not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from firmware.jackpot.round_book import R_STATE
from firmware.jackpot.round_states import ST_FROZEN, ST_OPEN
from firmware.jackpot.rows import (
    CFG_ANTE_SOURCE,
    EV_ANTES_TOLD,
    EV_SEAT_TROUBLE,
    EV_WAGER_LATE,
    EV_WAGER_REFUSED,
    FAULT_SEAT_SENSOR,
)
from firmware.jackpot.seat_watch import SeatWatch
from firmware.jackpot.wagers import Wagers
from tests.helpers.jackpot_board import FakeBoard

NO_ANTE, OLD_CHIP, FLICKERING, STOPPED = 1, 2, 3, 4
DISAGREES = 3


class Bench:
    def __init__(self) -> None:
        self.board = FakeBoard()
        self.book = SimpleNamespace(state=ST_OPEN)
        self.linked = SimpleNamespace(is_up=True)
        self.changes = SimpleNamespace(is_restart_due=False)
        self.watch: Any = SeatWatch()
        self.watch.look(0, 0)
        self.wagers: Any = Wagers(
            self.board, self.book, self.watch, self.linked, self.changes
        )

    def place(self, bits: int) -> None:
        self.watch.look(bits, 100)
        self.wagers.see_seats()


@pytest.mark.rule("J2", "CSP 11.1")
def test_offered__chips_and_antes__only_where_both_are() -> None:
    bench = Bench()
    bench.place(0b111)
    assert bench.wagers.offered() == 0
    bench.wagers.tell_antes(0b110, 0b111)
    assert bench.wagers.offered() == 0b110
    assert bench.board.events == [(EV_ANTES_TOLD, 0b110, 0b111)]


@pytest.mark.parametrize("why", ["round", "line", "stopped", "holder silent", "restart due"])
def test_offered__no_wagers_are_taken__nobody(why: str) -> None:
    bench = Bench()
    bench.place(1)
    bench.wagers.tell_antes(1, 1)
    assert bench.wagers.is_accepting() and bench.wagers.offered() == 1
    if why == "round":
        bench.book.state = ST_FROZEN
    elif why == "line":
        bench.wagers.note_line(True)
    elif why == "stopped":
        bench.board.is_stop = True
    elif why == "holder silent":
        bench.linked.is_up = False
    else:
        bench.changes.is_restart_due = True
    assert not bench.wagers.is_accepting() and bench.wagers.offered() == 0


def test_antes__by_sensors__what_the_table_software_tells_is_recorded_only() -> None:
    bench = Bench()
    bench.board.settings.set(CFG_ANTE_SOURCE, 1)
    bench.wagers.see_antes(0b1)
    assert bench.wagers.tell_antes(0b1111111, 0xFF) == 0
    assert bench.wagers.antes == 0b1


def test_antes__told_in_a_round__refused() -> None:
    bench = Bench()
    bench.book.state = ST_FROZEN
    assert bench.wagers.tell_antes(1, 1) == R_STATE
    assert bench.wagers.antes == 0 and not bench.board.events


@pytest.mark.rule("CSP 5.6")
def test_placed__after_the_first_card__late_and_refused_until_taken_away() -> None:
    bench = Bench()
    bench.wagers.see_placed(2)
    assert not bench.board.events
    bench.wagers.note_line(True)
    bench.place(0b100)
    bench.wagers.see_placed(2)
    assert bench.board.events == [(EV_WAGER_LATE, 3)]
    assert bench.wagers.refused == 0b100
    bench.place(0)
    assert bench.wagers.refused == 0


def test_close__refused_wagers__each_with_its_reason() -> None:
    bench = Bench()
    bench.place(0b1000)  # of the round before
    bench.wagers.open(200)
    for n in range(7):
        bench.watch.look(0b1001 | (n & 1) << 2, 300 + 10 * n)
    bench.watch.look(0b1111, 400)
    bench.watch.trouble(2, 410)
    bench.wagers.tell_antes(0b1101, 0xFF)
    bench.board.events.clear()
    offered = bench.wagers.offered()
    assert offered == 0b0001
    bench.wagers.close(offered, True)
    assert bench.board.events == [
        (EV_WAGER_REFUSED, 2, NO_ANTE),
        (EV_WAGER_REFUSED, 3, FLICKERING),
        (EV_WAGER_REFUSED, 4, OLD_CHIP),
    ]
    assert bench.wagers.refused == 0b1110


def test_close__board_took_no_wagers__all_are_told_so() -> None:
    bench = Bench()
    bench.place(0b11)
    bench.wagers.close(0, False)
    assert bench.board.events == [(EV_WAGER_REFUSED, 1, STOPPED), (EV_WAGER_REFUSED, 2, STOPPED)]


def test_close__dealer_sees_other_wagers__the_sensor_is_in_doubt() -> None:
    bench = Bench()
    bench.place(0b01)
    bench.wagers.tell_antes(0b11, 0b11)
    bench.wagers.close(bench.wagers.offered(), True)
    assert bench.board.events[-1] == (EV_SEAT_TROUBLE, 2, DISAGREES)
    assert bench.board.raised == [(FAULT_SEAT_SENSOR, 2)]


def test_open__next_round__nothing_of_the_last_one_counts() -> None:
    bench = Bench()
    bench.place(1)
    bench.wagers.tell_antes(1, 0)
    bench.wagers.refuse(0)
    bench.wagers.open(500)
    assert (bench.wagers.antes, bench.wagers.refused, bench.wagers.offered()) == (0, 0, 0)
    bench.wagers.close(0, True)
    assert not bench.board.raised  # what the dealer saw belonged to the last round
