"""A ruling voids what is being verified, or what has been paid (CSP 16.4, 14.9.2)."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from faro.sim.scenarios.jackpot import bits, hands_bytes
from firmware.jackpot import claims, hands, voids
from firmware.jackpot import round_cell as rc
from firmware.jackpot import round_states as rs
from firmware.jackpot.ledger import GOOD, PAID, PENDING, TAKEN_BACK
from firmware.jackpot.round_book import R_STATE
from firmware.jackpot.rows import CFG_LINK_ROLE, EV_PAID_THEN_VOID, LINK_MEMBER, LINK_NONE
from hw_sim.power import CUT_MODES, Cut, PowerCut
from tests.model.meter_soak import Bench

SEATS = (2, 4, 5)
HANDS = {2: "royal", 4: "flush", 5: "nothing"}


def pending() -> tuple[Bench, int]:
    """Seats 2 and 4 have won, and wait for their payment; seat 5 has lost."""
    bench = Bench(1)
    book = bench.book
    number = book.freeze(bits(SEATS), 1)
    data = bytearray(60)
    data[:35] = hands_bytes(HANDS)
    assert hands.read_hands(book, number, bits(SEATS), data) == 0
    assert claims.claim(book, number, 2, 1) == 0
    assert claims.claim(book, number, 4, 5) == 0
    assert book.state == rs.ST_PENDING
    bench.check()
    return bench, number


def paid_then_void(bench: Bench) -> list[int]:
    """Seats that the journal names so."""
    reader = bench.storage.journal
    found: list[int] = []
    for number in range(1, reader.last_number + 1):
        if reader.load(number) and reader.type == EV_PAID_THEN_VOID:
            found.append(reader.payload[4])
    return found


@pytest.mark.rule("CSP 16.4", "J13")
def test_return__of_a_hand_that_is_verified__it_cannot_be_paid_and_goes_back() -> None:
    bench, number = pending()
    book = bench.book
    assert voids.order_return(book, number, 0b10) == 0
    assert voids.order_return(book, number, 0b10) == 0  # once more: nothing more
    assert claims.confirm(book, number, 2, 4) == R_STATE
    bench.boot()  # it is not in RAM
    book = bench.book
    assert claims.confirm(book, number, 2, 4) == R_STATE
    assert voids.return_hit(book, number, 2, 4) == 0
    assert (book.state, book.cell[rc.VOIDED], book.cell[rc.RETURNS]) == (rs.ST_FROZEN, 0b10, 0)
    assert book.ledger.a[PENDING] == 0
    bench.check()
    assert claims.claim(book, number, 4, 5) == 0  # the other winner's share is computed without it
    assert claims.confirm(book, number, 2, 4) == 0
    assert book.end(number) == 0
    bench.check()


@pytest.mark.rule("CSP 16.4", "CSP 14.9.2")
def test_return__of_the_whole_round__wagers_are_open() -> None:
    bench, number = pending()
    book = bench.book
    assert voids.order_return(book, number, rc.WHOLE_ROUND) == 0
    assert claims.confirm(book, number, 2, 4) == R_STATE
    assert voids.return_hit(book, number, 2, 4) == 0
    assert (book.state, book.cell[rc.RETURNS]) == (rs.ST_OPEN, 0)
    assert book.ledger.a[TAKEN_BACK] == 3 * book.terms.rates.brought_uc
    bench.check()


@pytest.mark.rule("CSP 16.4")
def test_return__the_two_roles_cancel_the_hit_instead__it_is_ordered_no_more() -> None:
    bench, number = pending()
    book = bench.book
    assert voids.order_return(book, number, 0b10) == 0
    assert claims.cancel(book, number, 2, 4) == 0
    assert (book.cell[rc.VOIDED], book.cell[rc.RETURNS]) == (0, 0)
    for seat, kind in ((2, 1), (4, 5)):
        assert claims.claim(book, number, seat, kind) == 0
    assert claims.confirm(book, number, 2, 4) == 0
    bench.check()


def test_void__of_a_hand_that_has_not_won__while_another_is_verified() -> None:
    bench, number = pending()
    assert voids.void_hand(bench.book, number, 5) == 0
    assert bench.book.cell[rc.VOIDED] == 0b10000
    assert claims.confirm(bench.book, number, 2, 4) == 0
    bench.check()


@pytest.mark.rule("CSP 14.9.2")
@pytest.mark.parametrize("is_over", [False, True])
def test_void__of_hands_that_were_paid__is_told_once_for_each_and_moves_nothing(
    is_over: bool,
) -> None:
    bench, number = pending()
    book = bench.book
    assert claims.confirm(book, number, 2, 4) == 0
    if is_over:
        assert book.end(number) == 0
    before = list(book.ledger.a)
    assert voids.note_paid(book, number, 0b10) == 0b10
    assert voids.note_paid(book, number, 0b10) == 0b10
    assert voids.note_paid(book, number, 0b10000) == 0
    bench.boot()
    book = bench.book
    assert voids.note_paid(book, number, 0x7F) == 0b1010
    assert book.ledger.a == before
    assert sorted(paid_then_void(bench)) == [2, 4]
    bench.check()


def return_one(bench: Bench, number: int) -> None:
    voids.order_return(bench.book, number, 0b10)
    voids.return_hit(bench.book, number, 2, 4)


def return_all(bench: Bench, number: int) -> None:
    voids.order_return(bench.book, number, rc.WHOLE_ROUND)
    voids.return_hit(bench.book, number, 2, 4)


def pay_and_void(bench: Bench, number: int) -> None:
    claims.confirm(bench.book, number, 2, 4)
    voids.note_paid(bench.book, number, 0x7F)


@pytest.mark.parametrize("act", [return_one, return_all, pay_and_void])
def test_return__cut_at_every_write__done_or_to_be_done_again(
    act: Callable[[Bench, int], None],
) -> None:
    at = 0
    while True:
        bench, number = pending()
        bench.supply.rng = random.Random(at)
        bench.supply.cut = Cut(bench.supply.operations + at, CUT_MODES[at % 3])
        try:
            act(bench, number)
            break
        except PowerCut:
            bench.supply.cut = None
        bench.boot()
        bench.check()
        act(bench, number)
        a = bench.book.ledger.a
        assert bench.book.ledger.imbalance() == GOOD
        if act is pay_and_void:
            assert sorted(paid_then_void(bench)) == [2, 4]
        else:
            assert (a[PENDING], a[PAID]) == (0, 0)
            seats = 0b11010 if act is return_all else 0b10
            assert bench.book.cell[rc.VOIDED] == seats
        bench.check()
        at += 1
    assert at > 40


@pytest.mark.parametrize("roles", [(LINK_NONE, LINK_MEMBER), (LINK_MEMBER, LINK_NONE)])
def test_void__after_the_pool_is_elsewhere__is_refused_and_locks_nothing(
    roles: tuple[int, int],
) -> None:
    """The wager went into one pool and would have come out of another: a fault of the ledger."""
    bench = Bench(1)
    bench.set_setting(CFG_LINK_ROLE, roles[0])
    bench.boot()
    number = bench.book.freeze(bits(SEATS), 1)
    assert bench.book.end(number) == 0
    assert bench.changes.change(CFG_LINK_ROLE, roles[1]) == 0
    bench.boot()
    assert bench.settings.get(CFG_LINK_ROLE) == roles[1]
    before = list(bench.book.ledger.a)
    assert voids.void_hand(bench.book, number, 2) == R_STATE
    assert bench.book.ledger.a == before
