"""The journal replayed without the firmware: every event is heard, and what is wrong is seen."""

from __future__ import annotations

import inspect
from typing import Any

from faro.jackpot.reconcile import Books
from faro.jackpot.rules import UC
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
    there = {"address": 0xB1, "number": 2, "accepted": 2, "voided": 0}
    books.feed(3, "LINKED_IN", {**there, "pool_uc": SEED_UC, "reserve_uc": 2 * 73 * UC})
    back = {"address": 0xB1, "number": 3, "accepted": 0, "voided": 1}
    books.feed(4, "LINKED_IN", {**back, "pool_uc": SEED_UC, "reserve_uc": 73 * UC})
    assert books.differences == []
    assert books.meters and books.meters["overflow"] == 71 * UC
