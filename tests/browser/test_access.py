"""Everybody can use it: keys alone, names for a screen reader, contrast, one screen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.table_page import TablePage, script

pytestmark = pytest.mark.campaign
ONE_SCREEN = 1181
LEAST_CONTRAST = 4.5  # WCAG 2.2 AA, 1.4.3
LEAST_LARGE = 3.0  # from 24 px, or 18.7 px bold

CONTRAST = script("contrast.js")
NAMELESS = script("nameless.js")
BEYOND = script("beyond.js")
OVERLAPS = script("overlaps.js")
CLIPPED = script("clipped.js")
LOOKS = {  # the browser knows DejaVu alone: see conftest
    "own font": "",
    "font of the machine": "body { font-family: sans-serif !important; }",
    "text a fifth wider": "* { letter-spacing: 0.1em !important; }",
}
SIZES = (
    (1024, 768), (1180, 760), (1181, 760), (1280, 800), (1366, 768), (1440, 900), (1680, 1050),
    (1920, 1080), (1024, 640), (1152, 720), (1536, 864),  # the last three: 125 % zoom
)  # fmt: skip
CASES = [
    {"case": 5, "round_number": 12, "finding": "The device has jammed", "when": "in a round",
     "question": "capable", "ask": "Once the trouble is cleared, does it work as it should?"},
    {"case": 4, "finding": "Cards were dealt wrongly", "when": "in the deal", "question": "",
     "text": "All wagers are void.", "rule": "CSP 14.1", "round": "void", "wagers": "returned",
     "steps": [{"number": 1, "text": "Shuffle the cards.", "by": ["table"], "open": True,
                "stops": "a shuffle is due before the next round"},
               {"number": 2, "text": "Deal.", "by": [], "open": False, "stops": ""}]},
]  # fmt: skip


def busy(table: TablePage) -> None:
    """A table with something of everything, as text to look at."""
    boards = table.view("boards")
    for severity, name in (("stop", "JAM"), ("warning", "SUPPLY_LOW")):
        fault = {"name": name, "text": "Something is wrong.", "clear": "Clear it."}
        boards["shoe"]["faults"].append(fault | {"who": ["supervisor"], "severity": severity})
    jackpot: dict[str, Any] = table.view("jackpot")
    jackpot["pending"] = [{"seat": 3, "hand": "Royal Flush", "amount_cents": 5_000_071}]
    table.hand("time pause")  # nothing else comes
    told = {**table.view("table"), "sentence": "Much too long for one line. " * 9}
    sections = {"cases": CASES, "boards": boards, "jackpot": jackpot, "table": told}
    table.tell({"kind": "view", "sections": sections})
    expect(table.page.locator(".ruling")).to_have_count(2)


def low_contrast(table: TablePage) -> list[dict[str, Any]]:
    """Texts that are hard to read."""
    found = table.page.evaluate(CONTRAST)
    assert len(found) >= 8
    least = {True: LEAST_LARGE, False: LEAST_CONTRAST}
    return [row for row in found if row["ratio"] < least[row["is_large"]]]


def test_contrast__light_and_dark__every_text_can_be_read(tab: Open) -> None:
    table = tab(color_scheme="light")
    busy(table)
    for theme in ("light", "dark"):
        table.page.emulate_media(color_scheme=theme)
        assert low_contrast(table) == [], theme


def test_contrast__on_a_tablet__every_text_can_be_read(tab: Open) -> None:
    tablet = tab("/supervisor", 1024, 768)
    tablet.press("Log in as supervisor")
    expect(tablet.page.locator(".one-sentence")).not_to_be_empty()
    jackpot: dict[str, Any] = tablet.view("jackpot")
    linked = [{"address": 2, "name": "table 2", "is_up": True}]
    hit = {"seat": 3, "hand": "Royal Flush", "amount_cents": 5_000_071}
    tablet.hand("time pause")
    for pending in ([], [hit]):
        sections = {"cases": CASES, "jackpot": {**jackpot, "linked": linked, "pending": pending}}
        tablet.tell({"kind": "view", "sections": sections})
        expect(tablet.page.locator(".jackpot-fill")).to_have_count(len(pending))
        expect(tablet.page.locator(".ruling")).to_have_count(0 if pending else 2)
        for theme in ("light", "dark"):
            tablet.page.emulate_media(color_scheme=theme)
            assert low_contrast(tablet) == [], theme


def look_at(tab: Open, look: str) -> TablePage:
    """A busy table in one of the looks."""
    table = tab(bypass_csp=True)  # else no style but the page's own is taken
    busy(table)
    table.page.evaluate("() => document.fonts.ready.then(() => null)")
    assert table.page.evaluate("""document.fonts.check("12px 'Faro Inter'")""")
    if LOOKS[look]:
        table.page.add_style_tag(content=LOOKS[look])
    return table


@pytest.mark.parametrize("look", LOOKS)
def test_layout__one_screen__nothing_beyond_it_and_nothing_overlaps(tab: Open, look: str) -> None:
    page = look_at(tab, look).page
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        size = page.locator("html").evaluate("(html) => [html.scrollWidth, html.scrollHeight]")
        wide, high = size
        assert page.evaluate(OVERLAPS) == [], width
        assert page.evaluate(CLIPPED) == [], width
        assert wide == width
        if width >= ONE_SCREEN:  # below that it scrolls down, never aside
            assert high == height
            assert page.evaluate(BEYOND) == [], width
    assert page.evaluate(NAMELESS) == []


@pytest.mark.parametrize("look", LOOKS)
def test_layout__phone__questions_rulings_and_jackpot_are_whole(tab: Open, look: str) -> None:
    page = look_at(tab, look).page
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator("html").evaluate("(html) => html.scrollWidth") == 390
    assert page.evaluate(OVERLAPS) == []
    assert page.evaluate(CLIPPED) == []
    for words in ("Once the trouble is cleared", "All wagers are void.", "Royal Flush"):
        expect(page.get_by_text(words).first).to_be_visible()
    for body in ("#rulings-body", "#jackpot-body"):  # the page scrolls, not a slit in it
        assert page.locator(body).evaluate("(node) => node.scrollHeight <= node.clientHeight + 1")


@pytest.mark.plays
def test_keys__alone__bet_deal_log_in_and_answer(table: TablePage) -> None:
    page = table.page
    table.open_game("tcp", [1])
    page.keyboard.press("1")
    expect(table.switch("Jackpot wager of seat 1")).to_be_checked()
    page.keyboard.press("Shift+Digit1")
    expect(table.switch("Ante of seat 1")).to_be_checked()
    page.keyboard.press("n")
    expect(page.locator(".felt-svg .card")).to_have_count(1)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    page.keyboard.press("l")
    expect(page.get_by_role("dialog", name="Log in")).to_be_visible()
    page.keyboard.press("Enter")  # the first to log in
    expect(page.locator("#role-button")).not_to_have_text("Dealer")
    table.hand("time pause")
    table.tell({"kind": "view", "sections": {"cases": CASES}})
    expect(page.locator(".ask")).to_be_visible()
    page.keyboard.press("q")
    expect(page.locator(":focus")).to_have_text("Yes")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("No")


def test_keys__before_the_closed_help_has_lost_the_focus__work(table: TablePage) -> None:
    page = table.page
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.evaluate("""() => { const help = document.querySelector("dialog.help");
         const key = new KeyboardEvent("keydown", { key: "l", bubbles: true });
         help.querySelector("button").dispatchEvent(key);  // open: not for the page
         help.close(); }""")
    expect(page.get_by_role("dialog", name="Log in")).to_be_hidden()
    page.evaluate("""() => document.querySelector("dialog.help button").dispatchEvent(
         new KeyboardEvent("keydown", { key: "l", bubbles: true }))""")
    expect(page.get_by_role("dialog", name="Log in")).to_be_visible()


def test_tab_order__first_to_last__every_control_is_reached_once(table: TablePage) -> None:
    page = table.page
    wanted: int = page.evaluate(
        """() => [...document.querySelectorAll("a[href], button, select, [tabindex='0']")]
             .filter((node) => node.checkVisibility()).length"""
    )
    page.evaluate("document.activeElement.blur()")
    seen: list[str] = []
    for _ in range(wanted + 5):
        page.keyboard.press("Tab")
        seen.append(page.evaluate(
            """() => { const node = document.activeElement; node.passed = (node.passed ?? 0) + 1;
                 return node === document.body ? "" : node.passed; }"""))  # fmt: skip
        if not seen[-1]:
            break
    assert len(seen) - 1 >= wanted - 3  # a group of one choice is a single stop
    assert all(passed == 1 for passed in seen[:-1])
