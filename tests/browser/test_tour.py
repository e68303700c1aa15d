"""The eight steps of README's "Play a round", word for word, with the clicks that they name."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.table_page import TablePage
from tests.proofs.page.client import FARO

pytestmark = [pytest.mark.campaign, pytest.mark.plays]

README = Path(__file__).parents[2] / "README.md"
SEATS = (1, 2, 5)
GATE = "Output gate"
FAULT = "always sees a card"
# as README has them: whoever rewords a step changes what is done here, too
STEPS = (
    "*Game…*: Caribbean Stud Poker, cards from the shuffling device, seats 1, 2 and 5; *Open*."
    " Click chips onto their antes and jackpot spots.",
    "*Show faces*, then *Round*: the device shuffles a pack and deals it; what the cameras see"
    " appears card by card.",
    "*End round* settles it: the results and odds appear at the seats, the chips leave the table,"
    " and the jackpot has grown.",
    "*Shuffle…*, *Start* puts a new pack in. Place the chips again. Click the output gate (the"
    " dotted line at the output tray), at *always sees a card* choose *after a hand* and press"
    " *Break*. *Round*: watch the board find it.",
    "Log in as *supervisor*. Answer *No*, read the ruling aloud, press *End round* and tick off"
    " the ruling's steps. Click the output gate and *Mend* it, *Clear* the fault, and press"
    " *Cleared*.",
    "*Game…*: cards from the card shoe; *Open*. Place the chips. *Cards…*, *Royal Flush*, then"
    " *Round* and *End round*: seat 1 wins the jackpot. *Supervisor: pay* asks for the payment.",
    "Pull the meter's *plug* before anybody confirms, and put it back in: no cent is missing."
    " Press *Supervisor: pay* again, log in as *inspector* and press *Inspector: confirm*.",
    "*Save* writes what you did as a scenario file; `faro play FILE` plays it again on both"
    " boards.",
)


def told_steps() -> tuple[str, ...]:
    """README's list, each step as one line."""
    section = README.read_text("utf-8").partition("## Play a round")[2].partition("\n## ")[0]
    found = re.findall(r"^\d\. (.*(?:\n   .*)*)", section, re.MULTILINE)
    return tuple(" ".join(step.split()) for step in found)


class Tour:
    """Somebody who does what README says and nothing else."""

    def __init__(self, table: TablePage) -> None:
        self.table = table
        self.page = table.page

    def press(self, name: str) -> None:
        self.table.press(name)

    def open_game(self, equipment: str) -> None:
        self.press("Game…")
        dialog = self.page.get_by_role("dialog", name="Open the table")
        dialog.get_by_label("Game").select_option(label="Caribbean Stud Poker")
        dialog.get_by_label("Cards from").select_option(label=equipment)
        for seat in range(1, 8):
            dialog.get_by_label(str(seat), exact=True).set_checked(seat in SEATS)
        dialog.get_by_role("button", name="Open", exact=True).click()
        expect(dialog).to_be_hidden()
        expect(self.page.locator(".seat.in-play")).to_have_count(len(SEATS))

    def place_chips(self) -> None:
        for spot in self.spots():
            self.table.switch(spot).click()
            expect(self.table.switch(spot)).to_be_checked()

    def spots(self) -> list[str]:
        return [f"{kind} of seat {seat}" for seat in SEATS for kind in ("Ante", "Jackpot wager")]

    def deal(self) -> None:
        """Until every card lies there, and nobody deals any more."""
        self.press("Deal a whole round")
        self.wait_until("({ table, busy }) => table.phase === 'dealt' && !busy.text")

    def end_round(self) -> None:
        self.press("End round")
        for spot in self.spots():
            expect(self.table.switch(spot)).not_to_be_checked()

    def wait_until(self, is_so: str) -> None:
        self.table.wait_for("view", is_so)

    def no_question_and_no_fault(self) -> None:
        assert self.table.view("cases") == []
        boards = self.table.view("boards")
        assert [board["faults"] for board in boards.values()] == [[], []]


def test_readme__its_eight_steps__are_the_ones_that_this_test_takes() -> None:
    assert told_steps() == STEPS


