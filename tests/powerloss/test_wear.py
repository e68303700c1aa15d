"""Ten years of a table that never rests stay within what the memory parts endure."""

from __future__ import annotations

import pytest

from tests.proofs.powerloss.wear import BusyTable, wear_report, wear_table


@pytest.mark.campaign
def test_wear__ten_years_of_a_busy_table__within_endurance() -> None:
    table = BusyTable()
    report = wear_report(table)
    per_round = table.cards_per_round + table.other_events_per_round
    assert report["measured"]["records"] >= table.rounds_per_hour * per_round
    assert report["measured"]["sector_erases"] >= report["measured"]["records"] // 32 - 1
    assert report["is_within_endurance"]
    assert report["flash_share"] < 0.5
    assert report["fram_share"] < 0.001
    assert wear_table(report).row_count == 2
