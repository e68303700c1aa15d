"""What the holder of a linked pool believes of a table, on the firmware's books over real cells."""

from __future__ import annotations

import random
from typing import Any

import pytest

from firmware.jackpot.hand_class import ROYAL
from firmware.jackpot.ledger import GOOD, PENDING, POOL
from firmware.jackpot.linked import frames as lf
from firmware.jackpot.linked.holder_book import ANY_BOARD, HolderBook
from tests.model.meter_soak import Bench as Meter

TABLE = 0xB1
ROYAL_AT_3 = bytes((0, 0, ROYAL, 0, 0, 0, 0))
NOBODY = bytes(7)


class Bench:
    """A holder, and a table that may say anything."""

    def __init__(self) -> None:
        self.meter = Meter(1)
        self.book: Any = self.meter.book
        self.holder: Any = HolderBook(self.book, TABLE)
        self.now_ms = 1_000
        assert self.say(0, 0) == lf.OK  # it joins

    @property
    def pool_uc(self) -> int:
        return self.book.ledger.a[POOL]

    def say(
        self,
        accepted: int,
        voided: int,
        op: int = 0,
        kind: int = lf.OP_NONE,
        classes: bytes = NOBODY,
        wait_ms: int = 250,
    ) -> int:
        self.now_ms += wait_ms
        self.holder.tick(self.now_ms)
        terms = self.book.terms.digest()
        reply = (7, 1, b"member-1", bytes(8), terms, accepted, voided, op, kind, classes)
        return self.holder.take(TABLE, reply)

    def check(self) -> None:
        """The books balance, and the journal alone gives the same."""
        assert self.book.ledger.imbalance() == GOOD
        self.meter.check()


@pytest.mark.rule("J3", "J11")
def test_wagers__as_many_as_a_table_can_take__come_in_once() -> None:
    bench = Bench()
    before = bench.pool_uc
    for total in range(7, 140, 7):
        assert bench.say(total, 0, wait_ms=5_000) == lf.OK
        assert bench.say(total, 0) == lf.OK
    assert bench.pool_uc == before + 133 * 710_000 * 100
    bench.check()


@pytest.mark.parametrize(("accepted", "voided"), [
    (71, 0), (50_000, 0), (2**32 - 1, 0), (0, 1), (7, 8), (7, 2**32 - 1),
])  # fmt: skip
def test_wagers__more_than_can_be__not_believed(accepted: int, voided: int) -> None:
    bench = Bench()
    before = bench.pool_uc
    assert bench.say(accepted, voided, wait_ms=10**7) == lf.UNREASONABLE
    assert bench.pool_uc == before
    bench.check()


def test_wagers__fewer_than_before__not_believed() -> None:
    bench = Bench()
    assert bench.say(14, 0) == lf.OK
    assert bench.say(13, 0) == lf.UNREASONABLE
    assert bench.say(14, 0) == lf.OK


def test_wagers__given_back__at_most_those_of_one_round_and_what_came_since() -> None:
    bench = Bench()
    before = bench.pool_uc
    for total in range(10, 70, 10):
        assert bench.say(total, 0, wait_ms=9_000) == lf.OK
    assert bench.say(60, 8, wait_ms=60_000) == lf.UNREASONABLE
    assert bench.say(60, 7) == lf.OK
    assert bench.say(60, 8, wait_ms=60_000) == lf.UNREASONABLE
    assert bench.say(62, 9) == lf.OK
    assert bench.pool_uc == before + 53 * 710_000 * 100
    bench.check()


def test_table__linked_before__brings_nothing_of_what_it_brought_elsewhere() -> None:
    bench = Bench()
    before = bench.pool_uc
    reply = (7, 1, b"member-2", bytes(8), bench.book.terms.digest(), 900, 40, 5, 0, NOBODY)
    assert bench.holder.take(TABLE + 1, reply) == lf.OK
    assert bench.pool_uc == before
    assert bench.holder.row(TABLE + 1)[1:4] == (900, 40, 5)
    bench.check()


def test_wagers__table_silent_for_a_week__no_more_and_no_fewer_than_before() -> None:
    """Ticks go round after 12.4 days; the heartbeat does not wait so long."""
    bench = Bench()
    assert bench.say(70, 0) == lf.OK
    assert bench.say(77, 0) == lf.UNREASONABLE
    for _ in range(7 * 24 * 60):
        bench.now_ms = (bench.now_ms + 60_000) & 0x3FFFFFFF
        bench.holder.tick(bench.now_ms)
    assert bench.say(141, 0) == lf.UNREASONABLE
    assert bench.say(140, 0) == lf.OK
    bench.check()


