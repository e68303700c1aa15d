"""The journal replayed without the firmware: every event is heard, and what is wrong is seen."""

from __future__ import annotations

import inspect
import struct
from typing import Any

import pytest

from faro.jackpot.reconcile import Books
from faro.jackpot.rules import UC
from faro.journal.file import EVIDENCE
from faro.wire.dictionary import own_dictionary

SEED_UC = 5_000_000 * UC
ROYAL = bytes([48, 44, 40, 36, 32])
_POOL_UC = SEED_UC + 71 * UC
_RESERVE_UC = 2 * UC


def test_reconcile__each_handler__is_named_after_an_event() -> None:
    """A handler with another name would never be called, and its checks would not be made."""
    names = {spec.name for spec in own_dictionary().events.values()}
    handlers = {
        name[1:].upper()
        for name, method in inspect.getmembers(Books, inspect.isfunction)
        if list(inspect.signature(method).parameters) == ["self", "m", "f"] and name != "_purses"
    }
    assert len(handlers) >= 14
    assert handlers <= names


def _round(*more: tuple[str, dict[str, Any]]) -> Books:
    """One wager at seat 3, a Royal Flush there, then what else happens."""
    purses = {"pool_uc": _POOL_UC, "reserve_uc": _RESERVE_UC}
    cards = bytes(10) + ROYAL + bytes(20)
    frozen = {"round": 1, "seats": 0b100, "source": 1, "wager_cents": 100, **purses}
    books = Books()
    events = [
        ("POOL_STARTED", {"pool_uc": SEED_UC}),
        ("ROUND_FROZEN", frozen),
        ("HANDS_READ", {"round": 1, "seats": 0b100, "cards": cards}),
        *more,
    ]
    for number, (name, fields) in enumerate(events, 1):
        books.feed(number, name, fields)
    return books


def test_reconcile__round_ended_with_a_winner_unpaid__is_seen() -> None:
    books = _round(("WAGERS_REOPENED", {"round": 1}))
    assert [d.text for d in books.differences] == ["the round ended with seats [3] unpaid"]


def test_reconcile__hand_voided_before_the_end__nothing_is_owed() -> None:
    voided = {"round": 1, "seat": 3, "pool_uc": SEED_UC, "reserve_uc": 0}
    books = _round(("HAND_VOIDED", voided), ("WAGERS_REOPENED", {"round": 1}))
    assert books.differences == []


def test_reconcile__linked_wager_over_the_limit_given_back__overflow_as_before() -> None:
    books = Books()
    limit = own_dictionary().settings["limit_cents"].number
    books.feed(1, "SETTING_CHANGED", {"setting": limit, "new_value": 5_000_000})
    books.feed(2, "POOL_STARTED", {"pool_uc": SEED_UC})
    books.feed(3, "TABLE_JOINED", {"address": 0xB1, "accepted": 0, "voided": 0, "number": 0})
    there = {"address": 0xB1, "accepted": 2, "voided": 0}
    books.feed(4, "LINKED_IN", {**there, "pool_uc": SEED_UC, "reserve_uc": 2 * 73 * UC})
    back = {"address": 0xB1, "accepted": 2, "voided": 1}
    books.feed(5, "LINKED_IN", {**back, "pool_uc": SEED_UC, "reserve_uc": 73 * UC})
    assert books.differences == []
    assert books.meters and books.meters["overflow"] == 71 * UC


# -- linked tables ------------------------------------------------------------------------------

_METERS = struct.pack("<24q", SEED_UC, *[0] * 4, SEED_UC, *[0] * 18)
_ROW = {"address": 0xB1, "accepted": 4_000, "voided": 3, "number": 2}
_NO_HIT = {"classes": bytes(7), "purses": bytes(24)}


def _stated(books: Books, at: int) -> None:
    for part in range(3):
        values = _METERS[64 * part : 64 * part + 64]
        books.feed(at + part, "METERS_STATED", {"part": part, "values": values})


def _turned() -> Books:
    """A ring that has turned: what came before is overwritten."""
    books = Books()
    books.feed(900, "EVENTS_OVERWRITTEN", {"ring": EVIDENCE})
    return books


@pytest.mark.rule("J3")
def test_reconcile__ring_has_turned__wagers_of_a_table_are_counted_from_its_statement() -> None:
    books = _turned()
    books.feed(901, "LEADS", {"generation": 3, "tables": 1})
    books.feed(902, "TABLE_STATED", {**_ROW, **_NO_HIT})
    _stated(books, 903)
    purses = {"pool_uc": SEED_UC + 71 * UC, "reserve_uc": 2 * UC}
    books.feed(906, "LINKED_IN", {"address": 0xB1, "accepted": 4_001, "voided": 3, **purses})
    assert books.differences == []
    assert (books.tables, books.generation) == ({0xB1: [4_001, 3, 2]}, 3)
    assert books.meters and books.meters["linked_in"] == 73 * UC


@pytest.mark.rule("J3")
@pytest.mark.parametrize("tables", [None, 2])
def test_reconcile__rows_of_tables_turned_away__nothing_is_invented(tables: int | None) -> None:
    """Without its row, a table's count is no difference: $9,706 came out of nothing (H13)."""
    books = _turned()
    if tables:  # one of two rows has been overwritten
        books.feed(901, "LEADS", {"generation": 3, "tables": tables})
    books.feed(902, "TABLE_STATED", {**_ROW, **_NO_HIT})
    _stated(books, 903)
    purses = {"pool_uc": SEED_UC + 71 * UC, "reserve_uc": 2 * UC}
    books.feed(906, "LINKED_IN", {"address": 0xB1, "accepted": 4_001, "voided": 3, **purses})
    assert (books.meters, books.tables, books.generation) == (None, {}, None)


def test_reconcile__statement_differs_from_what_was_told__is_seen() -> None:
    books = Books()
    books.feed(1, "POOL_STARTED", {"pool_uc": SEED_UC})
    books.feed(2, "TABLE_JOINED", _ROW)
    books.feed(3, "LEADS", {"generation": 0, "tables": 1})
    books.feed(4, "TABLE_STATED", {**_ROW, "accepted": 4_001, **_NO_HIT})
    assert len(books.differences) == 1


@pytest.mark.rule("J5")
def test_reconcile__pending_hit_of_a_table__is_known_after_the_ring_has_turned() -> None:
    books = _turned()
    purses = struct.pack("<3q", 6_000_000 * UC, 5 * UC, 0)
    books.feed(901, "LEADS", {"generation": 0, "tables": 1})
    books.feed(902, "TABLE_STATED", {**_ROW, "classes": bytes((0, 0, 1, 0, 0, 0, 0)),
                                     "purses": purses})  # fmt: skip
    _stated(books, 903)
    assert books.linked_hits[0xB1].pool == 6_000_000 * UC
    assert books.meters
    books.meters["pending"] = 6_000_000 * UC
    done = {"address": 0xB1, "number": 3, "what": 1, "paid_uc": 6_000_000 * UC}
    books.feed(906, "LINKED_DONE", {**done, "pool_uc": SEED_UC, "reserve_uc": 0})
    assert [d.text for d in books.differences if "hit had taken" in d.text] == []
    assert books.meters["pending"] == 0 and not books.linked_hits
