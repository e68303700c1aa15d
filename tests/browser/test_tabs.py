"""Several tabs, a lost connection, and text of boards that is only ever text."""

from __future__ import annotations

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import Open
from tests.browser.table_page import TablePage
from tests.proofs.page.client import PageProcess

pytestmark = pytest.mark.campaign


@pytest.mark.plays
def test_tabs__two_at_one_table__see_the_same_and_log_in_apart(table: TablePage, tab: Open) -> None:
    other = tab()
    table.open_game("csp", [4])
    table.switch("Jackpot wager of seat 4").click()
    expect(other.switch("Jackpot wager of seat 4")).to_be_checked()
    other.switch("Ante of seat 4").click()
    expect(table.switch("Ante of seat 4")).to_be_checked()
    table.press("Next card")
    expect(other.page.locator(".felt-svg .card")).to_have_count(1)
    table.log_in("inspector")
    expect(other.page.locator("#role-button")).to_have_text("Dealer")
    assert table.view("table") == other.view("table")
    for one, another in ((table, other), (other, table)):  # boards go on telling meanwhile
        newest = one.page.locator("#log-body .event").first.text_content()
        assert newest
        expect(another.page.locator("#log-body .event", has_text=newest)).not_to_have_count(0)


@pytest.mark.plays
def test_connection__lost_and_restored__shown_and_everything_comes_back(
    table: TablePage,
) -> None:
    page = table.page
    cut: list[WebSocketRoute] = []
    is_down = False

    def carry(route: WebSocketRoute) -> None:
        if is_down:
            route.close(code=1001)
        else:
            cut.append(route)
            route.connect_to_server()

    page.route_web_socket("**/ws?*", carry)
    page.reload()
    table.wait_for("hello", "(hello) => hello !== null")
    table.open_game("tcp", [6])
    table.switch("Ante of seat 6").click()
    table.log_in("supervisor")
    events = page.locator("#log-body .event").count()

    is_down = True
    cut[-1].close(code=1001)
    expect(page.locator("#lost")).to_contain_text("No connection to the table")
    expect(page.locator("body")).to_have_class("simulated stale")
    table.wait_for("link", "(link) => link.tries > 2")  # it goes on trying
    is_down = False
    expect(page.locator("#lost")).to_be_hidden()
    expect(table.switch("Ante of seat 6")).to_be_checked()
    expect(page.locator(".seat.in-play")).to_have_count(1)
    expect(page.locator("#role-button")).to_have_text("Dealer")  # a login does not outlive it
    page.wait_for_function(
        "(events) => document.querySelectorAll('#log-body .event').length >= events", arg=events
    )


def test_token__wrong_or_missing__nothing_shown_and_not_tried_again(
    tab: Open, served: PageProcess
) -> None:
    table = tab()
    table.page.evaluate("sessionStorage.clear()")
    table.page.goto(f"http://{served.host}/?again#token=wrong")
    expect(table.page.locator("#lost")).to_contain_text("not opened by `faro table`")
    assert table.state("hello") is None


def test_text__of_a_board__is_never_markup(table: TablePage) -> None:
    markup = "<img src=x onerror=alert(1)><b>bold</b>"
    event = {"board": "shoe", "number": 9999, "name": markup, "text": markup, "time_text": markup,
             "group": "cards", "severity": markup, "fields": {markup: markup}}  # fmt: skip
    ruled = {"case": 99, "finding": markup, "when": markup, "question": "capable", "ask": markup,
             "outcomes": [{"answers": {markup: True}, "text": markup}]}  # fmt: skip
    table.tell({"kind": "events", "events": [event], "is_history": False})
    table.tell({"kind": "view", "sections": {"cases": [ruled]}})
    expect(table.page.locator("#log-body .what").first).to_have_text(markup)
    expect(table.page.locator(".ask")).to_have_text(markup)
    assert table.page.locator("#log-body b, #log-body img, .ask b").count() == 0
