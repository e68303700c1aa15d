"""A tab that is left open: eight hours of a busy table cost no more than the first ten minutes."""

from __future__ import annotations

import pytest
from playwright.sync_api import CDPSession, Route

from faro.page.server import STATIC
from tests.browser.conftest import Open
from tests.browser.growth import Cost, cost, session
from tests.browser.table_page import ASK, TablePage, script

pytestmark = [pytest.mark.campaign, pytest.mark.plays]  # what others left would be counted

FEED = script("feed.js")


def fed(table: TablePage, cdp: CDPSession, first: int, count: int) -> Cost:
    table.page.evaluate(FEED, {"first": first, "count": count})
    return cost(cdp)


def test_growth__a_busy_stream__nodes_and_heap_stay(table: TablePage) -> None:
    """Short form: 17 times as many events as the log keeps, then 22 times."""
    stays(table)


def stays(table: TablePage) -> None:
    """What the browser compiles or sets up late comes with the first two; what leaks goes on."""
    table.hand("time pause")
    cdp = session(table.page)
    fed(table, cdp, 0, 450)
    settled = fed(table, cdp, 450, 900)
    later = fed(table, cdp, 1_350, 1_800)
    assert later.nodes <= settled.nodes * 1.1, (settled, later)
    assert later.heap_bytes <= settled.heap_bytes * 1.2, (settled, later)
    assert later.listeners <= settled.listeners * 1.1, (settled, later)


ROUND = (
    {"do": "clear shoe"},
    {"do": "load shuffled"},
    {"act": "pack_loaded"},
    {"do": "bet place 1 2"},
    {"do": "deal 20"},
    {"act": "end_round"},
    {"do": "bet take 1 2"},
)

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
@pytest.mark.timeout(7200)
def test_growth__eight_hours_of_a_real_table__nodes_and_heap_stay(table: TablePage) -> None:
    """Long form: the simulator itself, a hundred times as fast, cards and questions all the time.

    People who are a hundred times as fast make mistakes: what the table then refuses is no failure.
    """
    table.open_game("csp", [1, 2, 5])
    table.hand("time x 100")
    cdp = session(table.page)
    eight_hours_ms = 8 * 3600 * 1000
    begun_ms = table.state("scene")["now_ms"]
    costs: list[Cost] = []
    while table.state("scene")["now_ms"] < begun_ms + eight_hours_ms:
        for asked in ROUND:
            table.page.evaluate(ASK, asked)
        if table.state("scene")["now_ms"] > begun_ms + len(costs) * eight_hours_ms / 16:
            costs.append(cost(cdp))
    half = len(costs) // 2
    early, late = costs[2:half], costs[half:]  # the log is full after the first hour
    for name in ("nodes", "heap_bytes", "listeners"):
        before, after = (max(getattr(one, name) for one in part) for part in (early, late))
        assert after <= before * 1.2, (name, costs)
