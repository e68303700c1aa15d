"""Something goes wrong: the question, the answer, the ruling, and what clears it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.table_page import TablePage

pytestmark = [pytest.mark.campaign, pytest.mark.plays]


@pytest.mark.rule("CSP 15.1")
def test_jam__in_a_round__asked_ruled_cleared(table: TablePage, tab: Open) -> None:
    page = table.page
    table.open_game("csp", [2], "device")
    table.act("shuffle_deliver", cards=5)
    table.wait_for("view", "(view) => view.machine.step === 'offered'")
    table.press("Take cards")
    table.wait_for("view", "(view) => view.table.is_in_play && view.machine.step === 'ready'")

    page.get_by_role("button", name="Output gate").click()
    tile = page.locator(".tile", has_text="always sees a card")
    tile.get_by_role("button").click()
    expect(tile).to_have_class("tile broken")
    page.keyboard.press("Escape")
    table.press("Deliver")

    question = page.locator(".ruling.question")
    expect(question).to_contain_text("work as it should?")
    expect(page.locator("#faults")).to_contain_text("JAM")
    page.get_by_role("button", name="Output gate").click()
    expect(page.locator(".reports.yes")).to_contain_text("JAM")  # the board has named it
    page.keyboard.press("Escape")

    tablet = tab("/supervisor", 1024, 768)
    tablet.press("Log in as supervisor")
    expect(tablet.page.locator(".one-sentence")).to_contain_text("work as it should?")
    tablet.page.get_by_role("button", name="Yes: ").click()
    ruling = page.locator(".ruling:not(.question)")
    expect(ruling.locator(".aloud")).to_contain_text("All wagers stand.")
    expect(ruling.locator(".rule")).to_contain_text("CSP 15.1")

    table.log_in("supervisor")
    table.hand("fault gate-output-dark off")
    table.press("Clear JAM")
    expect(page.locator("#faults")).not_to_contain_text("JAM")
    table.press("Cleared")
    table.wait_for("view", "(view) => view.machine.step === 'unloaded'")
    ruling.get_by_role("button", name="Done: Shuffle").click()
    expect(ruling.locator(".step.done")).to_have_count(1)


def test_mistake__card_twice__the_board_stops_the_table(table: TablePage) -> None:
    table.open_game("tcp", [1])
    table.press("Mistake…")
    table.press("A card comes that was dealt before")
    expect(table.page.locator(".ruling").first).to_be_visible()
    expect(table.page).to_have_title("● A question – Faro table")
