"""Small things that people do at the page: claim, set a clock, take an armed fault back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.table_page import TablePage

pytestmark = pytest.mark.campaign


def test_hands__claim_clock_and_an_armed_fault__each_button_sends_its_command(
    table: TablePage,
) -> None:
    sent = table.page.locator("#sent")
    table.press("Set the clock of the meter")
    expect(sent).to_contain_text("meter TIME")

    table.hand("fault camera-a-dead at=3")
    table.press("All faults…")
    tile = table.page.locator(".tile.armed")
    expect(tile).to_contain_text("armed: breaks with a card to come")
    tile.get_by_role("button", name="Disarm").click()
    expect(tile).to_have_count(0)
    expect(sent).to_contain_text("does not come any more")
    table.page.keyboard.press("Escape")

    # the table program claims by itself: here it has not, as where none runs
    table.hand("time pause")
    table.wait_for("scene", "(scene) => scene.is_paused")
    hand = {"cards": ["TD", "JD", "QD", "KD", "AD"], "text": "Royal Flush", "wagers": {}}
    seen = {**table.view("table"), "hands": {"2": hand}}
    jackpot = {**table.view("jackpot"), "winners": [2], "claimed": []}
    table.tell({"kind": "view", "sections": {"table": seen, "jackpot": jackpot}})
    claim = table.page.get_by_role("button", name="Claim seat 2: Royal Flush")
    expect(claim).to_have_attribute("data-command", "faro jackpot claim -k KEYS/table.keys 2 royal")
    claim.click()
    expect(sent).to_contain_text("time stands still")
