"""What a contributing table believes of the polls that it hears."""

from __future__ import annotations

import struct
from types import SimpleNamespace
from typing import Any

import pytest

from firmware.jackpot import round_cell as rc
from firmware.jackpot.linked import frames as lf
from firmware.jackpot.linked.member_book import MemberBook
from firmware.jackpot.round_states import ST_ASKING, ST_OPEN

TERMS = bytes(range(8))
HOLDER = b"holder-1"
NONCE = b"\xff\xff\xff\xffrand"  # the next one counts over its end


class Bench:
    """A table, and the holder that it hears; `nonce` is that of the table's last answer."""

    def __init__(self) -> None:
        self.cell = bytearray(244)
        store = SimpleNamespace(view=lambda _cell: self.cell, edit=lambda _cell: self.cell)
        terms = SimpleNamespace(digest=lambda: TERMS, seed_cents=500)
        self.classes = [0] * 7
        self.book = SimpleNamespace(
            terms=terms, store=store, state=ST_OPEN, winning_classes=lambda: self.classes
        )
        self.member: Any = MemberBook(self.book, b"12345678")
        self.member.start(NONCE)
        self.cycle = 0

    def poll(
        self, pool_uc: int, nonce: bytes = b"", holder: bytes = HOLDER, result: bytes = b""
    ) -> bool:
        self.cycle += 1
        flags = lf.IS_JOINED | (lf.HAS_RESULT if result else 0)
        head = (holder, nonce or self.nonce, 7, self.cycle, flags, TERMS)
        frame = struct.pack(lf.POLL, *head, 0, 0, 0, pool_uc) + result
        return self.member.poll(frame, len(frame))

    @property
    def nonce(self) -> bytes:
        buf = bytearray(lf.REPLY_BYTES)
        assert self.member.reply_into(buf, 0) == lf.REPLY_BYTES
        return struct.unpack(lf.REPLY, buf)[3]


@pytest.mark.rule("J1", "CSP 2.4.3")
def test_poll__with_the_nonce_of_the_last_answer__is_news_once() -> None:
    bench = Bench()
    first = bench.nonce
    assert bench.poll(5_000, first)
    assert bench.member.pool_uc == 5_000 and bench.member.is_joined
    assert not bench.poll(9_000, first)
    assert bench.member.pool_uc == 5_000
    assert bench.poll(6_000)


def test_poll__before_the_table_has_told_its_nonce__changes_nothing() -> None:
    bench = Bench()
    assert not bench.poll(9_000, bytes(8))
    assert bench.member.pool_uc == 0 and not bench.member.is_joined


def test_poll__held_back_until_the_holder_fell_silent__is_old() -> None:
    bench = Bench()
    assert bench.poll(5_000)
    held_back = bench.nonce
    bench.member.forget_holder()
    assert not bench.poll(9_000, held_back)
    assert bench.poll(5_500)


def test_poll__by_another_board__only_after_the_holder_fell_silent() -> None:
    bench = Bench()
    assert bench.poll(5_000)
    assert not bench.poll(9_000, holder=b"holder-2")
    assert bench.member.pool_uc == 5_000
    bench.member.forget_holder()
    assert bench.poll(4_000, holder=b"holder-2")
    assert not bench.poll(9_000)


@pytest.mark.rule("J5")
@pytest.mark.parametrize(
    ("count", "seat", "op", "is_taken"), [(1, 3, 1, True), (1, 4, 1, False), (8, 3, 1, False),
                                          (1, 3, 2, False)]
)  # fmt: skip
def test_result__only_for_the_hands_that_were_claimed(
    count: int, seat: int, op: int, is_taken: bool
) -> None:
    bench = Bench()
    bench.book.state = ST_ASKING
    bench.classes[2] = 1
    packed = struct.pack(rc.PAYMENT, seat, 1, 9_999_999_999, 0, 0)
    assert bench.poll(0, result=struct.pack(lf.RESULT, op, 1, count, packed.ljust(126, b"\0")))
    found = bench.member.hit()
    assert (found is not None) == is_taken
    if is_taken:
        rows, memory, is_reset = found
        assert rows == [(3, 1, 9_999_999_999, 0, 0)] and is_reset
        assert memory == (9_999_999_999_000_000, 0, 0, 500_000_000)