@pytest.mark.rule("CSP 15.2")
@pytest.mark.rule("CSP 12.3.2")
def test_tour__as_readme_tells_it__every_step_does_what_it_promises(
    table: TablePage, tmp_path: Path
) -> None:
    tour, page = Tour(table), table.page
    table.hand("time x 5")  # who does this by hand has the time to watch

    # 1
    tour.open_game("shuffling device")
    tour.place_chips()
    pool_uc = table.view("jackpot")["pool_uc"]

    # 2
    table.switch("Show faces").click()
    tour.deal()
    expect(page.locator("#cameras img").first).to_be_visible()
    assert {place: hand["count"] for place, hand in table.view("table")["hands"].items()} == {
        "0": 5, "1": 5, "2": 5, "5": 5
    }  # fmt: skip

    # 3
    tour.end_round()
    for seat in SEATS:
        expect(table.seat(seat).locator(".result").first).to_contain_text("ante")
    tour.wait_until(f"({{ jackpot }}) => jackpot.pool_uc > {pool_uc}")
    tour.wait_until("({ jackpot }) => jackpot.state === 'wagers open'")
    tour.no_question_and_no_fault()

    # 4
    page.get_by_role("button", name="Shuffle…").click()
    tour.press("Start")
    tour.wait_until("({ machine }) => machine.cycle === 2")
    tour.place_chips()
    page.get_by_role("button", name=GATE).click()
    tile = page.locator(".tile", has_text=FAULT)
    tile.get_by_label("When it breaks").select_option(label="after a hand")
    tile.get_by_role("button", name="Break").click()
    expect(tile).to_contain_text("armed")
    page.keyboard.press("Escape")
    tour.press("Deal a whole round")
    expect(page.locator("#faults")).to_contain_text("JAM")
    expect(page.locator(".ruling.question").first).to_contain_text("work as it should?")

    # 5
    table.log_in("supervisor")
    page.get_by_role("button", name="No: Once the trouble").click()
    ruling = page.locator(".ruling:not(.question)").first
    expect(ruling.locator(".aloud")).to_contain_text("are void and are returned to the players")
    expect(ruling.locator(".rule")).to_contain_text("CSP 15.2")
    tour.end_round()
    while ruling.locator(".step.open").count():
        left = ruling.locator(".step.open").count()
        ruling.locator(".step.open button").first.click()
        expect(ruling.locator(".step.open")).to_have_count(left - 1)
    page.get_by_role("button", name=GATE).click()
    tile.get_by_role("button", name="Mend").click()
    page.keyboard.press("Escape")
    tour.press("Clear JAM")
    expect(page.locator("#faults")).not_to_contain_text("JAM")
    tour.press("Cleared")
    tour.wait_until("({ machine }) => machine.step === 'unloaded'")

    # 6
    tour.open_game("card shoe")
    tour.place_chips()
    tour.press("Cards…")
    tour.press("Royal Flush")
    expect(page.locator(".toast", has_text="Royal Flush for seat 1")).to_be_visible()
    tour.deal()
    assert table.view("table")["cards"] == 20
    tour.end_round()
    expect(page.locator(".hits")).to_contain_text("Royal Flush")
    tour.press("Supervisor: pay")
    tour.wait_until("({ jackpot }) => jackpot.deed !== null")
    before = table.view("jackpot")
    assert [win["seat"] for win in before["pending"]] == [1] and before["pending_cents"] > 0

    # 7
    plug = table.switch("Power plug of the meter")
    plug.click()
    expect(page.locator("#sentence")).to_contain_text("does not answer")
    plug.click()
    expect(page.locator("#sentence")).not_to_contain_text("does not answer")
    tour.wait_until("({ jackpot }) => jackpot.deed === null")  # a restart forgets what was asked
    after = table.view("jackpot")
    for amount in ("pool_uc", "pending_cents", "win_cents"):
        assert after[amount] == before[amount], amount
    tour.press("Supervisor: pay")
    tour.wait_until("({ jackpot }) => jackpot.deed !== null")
    table.log_in("inspector")
    tour.press("Inspector: confirm")
    tour.wait_until("({ jackpot }) => jackpot.hits.length && !jackpot.pending_cents")
    (hit,) = table.view("jackpot")["hits"]
    assert (hit["seat"], hit["amount_cents"]) == (1, before["pending_cents"])

    # 8
    with page.expect_download() as saved:
        tour.press("Save what was done as a scenario file")
    path = tmp_path / saved.value.suggested_filename
    saved.value.save_as(path)
    assert "arrange" in path.read_text("utf-8")
    played = subprocess.run([FARO, "play", str(path)], capture_output=True, text=True, check=False)
    assert played.returncode == 0, played.stdout[-2000:] + played.stderr[-2000:]


def test_round__double_click_later_click_and_second_tab__deals_one_round(
    table: TablePage, tab: Open
) -> None:
    other = tab()
    table.act("open_table", game="csp", seats=list(SEATS))
    round_here = table.page.get_by_role("button", name="Deal a whole round")
    round_there = other.page.get_by_role("button", name="Deal a whole round")
    round_here.dblclick()
    expect(table.page.locator(".toast.bad")).to_have_text("A round is being dealt.")
    expect(round_there).to_have_attribute("aria-disabled", "true")
    round_there.click(force=True)
    expect(other.page.locator(".toast.bad")).to_have_text("A round is being dealt.")
    other.page.keyboard.press("r")  # past the button, straight to the hub
    expect(other.page.locator(".toast.bad")).to_have_count(2)
    expect(table.page.locator(".felt-svg .card")).not_to_have_count(0)
    round_here.click(force=True)
    table.wait_for("view", "({ table, busy }) => table.phase === 'dealt' && !busy.text")
    expect(round_there).to_have_attribute("aria-disabled", "false")
    assert table.view("table")["cards"] == 20 and table.view("cases") == []
