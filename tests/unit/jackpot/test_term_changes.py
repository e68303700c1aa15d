"""Terms wait for the next jackpot; the part among linked tables waits for the next start."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from firmware.core.errors import ERR_BUSY, ERR_NOT_NOW, ERR_OUT_OF_RANGE
from firmware.jackpot.round_states import ST_FROZEN, ST_OPEN
from firmware.jackpot.rows import (
    CFG_LINK_ROLE,
    CFG_POOL_PPM,
    CFG_RESERVE_PPM,
    CFG_SEED_CENTS,
    CFG_WIN_SHOWN_S,
    EV_SETTING_DEFERRED,
    FAULT_RATES,
    LINK_HOLDER,
)
from firmware.jackpot.term_changes import TermChanges, waiting
from firmware.jackpot.terms import Terms
from tests.helpers.jackpot_board import FakeBoard


class Bench:
    def __init__(self) -> None:
        self.board = FakeBoard()
        cell = bytearray(244)
        store = SimpleNamespace(view=lambda _cell: cell, edit=lambda _cell: cell)
        self.is_live = False
        self.is_delivered = True
        self.terms: Any = Terms(self.board.settings)
        self.book: Any = SimpleNamespace(
            store=store, state=ST_OPEN, terms=self.terms, is_live=lambda: self.is_live
        )
        linked = SimpleNamespace(has_all_delivered=lambda: self.is_delivered)
        self.changes: Any = TermChanges(self.board, self.book, linked)


def test_change__any_other_setting__is_left_to_the_board() -> None:
    assert Bench().changes.change(CFG_WIN_SHOWN_S, 30) is None


def test_terms__nobody_has_wagered__in_force_at_once_with_another_digest() -> None:
    bench = Bench()
    before = bench.terms.digest()
    assert bench.changes.change(CFG_SEED_CENTS, 100) == 0
    assert bench.terms.seed_cents == 100
    assert bench.terms.digest() != before
    assert len(bench.terms.digest()) == 8


@pytest.mark.rule("J9")
def test_terms__live_jackpot__wait_and_come_into_force_when_it_is_won() -> None:
    bench = Bench()
    bench.is_live = True
    assert bench.changes.change(CFG_SEED_CENTS, 100) == 0
    assert bench.changes.change(CFG_SEED_CENTS, 200) == 0
    assert waiting(bench.book.store) == [(CFG_SEED_CENTS, 200)]
    assert [event[0] for event in bench.board.events] == [EV_SETTING_DEFERRED] * 2
    bench.changes.apply()
    assert bench.terms.seed_cents == 5_000_000
    bench.is_live = False
    bench.changes.apply()
    assert bench.terms.seed_cents == 200
    assert waiting(bench.book.store) == []


def test_terms__more_than_the_wager_would_be_brought__refused_and_nothing_changed() -> None:
    bench = Bench()
    before = dict(bench.board.settings.values)
    assert bench.changes.change(CFG_POOL_PPM, 1_000_000) == -ERR_OUT_OF_RANGE
    assert bench.board.settings.values == before
    assert bench.terms.rates.is_reasonable()


def test_terms__two_that_wait_are_too_much_together__the_second_is_refused() -> None:
    bench = Bench()
    bench.is_live = True
    assert bench.changes.change(CFG_POOL_PPM, 900_000) == 0
    assert bench.changes.change(CFG_RESERVE_PPM, 200_000) == -ERR_OUT_OF_RANGE


def test_apply__what_waited_is_too_much_by_now__a_fault() -> None:
    bench = Bench()
    bench.is_live = True
    bench.changes.change(CFG_POOL_PPM, 900_000)
    bench.board.settings.set(CFG_RESERVE_PPM, 200_000)
    bench.is_live = False
    bench.changes.apply()
    assert bench.board.raised == [(FAULT_RATES, 0)]


@pytest.mark.parametrize("why", ["round", "linked"])
def test_terms__round_in_play_or_linked__not_now(why: str) -> None:
    bench = Bench()
    if why == "round":
        bench.book.state = ST_FROZEN
    else:
        bench.board.settings.set(CFG_LINK_ROLE, LINK_HOLDER)
    assert bench.changes.change(CFG_SEED_CENTS, 100) == -ERR_NOT_NOW


def test_linked__role_changed__no_wagers_before_the_next_start() -> None:
    bench = Bench()
    assert bench.changes.change(CFG_LINK_ROLE, LINK_HOLDER) == 0
    assert bench.changes.is_restart_due


@pytest.mark.parametrize("why", ["round", "owes"])
def test_linked__round_in_play_or_holder_waits_for_something__busy(why: str) -> None:
    bench = Bench()
    bench.book.state = ST_FROZEN if why == "round" else ST_OPEN
    bench.is_delivered = why != "owes"
    error = ERR_BUSY if why == "owes" else ERR_NOT_NOW  # only the first ends by waiting
    assert bench.changes.change(CFG_LINK_ROLE, LINK_HOLDER) == -error
    assert not bench.changes.is_restart_due
