"""A Royal Flush: claim, two logins, and a plug pulled in the middle."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.table_page import TablePage

pytestmark = [pytest.mark.campaign, pytest.mark.plays]
ROYAL = "2C AS 3D KS 4H QS 6C JS 8D TS"  # dealer and seat 3 in turn


@pytest.mark.rule("CSP 12.3.2")
def test_royal__plug_pulled_before_the_second_role__paid_once_to_the_cent(
    table: TablePage, tab: Open
) -> None:
    page = table.page
    table.open_game("csp", [3])
    table.switch("Jackpot wager of seat 3").click()
    table.wait_for("view", "(view) => view.jackpot.offered.includes(3)")
    table.hand(f"deal {ROYAL}")
    table.wait_for("view", "(view) => view.table.phase === 'dealt'")
    table.press("End round")
    expect(page.locator("#jackpot")).to_have_class("panel pending")  # the table program claims
    expect(page.locator(".hits")).to_contain_text("Royal Flush")

    table.log_in("supervisor")
    table.press("Supervisor: pay")
    table.wait_for("view", "(view) => view.jackpot.deed !== null")
    expect(page.get_by_role("button", name="Inspector: confirm")).to_have_count(0)  # who asked
    before = table.view("jackpot")
    assert before["pending_cents"] > 0

    table.switch("Power plug of the meter").click()
    expect(page.locator("#sentence")).to_contain_text("does not answer")
    expect(page.locator("#jackpot .segment.lit")).to_have_count(0)
    table.switch("Power plug of the meter").click()
    expect(page.locator("#sentence")).not_to_contain_text("does not answer")
    table.wait_for("view", "(view) => view.jackpot.deed === null")  # a restart forgets it
    after = table.view("jackpot")
    for amount in ("pool_uc", "pending_cents", "win_cents"):
        assert after[amount] == before[amount], amount

    tablet = tab("/supervisor", 768, 1024)
    tablet.press("Log in as inspector")
    expect(tablet.page.locator(".jackpot-fill .sum")).to_be_visible()
    table.press("Supervisor: pay")  # so the supervisor asks again
    tablet.press("Confirm")
    table.wait_for("view", "({ jackpot }) => jackpot.hits.length && !jackpot.pending_cents")
    (hit,) = table.view("jackpot")["hits"]
    assert hit["amount_cents"] == before["pending_cents"]
