"""A technician's session: begun, reported, kept or not; the old deck stays unless a new one is."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.cards import enrolment as en
from firmware.cards.enrol_session import ORDERS, WHY_ALIKE, WHY_FLASH, WHY_INCOMPLETE, card_in_turn
from firmware.cards.recognise import templates
from firmware.cards.rows import EV_ENROL_BEGUN, FAULT_NOT_ENROLLED
from firmware.core.errors import ERR_NO_SPACE, ERR_OUT_OF_RANGE
from tests.helpers.card_fakes import Board, Reader

ROLE = 3


class Store:
    version = 4
    crc = 0xC0FFEE

    def __init__(self) -> None:
        self.does_hold = True
        self.kept: list[Any] = []

    def load_deck(self) -> bytearray:
        return bytearray(b"deck")

    def light(self, camera: int) -> int:
        return 100 + camera

    def keep_deck(
        self, block: bytearray, reads: int, pairs: int, lights: tuple[int, int]
    ) -> bool:
        self.kept.append((reads, pairs, lights))
        return self.does_hold


class Session:
    """One that has gone well."""

    is_over = is_good = True
    order = 1
    cards = 312
    refused = 2
    why = 0
    reason = 0
    lights = (90, 91)

    def __init__(self, _reader: Reader, _record: Any, order: int) -> None:
        self.order = order
        self.checker = object()
        self.block = bytearray(templates.TEMPLATE_BYTES)
        self.block[templates.H_READS] = 12

    def next_card(self) -> int:
        return 0


class Bench:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(en, "EnrolSession", Session)
        monkeypatch.setattr(en, "close_pairs", lambda _block: b"\1\2\3")
        self.board = Board()
        self.reader = Reader()
        self.store = Store()
        self.enrolment = en.DeckEnrolment(self.board, self.reader, self.store)
        self.old = self.reader.recogniser


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    return Bench(monkeypatch)


def test_enrolment__boot__deck_and_lights_come_from_the_store(bench: Bench) -> None:
    bench.enrolment.start()
    assert bench.reader.recogniser == b"deck"
    assert [trend.light for trend in bench.reader.trends] == [100, 101]


def test_enrolment__begun__recorded_with_its_role(bench: Bench) -> None:
    assert bench.enrolment.begin(1, ROLE) == 0
    assert bench.board.events == [(EV_ENROL_BEGUN, 1, ROLE)]
    assert bench.enrolment.report()[:4] == (en.ENROL_GOOD, 1, 312, 2)


def test_enrolment__unknown_order_or_no_memory__an_error_and_no_session(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bench.enrolment.begin(ORDERS, ROLE) == -ERR_OUT_OF_RANGE

    def no_room(*_: Any) -> None:
        raise MemoryError

    monkeypatch.setattr(en, "EnrolSession", no_room)
    assert bench.enrolment.begin(0, ROLE) == -ERR_NO_SPACE
    assert bench.enrolment.session is None and bench.board.events == []


def test_enrolment__good_and_wanted__kept_and_read_with_its_checker(bench: Bench) -> None:
    bench.enrolment.begin(0, ROLE)
    session: Any = bench.enrolment.session
    bench.enrolment.end(True)
    assert bench.store.kept == [(12, 1, (90, 91))]
    assert bench.reader.recogniser is session.checker and bench.enrolment.session is None
    assert bench.enrolment.report() == (en.ENROLLED, 0, 0, 0, 4, 0, 0xFF, 0, 0xC0FFEE, b"\1\2\3")


@pytest.mark.parametrize(
    ("is_kept", "is_over", "is_good", "does_hold", "why"),
    [
        (False, True, True, True, 0),
        (True, True, True, False, WHY_FLASH),
        (True, True, False, True, WHY_ALIKE),
        (True, False, False, True, WHY_INCOMPLETE),
    ],
)
def test_enrolment__not_kept__old_deck_stays_and_the_report_says_why(
    bench: Bench, is_kept: bool, is_over: bool, is_good: bool, does_hold: bool, why: int
) -> None:
    bench.enrolment.begin(0, ROLE)
    session: Any = bench.enrolment.session
    session.is_over, session.is_good = is_over, is_good
    session.why = WHY_ALIKE if is_over and not is_good else 0
    bench.store.does_hold = does_hold
    bench.enrolment.end(is_kept)
    assert bench.reader.recogniser is bench.old
    assert bench.enrolment.report()[5] == why


def test_enrolment__no_deck__the_fault_is_present(bench: Bench) -> None:
    assert not bench.board.present[FAULT_NOT_ENROLLED]()
    bench.reader.use(None)
    assert bench.board.present[FAULT_NOT_ENROLLED]()
    assert bench.enrolment.report()[0] == en.NOT_ENROLLED


def test_enrolment__both_orders__name_every_card_once() -> None:
    for order in range(ORDERS):
        assert sorted(card_in_turn(order, i) for i in range(52)) == list(range(52))
