"""What a contributing table believes of the polls that it hears."""

from __future__ import annotations

import struct
from types import SimpleNamespace
from typing import Any

import pytest

from firmware.jackpot.linked import frames as lf
from firmware.jackpot.linked.member_book import MemberBook
from firmware.jackpot.round_states import ST_ASKING, ST_OPEN
from firmware.jackpot.rows import EV_HOLDER_ACCEPTED

TERMS = bytes(range(8))
HOLDER = b"holder-1"
NONCE = b"\xff\xff\xff\xffrand"  # the next one counts over its end


class Bench:
    """A table, and the holder that it hears; `nonce` is that of the table's last answer."""

    def __init__(self) -> None:
        self.cell = bytearray(244)
        store = SimpleNamespace(
            view=lambda _cell: self.cell, edit=lambda _cell: self.cell, is_open=True
        )
        terms = SimpleNamespace(
            digest=lambda: TERMS, seed_cents=500, bonus_source=0, amounts_cents=[0, 100, 0, 0, 0, 0]
        )
        self.told: list[tuple[Any, ...]] = []
        outbox = SimpleNamespace(commit=lambda *event: self.told.append(event))
        self.classes = [0] * 7
        self.book = SimpleNamespace(
            terms=terms,
            store=store,
            outbox=outbox,
            state=ST_OPEN,
            winning_classes=lambda: self.classes,
        )
        self.cycle = 0
        self.start()

    def start(self) -> None:
        """Its memory without power is what it was."""
        self.member: Any = MemberBook(self.book, b"12345678")
        self.member.start(NONCE)

    def poll(
        self,
        pool_uc: int,
        nonce: bytes = b"",
        holder: bytes = HOLDER,
        result: bytes = b"",
        generation: int = 0,
    ) -> bool:
        self.cycle += 1
        flags = lf.IS_JOINED | (lf.HAS_RESULT if result else 0)
        head = (holder, nonce or self.nonce, 7, self.cycle, generation, flags, TERMS)
        frame = struct.pack(lf.POLL, *head, 0, 0, 0, pool_uc) + result
        return self.member.poll(frame, len(frame))

    @property
    def nonce(self) -> bytes:
        buf = bytearray(lf.REPLY_BYTES)
        assert self.member.reply_into(buf, 0) == lf.REPLY_BYTES
        return struct.unpack(lf.REPLY, buf)[4]


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


@pytest.mark.rule("J1", "J5")
def test_poll__by_another_board__only_of_a_higher_generation() -> None:
    """An old holder that comes back is refused, silence or not, also after the table's restart."""
    bench = Bench()
    assert bench.poll(5_000)
    assert not bench.poll(9_000, holder=b"holder-2")
    bench.member.forget_holder()
    assert not bench.poll(9_000, holder=b"holder-2")
    assert bench.poll(4_000, holder=b"holder-2", generation=1)
    assert not bench.poll(9_000)
    bench.member.forget_holder()
    assert not bench.poll(9_000)
    bench.start()
    assert not bench.poll(9_000)
    assert not bench.poll(9_000, holder=b"holder-3", generation=1)
    assert bench.poll(4_100, holder=b"holder-2", generation=1)
    assert bench.told == [
        (EV_HOLDER_ACCEPTED, 0, HOLDER),
        (EV_HOLDER_ACCEPTED, 1, b"holder-2"),
    ]


def test_poll__old_and_of_a_higher_generation__raises_nothing() -> None:
    bench = Bench()
    old = bench.nonce
    assert bench.poll(5_000)
    assert not bench.poll(9_000, old, holder=b"holder-2", generation=9)
    assert bench.poll(6_000)


def test_answer__names_the_generation_and_the_board_that_is_followed() -> None:
    bench = Bench()
    buf = bytearray(lf.REPLY_BYTES)
    bench.member.reply_into(buf, 0)
    assert struct.unpack(lf.REPLY, buf)[5:7] == (0, bytes(8))
    assert bench.poll(5_000, generation=3)
    assert not bench.poll(5_000, holder=b"holder-2", generation=2)
    bench.member.reply_into(buf, 0)
    assert struct.unpack(lf.REPLY, buf)[5:7] == (3, HOLDER)


@pytest.mark.rule("J5")
@pytest.mark.parametrize(
    ("seat", "kind", "op", "pool_uc", "is_taken"),
    [(3, 1, 1, 9_999_999_999_000_000, True), (4, 1, 1, 0, False), (3, 2, 1, 0, False),
     (3, 1, 2, 0, False), (3, 1, 1, -1, False), (3, 1, 1, 2**62, False)],
)  # fmt: skip
def test_result__only_for_the_hands_that_were_claimed(
    seat: int, kind: int, op: int, pool_uc: int, is_taken: bool
) -> None:
    bench = Bench()
    bench.book.state = ST_ASKING
    bench.classes[2] = 1
    classes = bytes(kind if at == seat else 0 for at in range(1, 8))
    purses = struct.pack(lf.PURSES, pool_uc, 7_000_000, 0)
    assert bench.poll(0, result=struct.pack(lf.RESULT, op, classes, purses))
    found = bench.member.hit()
    assert (found is not None) == is_taken
    if is_taken:
        payout, memory, before = found
        assert payout.rows == [(3, 1, 9_999_999_999, 0, 0)] and payout.is_reset
        assert memory == (9_999_999_999_000_000, 0, 7_000_000, 500_000_000)
        assert before == (9_999_999_999_000_000, 7_000_000)
        assert payout.pool_uc == 507_000_000
