"""The short form of `make meter-soak`, and proof that it would notice."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from firmware.jackpot import claims, hits, payouts, pools, voids
from firmware.jackpot import round_cell as rc
from firmware.jackpot.ledger import PAID, POOL, RESERVE
from firmware.jackpot.round_book import RoundBook
from firmware.store.cells import CELL_METERS, CELL_POOLS
from tests.model.linked_soak import run as linked_run
from tests.model.meter_soak import soak, soak_vm


@pytest.mark.rule("J3", "J13", "CSP 11.6")
def test_soak__firmwares_own_code_with_power_cuts__balances_to_the_micro_cent() -> None:
    done = soak(3_000, seed=7)
    assert done["power cut"] > 20 and done["confirm"] > 20 and done["setting"] > 20


@pytest.mark.rule("J3", "J13")
def test_soak__whole_firmware_with_power_cuts__balances_to_the_micro_cent() -> None:
    done = soak_vm(250, seed=3)
    assert done["power cut"] >= 1 and done["wager"] > 50


def _lose(function: Callable, account: int, amount_uc: int) -> Callable:
    def mutant(ledger, *args):
        result = function(ledger, *args)
        book = getattr(ledger, "ledger", ledger)
        book.a[account] -= amount_uc
        return result

    return mutant


def _move(function: Callable, amount_uc: int) -> Callable:
    """Balanced, but wrong: from the reserve to the pool."""

    def mutant(ledger, *args):
        result = function(ledger, *args)
        ledger.a[POOL] += amount_uc
        ledger.a[RESERVE] -= amount_uc
        return result

    return mutant


@pytest.mark.parametrize(
    ("module", "name", "change"),
    [
        (pools, "take_in", lambda f: _lose(f, POOL, 1)),
        (pools, "take_in", lambda f: _move(f, 1)),
        (voids, "take_back", lambda f: _lose(f, RESERVE, 1)),
        (hits, "pay", lambda f: _lose(f, PAID, 1)),
    ],
    ids=["a micro-cent lost", "a micro-cent moved", "a void rounded", "a payment rounded"],
)
def test_soak__mutant__is_caught(module, name, change, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, name, change(getattr(module, name)))
    with pytest.raises(AssertionError):
        soak(1_500, seed=7)


@pytest.mark.rule("J8", "J9", "CSP 12.2", "CSP 12.4")
@pytest.mark.parametrize(
    "order",
    [
        lambda rows, _straights: list(reversed(rows)),
        lambda rows, _straights: rows,  # class by class, as they are worked out
        lambda rows, _straights: sorted(rows, key=lambda row: -row[0]),  # no Royal waits
    ],
    ids=["from the left", "class by class", "a royal before a straight"],
)
def test_soak__payments_in_another_order__are_caught(
    order: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(payouts, "_in_turn", order)
    with pytest.raises(AssertionError, match="paid"):
        soak(3_000, seed=7)


def test_soak__claims_not_compared_with_the_cards__are_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = claims.claim

    def believing(book, number, seat, kind):
        if 1 <= seat <= 7 and 1 <= kind <= 5:
            book.cell[rc.CLASSES + seat - 1] = kind
        return real(book, number, seat, kind)

    monkeypatch.setattr(claims, "claim", believing)
    with pytest.raises(AssertionError):
        soak(3_000, seed=7)


def test_soak__event_apart_from_its_change__a_power_cut_between_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def apart(self, event, *fields):
        self.ledger.save(self.store.edit(CELL_POOLS), self.store.edit(CELL_METERS))
        self.store.commit()
        self.record(event, *fields)
        return True

    monkeypatch.setattr(RoundBook, "commit", apart)
    with pytest.raises(AssertionError):
        soak(3_000, seed=7)


@pytest.mark.rule("J11", "CSP 11.9")
def test_linked_soak__some_tables_with_frames_lost__every_wager_counted_once() -> None:
    found = linked_run(4, 12, loss_percent=1.0)
    assert found["wagers"] > 12
