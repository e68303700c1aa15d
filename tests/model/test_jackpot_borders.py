"""Terms and pools at their borders: seed 0, a full pool, a book that was loaded."""

from __future__ import annotations

import hashlib
import random
import struct
from typing import Any

import pytest

from firmware.jackpot import claims, hands, rows, voids
from firmware.jackpot import ledger as lg
from firmware.jackpot import round_cell as rc
from firmware.jackpot import round_states as rs
from firmware.jackpot.linked import table_hits
from firmware.jackpot.linked.take_over import DIGEST_BYTES, Loading
from firmware.jackpot.term_changes import waiting
from tests.model.meter_soak import Bench, Player

_ROYAL = bytes((48, 44, 40, 36, 32))
_SUPERVISOR, _INSPECTOR = 2, 4


def set_terms(bench: Bench, **changes: int) -> None:
    numbers = {name: number for number, name, *_ in rows.SETTINGS}
    values = [bench.settings.get(number) for number in rows.TERMS]
    for name, value in changes.items():
        values[rows.TERMS.index(numbers[name])] = value
    assert bench.changes.set_terms(values, _SUPERVISOR, _INSPECTOR) == 0


def win_royal(bench: Bench) -> None:
    book = bench.book
    book.freeze(0x01, 3)
    data = bytearray(rc.HANDS_BYTES)
    data[:5] = _ROYAL
    assert hands.read_hands(book, book.number, 0x01, data) == 0
    Player(bench, random.Random(1)).claim_all()
    assert claims.confirm(book, book.number, _SUPERVISOR, _INSPECTOR) == 0


@pytest.mark.rule("CSP 12.1")
def test_royal__seed_of_nothing__is_a_reset_and_waiting_terms_come_into_force() -> None:
    bench = Bench(1)
    set_terms(bench, seed_cents=0)
    bench.book.freeze(0x7F, 3)
    assert bench.book.end(bench.book.number) == 0
    set_terms(bench, seed_cents=500_000)  # live: they wait
    assert bench.book.terms.seed_cents == 0
    win_royal(bench)
    assert bench.book.ledger.a[lg.RESETS] == 1
    assert bench.book.end(bench.book.number) == 0
    bench.changes.apply()
    assert (bench.book.terms.seed_cents, waiting(bench.storage.store)) == (500_000, ())
    bench.check()


@pytest.mark.rule("J13")
def test_void__wagers_that_went_over_the_limit_come_back_twice__no_overflow_below_zero() -> None:
    bench = Bench(1)
    book: Any = bench.book
    book.terms.rates.limit_uc = book.ledger.a[lg.POOL]  # full
    book.freeze(0x03, 3)
    book.begin()
    over_uc = book.ledger.a[lg.OVERFLOW]
    assert over_uc == 2 * book.terms.rates.pool_uc
    table_hits.take_back(book, 1)  # a linked table's wager comes back first, from the overflow
    book.ledger.a[lg.LINKED_IN] += book.terms.rates.brought_uc
    for seat in (1, 2):
        voids.take_back(book, rc.get_i64(book.cell, rc.PARTS + 8 * (seat - 1)))
    assert book.ledger.a[lg.OVERFLOW] == 0
    assert min(book.ledger.a[account] for account in (lg.POOL, lg.RESERVE, lg.BONUS)) >= 0


@pytest.mark.rule("STANDARDS 23")
def test_terms__after_a_book_was_loaded__wait_for_the_next_jackpot() -> None:
    """Other tables have wagered on it, though this board has not."""
    bench = Bench(1)
    first = bench.settings.get(rows.CFG_LINK_FIRST)
    loading = Loading(bench.book, bench.settings)
    row = struct.pack(rows.LINK_TABLE, first, 40, 0, 0, bytes(7), bytes(24))
    assert loading.add(row, 1) == 0
    digest = hashlib.sha256(row).digest()[:DIGEST_BYTES]
    amounts = (900_000 * lg.UC, 0, 0, 0)
    assert loading.load(0xC0, amounts, digest, 0, _SUPERVISOR, _INSPECTOR) == 0
    seed_cents = bench.book.terms.seed_cents
    set_terms(bench, seed_cents=seed_cents + 100)
    assert bench.book.terms.seed_cents == seed_cents
    assert waiting(bench.storage.store)
    assert bench.book.state == rs.ST_OPEN
    bench.boot()
    assert bench.book.terms.seed_cents == seed_cents
