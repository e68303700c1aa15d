"""What a contributing table believes of the polls that it hears."""

from __future__ import annotations

import struct
from types import SimpleNamespace

import pytest

from firmware.jackpot.linked import frames as lf
from firmware.jackpot.linked.member_book import MemberBook

TERMS = bytes(range(8))


def poll(boot: int, cycle: int, pool_uc: int) -> bytes:
    return struct.pack(lf.POLL, boot, cycle, lf.IS_JOINED, TERMS, 0, 0, 0, pool_uc)


@pytest.fixture
def member() -> MemberBook:
    book = SimpleNamespace(terms=SimpleNamespace(digest=lambda: TERMS))
    made = MemberBook(book, b"12345678")
    assert made.poll(poll(7, 100, 5_000), lf.POLL_BYTES)
    return made


@pytest.mark.rule("J1", "CSP 2.4.3")
@pytest.mark.parametrize(("boot", "cycle"), [(7, 100), (7, 99), (6, 4_000), (1, 101)])
def test_poll__repeated_or_of_an_earlier_boot__the_pool_stays(
    member: MemberBook, boot: int, cycle: int
) -> None:
    assert not member.poll(poll(boot, cycle, 9_000), lf.POLL_BYTES)
    assert member.pool_uc == 5_000


@pytest.mark.parametrize(("boot", "cycle"), [(7, 101), (8, 1)])
def test_poll__next_one_or_after_a_restart__is_news(
    member: MemberBook, boot: int, cycle: int
) -> None:
    assert member.poll(poll(boot, cycle, 4_000), lf.POLL_BYTES)
    assert member.pool_uc == 4_000


def test_poll__after_the_holder_fell_silent__another_board_may_lead(member: MemberBook) -> None:
    member.forget_holder()
    assert member.poll(poll(2, 1, 4_000), lf.POLL_BYTES)
