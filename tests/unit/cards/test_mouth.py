"""The mouth: edges of its gate become cards that have left, each told once."""

from __future__ import annotations

from firmware.cards import card_pass as cp
from firmware.cards.mouth import Mouth
from firmware.cards.rows import (
    CFG_GATE_STUCK_MS,
    EV_CARD_PASSED,
    EV_CARD_PULLED_BACK,
    FAULT_GATE_STUCK,
)
from firmware.core.counters import CARDS_PASSED
from tests.helpers.card_fakes import Board, Reader, Rounds

PIN = 21


class Shuffler:
    dealing = False
    pulled = 0

    def is_dealing(self, _now_ms: int) -> bool:
        return self.dealing

    def card_pulled(self) -> None:
        self.pulled += 1


class Reading:
    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.begun: list[tuple[int, int]] = []

    def settle_for_next(self) -> None:
        self.reader.calls.append("settle")

    def begin(self, what: int, length_um: int) -> None:
        self.begun.append((what, length_um))


class Bench:
    def __init__(self) -> None:
        self.board = Board()
        self.board.settings.values[CFG_GATE_STUCK_MS] = 2_000
        self.reader = Reader()
        self.reading = Reading(self.reader)
        self.shuffler = Shuffler()
        self.rounds = Rounds()
        self.mouth = Mouth(
            self.board, PIN, self.reader, self.reading, self.shuffler, self.rounds
        )

    def card(self, at_ms: int = 1_000, duration_ms: int = 110) -> None:
        self.mouth.edge(0, at_ms)
        self.mouth.edge(1, at_ms + duration_ms)


def test_mouth__card_drawn__last_reading_ends_first_then_told_and_read() -> None:
    bench = Bench()
    bench.card()
    bench.card(2_000)
    assert bench.reader.calls == ["settle", ("finish", 1_000)] * 2
    assert bench.board.events == [(EV_CARD_PASSED, 1, 110), (EV_CARD_PASSED, 2, 110)]
    assert bench.board.counted == [CARDS_PASSED] * 2 and bench.rounds.leaving == 2
    assert bench.reading.begun == [(cp.PASSED, 63_000)] * 2
    assert bench.board.held == [1_110, 2_110]  # the link, from the card's end on


def test_mouth__flicker_of_an_edge__nothing_told() -> None:
    bench = Bench()
    bench.card(duration_ms=2)
    bench.mouth.edge(1, 1_010)
    assert bench.board.events == [] and bench.reader.calls == []


def test_mouth__card_pushed_back__told_but_not_counted_nor_read() -> None:
    bench = Bench()
    bench.reader.travel_um = 21_000
    bench.card(duration_ms=90_000)
    bench.reader.travel_um = 63_000
    bench.card(200_000)
    assert bench.board.events == [(EV_CARD_PULLED_BACK, 21, 0xFFFF), (EV_CARD_PASSED, 1, 110)]
    assert bench.rounds.leaving == 1 and bench.reading.begun == [(cp.PASSED, 63_000)]


def test_mouth__device_deals__card_is_counted_and_not_read() -> None:
    bench = Bench()
    bench.shuffler.dealing = True
    bench.card()
    assert bench.board.events == [(EV_CARD_PASSED, 1, 110)]
    assert bench.shuffler.pulled == 1 and bench.rounds.leaving == 1
    assert bench.reader.calls == [] and bench.reading.begun == []


def test_mouth__device_ends_its_deal_in_the_middle_of_a_card__told_once() -> None:
    for was_dealing in (False, True):
        bench = Bench()
        bench.shuffler.dealing = was_dealing
        bench.mouth.edge(0, 1_000)
        bench.shuffler.dealing = not was_dealing
        bench.mouth.edge(1, 1_110)
        assert len(bench.board.events) == 1 and not bench.board.present[FAULT_GATE_STUCK]()


def test_mouth__beam_stays_broken__one_fault_that_lasts_until_it_is_free() -> None:
    bench = Bench()
    bench.mouth.edge(0, 1_000)
    for now_ms in (2_900, 3_000, 4_000):
        bench.mouth.tick(now_ms)
    assert bench.board.faults == [(FAULT_GATE_STUCK, PIN)]
    is_present = bench.board.present[FAULT_GATE_STUCK]
    assert is_present()
    bench.mouth.edge(1, 5_000)
    assert not is_present()
    bench.mouth.edge(0, 6_000)
    bench.mouth.tick(8_000)
    assert len(bench.board.faults) == 2


def test_mouth__after_a_card__near_for_a_whole_heartbeat() -> None:
    bench = Bench()
    assert not bench.mouth.is_near() and bench.mouth.is_quiet()
    bench.card()
    bench.mouth.tick(1_500)
    assert bench.mouth.is_near() and not bench.mouth.is_quiet()
    bench.mouth.tick(2_000)
    assert not bench.mouth.is_near() and bench.mouth.is_quiet()