def test_loaded_row__first_board_behind_its_address__makes_it_its_own() -> None:
    bench = Bench()
    bench.holder.put_row(TABLE, ANY_BOARD, 100, 3, 4, 7)
    bench.book.store.commit()
    assert bench.say(100, 3, 4) == lf.OK
    assert bench.holder.row(TABLE)[0] != ANY_BOARD
    assert bench.say(5_000, 3, 4) == lf.UNREASONABLE
    bench.holder.put_row(TABLE, ANY_BOARD, 100, 3, 4, 7)
    bench.book.store.commit()
    assert bench.say(50_101, 3, 4) == lf.UNREASONABLE
    assert bench.say(5_000, 3, 5, lf.OP_PAID) == lf.OK  # of a hit that only the table knows
    assert bench.holder.row(TABLE)[1:4] == (5_000, 3, 5)


@pytest.mark.rule("J5")
@pytest.mark.parametrize("kind", [lf.OP_PAID, lf.OP_CANCEL])
def test_hit__paid_or_cancelled__by_the_holders_own_memory(kind: int) -> None:
    bench = Bench()
    assert bench.say(1, 0) == lf.OK
    before = list(bench.book.ledger.a)
    assert bench.say(1, 0, 0, lf.OP_HOLD, ROYAL_AT_3) == lf.OK
    assert bench.say(1, 0, 0, lf.OP_HOLD, ROYAL_AT_3) == lf.OK  # once more: nothing more
    held = bench.book.ledger.a[PENDING]
    assert held == before[POOL] - before[POOL] % 1_000_000
    bench.meter.boot()  # the memory is not in RAM
    bench.book = bench.meter.book
    bench.holder = HolderBook(bench.book, TABLE)
    assert bench.say(1, 0, 1, kind) == lf.OK
    assert bench.book.ledger.a[PENDING] == 0
    if kind == lf.OP_CANCEL:
        assert bench.pool_uc == before[POOL]
    assert bench.say(1, 0, 1, kind) == lf.OK  # the table has not heard yet
    bench.check()


@pytest.mark.parametrize(("op", "kind", "classes"), [
    (1, lf.OP_PAID, NOBODY),  # of no hit
    (1, lf.OP_CANCEL, NOBODY),
    (2, lf.OP_PAID, NOBODY),
    (5, lf.OP_NONE, NOBODY),
    (0, lf.OP_HOLD, NOBODY),  # won by nobody
    (0, lf.OP_HOLD, bytes((1, 1, 0, 0, 0, 0, 0))),  # by more than have wagered
    (0, lf.OP_HOLD, bytes((0, 0, 9, 0, 0, 0, 0))),  # with a hand that there is not
    (1, lf.OP_HOLD, ROYAL_AT_3),
])  # fmt: skip
def test_hit__that_cannot_be__not_believed(op: int, kind: int, classes: bytes) -> None:
    bench = Bench()
    assert bench.say(1, 0) == lf.OK
    before = list(bench.book.ledger.a)
    assert bench.say(1, 0, op, kind, classes) == lf.UNREASONABLE
    assert bench.book.ledger.a == before
    bench.check()


def test_table__that_is_out__is_not_joined_until_it_is_let_in() -> None:
    bench = Bench()
    reply = (7, 1, b"member-1", bytes(8), bench.book.terms.digest(), 99, 0, 0, 0, NOBODY)
    bench.holder.put_out(TABLE, reply)
    assert bench.holder.is_out(TABLE)
    buf = bytearray(200)
    bench.holder.poll_into(buf, 0, TABLE, bytes(8), bytes(8), 1, 1)
    assert not buf[24] & lf.IS_JOINED
    bench.holder.let_in(TABLE)
    bench.holder.poll_into(buf, 0, TABLE, bytes(8), bytes(8), 1, 1)
    assert buf[24] & lf.IS_JOINED
    bench.check()


@pytest.mark.rule("J3")
def test_table__says_anything__pool_never_negative_and_ledger_never_locked() -> None:
    bench = Bench()
    rng = random.Random(5)
    heard = [0, 0, 0]
    for _ in range(2_000):
        numbers = [max(value + rng.choice((0, 0, 1, 3, 7, -1, 200)), 0) for value in heard]
        kind = rng.randrange(5)
        classes = bytes(rng.choice((0, 0, 0, 1, 2, 3, 7)) for _ in range(7))
        if rng.random() < 0.1:
            numbers[rng.randrange(2)] = rng.randrange(2**32)
        bench.say(numbers[0], numbers[1], numbers[2] & 0xFFFF, kind, classes, rng.randrange(3_000))
        heard = list(bench.holder.row(TABLE)[1:4])
        bench.check()
