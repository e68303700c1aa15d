"""Every cut of a jackpot round on the firmware's own code, and proof that it would notice."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.jackpot import payouts
from firmware.jackpot.linked.holder_book import HolderBook
from firmware.jackpot.round_book import RoundBook
from firmware.store.cells import CELL_METERS, CELL_POOLS
from tests.model.round_cuts import sweep


@pytest.mark.rule("J3", "J5", "J10")
def test_one_table__cut_at_every_operation__same_meters_as_without() -> None:
    assert sweep(is_linked=False) > 500


@pytest.mark.rule("J3", "J11", "CSP 11.9")
def test_holder_and_contributor__cut_at_every_eleventh_operation__same_meters() -> None:
    assert sweep(is_linked=True, stride=11, offset=2) > 90


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_holder_and_contributor__cut_at_every_operation__same_meters() -> None:
    assert sweep(is_linked=True) > 700


def test_one_table__event_apart_from_its_change__is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def apart(self: Any, event: int, *fields: Any) -> bool:
        self.ledger.save(self.store.edit(CELL_POOLS), self.store.edit(CELL_METERS))
        self.store.commit()
        self.record(event, *fields)
        return True

    monkeypatch.setattr(RoundBook, "commit", apart)
    with pytest.raises(AssertionError, match="operation"):
        sweep(is_linked=False)


def test_linked__a_tables_row_apart_from_its_money__is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = HolderBook.put_row

    def apart(self: Any, *row: int) -> None:
        real(self, *row)
        self._book.store.commit()

    monkeypatch.setattr(HolderBook, "put_row", apart)
    with pytest.raises(AssertionError, match="operation"):
        sweep(is_linked=True)


@pytest.mark.rule("J8", "J9", "CSP 12.2", "CSP 12.4")
@pytest.mark.parametrize("is_linked", [False, True])
def test_payments_class_by_class__the_tables_own_journal_is_enough_to_see_it(
    is_linked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(payouts, "_in_turn", lambda rows, _straights: rows)
    with pytest.raises(AssertionError, match="turn"):
        sweep(is_linked)
