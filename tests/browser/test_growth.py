"""A tab that is left open: eight hours of a busy table cost no more than the first ten minutes."""

from __future__ import annotations

import pytest
from playwright.sync_api import CDPSession

from tests.browser.growth import Cost, cost, session
from tests.browser.table_page import TablePage, script

pytestmark = pytest.mark.campaign

FEED = script("feed.js")


def fed(table: TablePage, cdp: CDPSession, first: int, count: int) -> Cost:
    table.page.evaluate(FEED, {"first": first, "count": count})
    return cost(cdp)


def test_growth__a_busy_stream__nodes_and_heap_stay(table: TablePage) -> None:
    """Short form: as many events as the log keeps, then twice as many again."""
    table.hand("time pause")
    cdp = session(table.page)
    settled = fed(table, cdp, 0, 450)
    later = fed(table, cdp, 450, 900)
    assert later.nodes <= settled.nodes * 1.1, (settled, later)
    assert later.heap_bytes <= settled.heap_bytes * 1.1 + 500_000, (settled, later)
    assert later.listeners <= settled.listeners * 1.1, (settled, later)


@pytest.mark.slow
def test_growth__eight_hours_of_a_real_table__nodes_and_heap_stay(table: TablePage) -> None:
    """Long form: the simulator itself, a hundred times as fast, round after round."""
    table.open_game("csp", [1, 2, 5])
    table.hand("time x 100")
    cdp = session(table.page)
    eight_hours_ms = 8 * 3600 * 1000
    begun_ms = table.state("scene")["now_ms"]
    settled: Cost | None = None
    while (now_ms := table.state("scene")["now_ms"]) < begun_ms + eight_hours_ms:
        table.act("deal_round")
        table.act("end_round")
        if settled is None and now_ms > begun_ms + eight_hours_ms / 8:
            settled = cost(cdp)
    assert settled is not None
    later = cost(cdp)
    assert later.nodes <= settled.nodes * 1.15, (settled, later)
    assert later.heap_bytes <= settled.heap_bytes * 1.2 + 500_000, (settled, later)
