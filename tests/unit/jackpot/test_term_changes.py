"""Terms wait for the next jackpot; the part among linked tables waits for the next start."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from firmware.core.errors import ERR_BUSY, ERR_NOT_ALLOWED, ERR_NOT_NOW, ERR_OUT_OF_RANGE
from firmware.jackpot.round_states import ST_FROZEN, ST_OPEN
from firmware.jackpot.rows import (
    CFG_ALONE_CENTS,
    CFG_LIMIT_CENTS,
    CFG_LINK_ROLE,
    CFG_POOL_PPM,
    CFG_SEED_CENTS,
    CFG_WAGER_CENTS,
    CFG_WIN_SHOWN_S,
    EV_TERMS_SET,
    LINK_HOLDER,
    TERMS,
)
from firmware.jackpot.term_changes import TermChanges, waiting
from firmware.jackpot.terms import Terms
from tests.helpers.jackpot_board import FakeBoard

SUPERVISOR, INSPECTOR = 2, 4


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

    def set(self, setting: int, value: int) -> int:
        values = [self.board.settings.get(number) for number in TERMS]
        values[TERMS.index(setting)] = value
        return self.changes.set_terms(values, SUPERVISOR, INSPECTOR)


def test_change__any_other_setting__is_left_to_the_board() -> None:
    assert Bench().changes.change(CFG_WIN_SHOWN_S, 30) is None


@pytest.mark.parametrize("setting", TERMS)
def test_change__a_term_as_a_setting__not_allowed(setting: int) -> None:
    assert Bench().changes.change(setting, 1) == -ERR_NOT_ALLOWED


def test_terms__nobody_has_wagered__in_force_at_once_with_another_digest() -> None:
    bench = Bench()
    before = bench.terms.digest()
    assert bench.set(CFG_SEED_CENTS, 100) == 0
    assert bench.terms.seed_cents == 100
    digest = bench.terms.digest()
    assert digest != before and len(digest) == 8
    told = (EV_TERMS_SET, bench.terms.as_bytes(), digest, 0, SUPERVISOR, INSPECTOR)
    assert bench.board.events == [told]


@pytest.mark.parametrize("setting", TERMS)
def test_terms__each_of_them__is_in_the_digest(setting: int) -> None:
    bench = Bench()
    before = bench.terms.digest()
    value = bench.board.settings.get(setting)
    assert bench.set(setting, value - 1 if value else 1) == 0
    assert bench.terms.digest() != before


@pytest.mark.rule("J9")
def test_terms__live_jackpot__wait_and_come_into_force_when_it_is_won() -> None:
    bench = Bench()
    bench.is_live = True
    assert bench.set(CFG_SEED_CENTS, 100) == 0
    assert bench.set(CFG_ALONE_CENTS, 200) == 0  # the whole terms: the seed is as before
    assert waiting(bench.book.store)[TERMS.index(CFG_SEED_CENTS)] == 5_000_000
    assert [event[3] for event in bench.board.events] == [1, 1]
    bench.changes.apply()
    assert bench.terms.alone_cents == 0
    bench.is_live = False
    bench.changes.apply()
    assert bench.terms.alone_cents == 200
    assert waiting(bench.book.store) == ()
    assert bench.board.events[-1][3:] == (0, SUPERVISOR, INSPECTOR)
    bench.changes.apply()
    assert len(bench.board.events) == 3


@pytest.mark.parametrize(
    ("setting", "value"),
    [(CFG_POOL_PPM, 1_000_000), (CFG_WAGER_CENTS, 0), (CFG_WAGER_CENTS, 10_001),
     (CFG_LIMIT_CENTS, 2_000_000_001), (CFG_SEED_CENTS, -1)],
)  # fmt: skip
def test_terms__out_of_range_or_more_than_the_wager__refused(setting: int, value: int) -> None:
    bench = Bench()
    before = dict(bench.board.settings.values)
    assert bench.set(setting, value) == -ERR_OUT_OF_RANGE
    assert bench.board.settings.values == before and not bench.board.events


@pytest.mark.parametrize("why", ["round", "linked"])
def test_terms__round_in_play_or_linked__not_now(why: str) -> None:
    bench = Bench()
    if why == "round":
        bench.book.state = ST_FROZEN
    else:
        bench.board.settings.set(CFG_LINK_ROLE, LINK_HOLDER)
    assert bench.set(CFG_SEED_CENTS, 100) == -ERR_NOT_NOW


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
