"""A tab that is left open: eight hours of a busy table cost no more than the first ten minutes."""

from __future__ import annotations

import pytest
from playwright.sync_api import CDPSession, Route

from faro.page.server import STATIC
from tests.browser.conftest import Open
from tests.browser.growth import Cost, cost, session
from tests.browser.table_page import TablePage, script

pytestmark = pytest.mark.campaign

FEED = script("feed.js")


def fed(table: TablePage, cdp: CDPSession, first: int, count: int) -> Cost:
    table.page.evaluate(FEED, {"first": first, "count": count})
    return cost(cdp)


def test_growth__a_busy_stream__nodes_and_heap_stay(table: TablePage) -> None:
    """Short form: as many events as the log keeps, then twice as many again."""
    stays(table)


def stays(table: TablePage) -> None:
    table.hand("time pause")
    cdp = session(table.page)
    settled = fed(table, cdp, 0, 450)
    later = fed(table, cdp, 450, 900)
    assert later.nodes <= settled.nodes * 1.1, (settled, later)
    assert later.heap_bytes <= settled.heap_bytes * 1.05 + 100_000, (settled, later)
    assert later.listeners <= settled.listeners * 1.1, (settled, later)


# a page that keeps one thing more than it should: file, what bounds it, what it is without
LEAKS = (
    ("store.js", "EVENTS_MOST = 400", "EVENTS_MOST = 1e9"),
    ("store.js", "REFUSED_MOST = 12", "REFUSED_MOST = 1e9"),
    ("dom.js", "for (const node of before.values()) node.remove();", ""),
)


@pytest.mark.slow
@pytest.mark.parametrize(("file", "bound", "without"), LEAKS)
def test_growth__a_page_that_leaks__is_found(
    tab: Open, file: str, bound: str, without: str
) -> None:
    def leaking(route: Route) -> None:
        text = (STATIC / "js" / file).read_text("utf-8")
        assert bound in text
        route.fulfill(body=text.replace(bound, without), content_type="text/javascript")

    table = tab(routes={f"**/js/{file}": leaking})
    with pytest.raises(AssertionError, match="Cost"):
        stays(table)


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
