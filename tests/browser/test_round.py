"""Chips, cards, results: a round as a dealer plays it on the page."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from faro.sim import scenario_file
from tests.browser.table_page import TablePage

pytestmark = [pytest.mark.campaign, pytest.mark.plays]


def test_round__bet_deal_settle__results_at_the_seats(table: TablePage) -> None:
    page = table.page
    table.open_game("tcp", [5])
    page.get_by_role("button", name="Game…").click()
    page.get_by_label("2", exact=True).check()
    table.press("Change seats")
    expect(page.locator(".seat.in-play")).to_have_count(2)
    for spot in ("Ante of seat 2", "Jackpot wager of seat 2", "Ante of seat 5"):
        table.switch(spot).click()
        expect(table.switch(spot)).to_be_checked()

    table.press("Next card")
    expect(page.locator(".fan .card, .felt-svg > g > .card")).to_have_count(1)
    table.press("Deal a whole round")
    expect(page.locator(".felt-svg .card")).to_have_count(9)
    expect(page.locator("#cameras")).to_contain_text("both ends agree")
    table.press("End round")

    table.wait_for("view", "(view) => view.table.is_settled")
    for seat in (2, 5):
        expect(table.seat(seat).locator(".result").first).to_contain_text("ante")
        shown = table.seat(seat).get_attribute("aria-label") or ""
        cards = table.view("table")["hands"][str(seat)]["cards"]
        assert len(cards) == 3 and shown.count(" of ") == 3, shown
    expect(page.locator("#log-body")).to_contain_text("all 9 cards are dealt")
    strip = page.locator("#sent")
    expect(strip).to_contain_text("faro round end")
    expect(strip).to_contain_text("shoe END_ROUND")


def test_save__what_was_done__a_scenario_file_with_every_step(
    table: TablePage, tmp_path: Path
) -> None:
    table.open_game("tcp", [1])
    table.switch("Ante of seat 1").click()
    expect(table.switch("Ante of seat 1")).to_be_checked()
    table.press("Next card")
    expect(table.page.locator("#sent")).to_contain_text("dealt:")  # a hand that is done is recorded
    with table.page.expect_download() as saved:
        table.press("Save what was done as a scenario file")
    path = tmp_path / saved.value.suggested_filename
    saved.value.save_as(path)
    done = [step.text for step in scenario_file.load(path).steps]
    for wanted in ("load shuffled", "ante place 1", "deal", "OPEN_TABLE"):
        assert any(wanted in text for text in done), (wanted, done)


def test_named_card__chosen_in_the_picker__read_and_shown(table: TablePage) -> None:
    table.open_game("tcp", [1])
    table.press("Deal a named card")
    table.press("queen of hearts")
    expect(table.page.locator(".felt-svg .card title")).to_have_text("queen of hearts")
    expect(table.page.locator("#sent")).to_contain_text("faro sim do deal QH")


def test_refused_card__label_over_its_index__on_the_film_strip_and_named(table: TablePage) -> None:
    table.open_game("tcp", [1])
    table.press("Deal a named card")
    table.page.get_by_label("How the card is").select_option(label="labelled")
    table.press("9 of spades")
    expect(table.page.locator(".film-cell").first).to_be_visible()
    expect(table.page.locator(".verdict.refused")).to_contain_text("no ink where the index stands")
    expect(table.page.locator(".ruling")).to_contain_text("names it")
    table.press("Tell…")
    table.page.get_by_label("Card's name or number").fill("9s")
    table.press("Tell")
    expect(table.page.locator(".felt-svg .card title")).to_have_text("9 of spades")
