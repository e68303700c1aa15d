"""An event that the journal refuses is kept until it is recorded, once; no money moves before."""

from __future__ import annotations

import random
from typing import Any

import pytest

from firmware.board.rows import EV_FAULT_RAISED, FAULT_LID_OPEN
from firmware.jackpot import claims, hands, voids
from firmware.jackpot import round_states as rs
from firmware.jackpot.ledger import POOL
from firmware.jackpot.round_book import R_BROKEN
from firmware.jackpot.rows import EV_PAID, EV_POOL_ADJUSTED
from firmware.journal.rows import FAULT_JOURNAL_REFUSES
from hw_sim.power import CUT_MODES, Cut, PowerCut
from tests.model.meter_soak import Bench, Player

_SECTORS = 6


def wear_out(bench: Bench) -> None:
    """No place of the flash holds what is programmed into it."""
    bench.flash.weak_sectors = set(range(_SECTORS))


def mend(bench: Bench) -> None:
    bench.flash.weak_sectors = set()


def recorded(bench: Bench, event: int) -> int:
    reader: Any = bench.storage.journal
    numbers = range(1, reader.last_number + 1)
    return sum(reader.load(n) and reader.type == event for n in numbers)


def raised(bench: Bench) -> list[int]:
    """Faults, as the board raises them in idle time."""
    faults: list[int] = []
    bench.storage.tell_damage(lambda code, detail=0: faults.append(code))
    return faults


def record_fault(bench: Bench) -> None:
    """What a fault commits."""
    bench.storage.outbox.commit(EV_FAULT_RAISED, FAULT_LID_OPEN, 0)


@pytest.mark.rule("J12")
def test_outbox__journal_refused_the_event__no_money_moves_and_nothing_overwrites_it() -> None:
    bench = Bench(1)
    wear_out(bench)
    assert voids.adjust(bench.book, 1_000_000, 2, 4) == 0
    pool_uc = bench.book.ledger.a[POOL]
    assert voids.adjust(bench.book, 7_000_000, 2, 4) == R_BROKEN
    assert bench.book.freeze(0x7F, 3) == R_BROKEN
    record_fault(bench)
    assert raised(bench) == [FAULT_JOURNAL_REFUSES]
    assert bench.storage.outbox.is_stuck()
    for _ in range(2):
        bench.boot_refused()
        assert bench.storage.outbox.is_held
    mend(bench)
    assert not bench.storage.outbox.is_stuck()
    assert (recorded(bench, EV_POOL_ADJUSTED), bench.book.ledger.a[POOL]) == (1, pool_uc)
    assert voids.adjust(bench.book, 7_000_000, 2, 4) == 0
    for _ in range(3):
        bench.boot()
    assert recorded(bench, EV_POOL_ADJUSTED) == 2


def test_outbox__journal_takes_another_event__held_one_follows_by_itself() -> None:
    bench = Bench(1)
    wear_out(bench)
    assert voids.adjust(bench.book, 1_000_000, 2, 4) == 0
    used = bench.flash.program_count
    for _ in range(100):
        assert raised(bench) == [FAULT_JOURNAL_REFUSES]
    assert bench.flash.program_count == used, "each look spends places of the flash"
    mend(bench)
    record_fault(bench)
    assert raised(bench) == []
    assert recorded(bench, EV_POOL_ADJUSTED) == 1


@pytest.mark.rule("J12", "CSP 12.2")
def test_outbox__journal_refuses_a_payment__the_next_is_paid_after_it_was_recorded() -> None:
    bench = Bench(1)
    book = bench.book
    book.freeze(0x03, 3)
    data = bytearray(60)
    data[:10] = bytes((48, 44, 40, 36, 32, 28, 24, 20, 16, 12))
    assert hands.read_hands(book, book.number, 0x03, data) == 0
    Player(bench, random.Random(1)).claim_all()
    assert book.state == rs.ST_PENDING
    wear_out(bench)
    assert claims.confirm(book, book.number, 2, 4) == R_BROKEN
    assert (book.state, recorded(bench, EV_PAID)) == (rs.ST_PAYING, 0)
    mend(bench)
    assert not bench.storage.outbox.is_stuck()
    claims.resume(book)
    assert (book.state, recorded(bench, EV_PAID)) == (rs.ST_DONE, 2)


def test_outbox__cut_at_every_write_around_a_refusal__recorded_once_if_it_moved() -> None:
    writes = 0
    while True:
        for mode in CUT_MODES:
            bench = Bench(1)
            pool_uc = bench.book.ledger.a[POOL]
            wear_out(bench)
            bench.supply.cut = Cut(bench.supply.operations + writes, mode)
            try:
                voids.adjust(bench.book, 1_000_000, 2, 4)
                raised(bench)
                record_fault(bench)
                mend(bench)
                bench.storage.outbox.is_stuck()
                record_fault(bench)
                is_cut = False
            except PowerCut:
                is_cut = True
            bench.supply.cut = None
            mend(bench)
            for _ in range(2):
                bench.boot()
            moved = (bench.book.ledger.a[POOL] - pool_uc) // 1_000_000
            assert recorded(bench, EV_POOL_ADJUSTED) == moved, f"write {writes}, {mode}"
        if not is_cut:
            break
        writes += 1
    assert writes > 30
