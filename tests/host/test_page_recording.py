"""What was done at the page, saved and played again: the same events of both boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from faro.page.sections import Data, event_of
from faro.sim.play import Player, ScenarioFailed
from faro.sim.scenario_file import Scenario, Step, parse
from tests.proofs.page.client import PageProcess, Tab

pytestmark = pytest.mark.campaign

# dealer first, then seat 2 (CSP 7.3): a Royal Flush against nothing
ROYAL = "2S TD 6S JD TS QD AS KD 5H AD"
BOARDS = ("shoe", "meter")
LINK = "LINK_"  # how often somebody reads: that is not in a recording (docs/page.md)
LATE_MS, MOST_LATE_MS = 100, 2_000  # nearly all, and all: a board is busier that is read from

Events = dict[str, list[Data]]


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> tuple[Scenario, Events]:
    """A jackpot claimed, a plug pulled, two logins; then a jam with its questions."""
    page = PageProcess(tmp_path_factory.mktemp("page"))
    try:
        with page.tab() as tab:
            tab.do("time x 10")
            with page.tab(more="&quiet=1") as other:
                claim(tab, other)
            jam(tab)
            tab.do("button A board=meter")
            tab.until(lambda: names(tab, "meter")[-1] == "BUTTON_PRESSED")
            tab.ask(recording=True)
            tab.until(lambda: tab.others[-1]["kind"] == "recording")
            scenario = parse(tab.others[-1]["yaml"], Path("page.yaml"))
            return scenario, {board: once(tab.events, board) for board in BOARDS}
    finally:
        page.stop()


def names(tab: Tab, board: str) -> list[str]:
    return [event["name"] for event in once(tab.events, board)]


def once(events: list[Data], board: str) -> list[Data]:
    """Who logs in is told all of them again."""
    found = {event["number"]: event for event in events if event["board"] == board}
    return told(found[number] for number in sorted(found))


def told(events: Iterable[Data]) -> list[Data]:
    return [event for event in events if not event["name"].startswith(LINK)]


def let_pass(tab: Tab, duration_ms: int) -> None:
    """Of the table's time."""
    until_ms = tab.scene["now_ms"] + duration_ms
    tab.until(lambda: tab.scene["now_ms"] >= until_ms)


def claim(tab: Tab, other: Tab) -> None:
    tab.act("open_table", game="csp", seats=[2])
    tab.act("pack_loaded")
    tab.do("bet place 2")
    tab.until(lambda: tab.view["jackpot"]["antes"] == [2])
    # the meter waits 3 s for the page's FREEZE: at ten times the pace a busy machine is too late,
    # and a fault that is raised at the last moment need not come again
    tab.do("time x 1")
    tab.do(f"deal {ROYAL} every=400")
    tab.until(lambda: tab.view["table"]["phase"] == "dealt")
    tab.do("time x 10")
    tab.until(lambda: tab.ask(act="end_round")["ok"])
    tab.until(lambda: "WIN_SHOWN" in names(tab, "meter"))
    tab.login("supervisor")
    tab.act("confirm_hit")
    let_pass(tab, MOST_LATE_MS)  # played again, the win may be shown later: before the plug
    booted = names(tab, "meter").count("BOOTED")
    tab.do("plug pull board=meter")
    tab.do("plug in board=meter")
    tab.until(lambda: names(tab, "meter").count("BOOTED") > booted)
    tab.until(lambda: tab.ask(act="confirm_hit")["ok"])
    other.login("inspector")
    other.until(lambda: is_confirmed(other, other.view["jackpot"]["deed"]))
    tab.until(lambda: "PAID" in names(tab, "meter"))
    tab.do("bet take all")
    tab.act("close_table")


def is_confirmed(tab: Tab, deed: Data | None) -> bool:
    """The deed of before the plug was pulled may still be shown: it does not wait any more."""
    return deed is not None and tab.ask(act="confirm", board="meter", number=deed["number"])["ok"]


def jam(tab: Tab) -> None:
    tab.act("open_table", game="ldb", seats=[1], equipment="device")
    tab.act("pack_loaded")
    # a round that stands still for 20 s is a finding: at ten times the pace a busy machine takes
    # about that long here, and what is played again may be later by MOST_LATE_MS
    tab.do("time x 2")
    tab.do("deal 9H 7S every=400")
    tab.do("load order in=tray")
    tab.do("fault jam-throat in=feed at=2")
    tab.act("shuffle_start")

    def question() -> Any:
        return next((case for case in tab.view["cases"] if case["question"]), None)

    tab.until(question)
    while case := question():
        tab.act("answer", case=case["case"], fact=case["question"], value="no")
        tab.until(lambda: question() is None or question()["question"] != case["question"])
    tab.until(lambda: "RULING_MADE" in names(tab, "shoe"))
    tab.do("fault jam-throat off")
    tab.act("clear_fault", board="shoe", fault="JAM")
    tab.until(lambda: not tab.view["boards"]["shoe"]["faults"])


def played(scenario: Scenario) -> Events:
    with Player(scenario) as player:
        player.run()
        player.rig.kernel.run_for_ms(1_000)
        return {board: told(_read(player, board)) for board in BOARDS}


def _read(player: Player, board: str) -> list[Data]:
    """As the table, which knows the cards of a round in play."""
    return [event_of(event) for event in player.hosts.as_role(board, "table").events(0)]


def by_name(events: list[Data]) -> dict[str, list[Data]]:
    """In their order; events of two kinds a moment apart may have changed places."""
    found: dict[str, list[Data]] = {}
    for event in events:
        found.setdefault(event["name"], []).append(event)
    return found


# by the end of its name, what a board read from its own clock, in milliseconds
MEASURED = {"_ms": 1, "old_utc_s": 1_000}


def content(event: Data) -> Data:
    """Without what the board measured: these are times."""
    return {name: v for name, v in event["fields"].items() if not name.endswith(tuple(MEASURED))}


def times_ms(event: Data) -> list[int]:
    found = [event["time_ms"]]
    for end, unit_ms in MEASURED.items():
        found += [v * unit_ms for name, v in event["fields"].items() if name.endswith(end)]
    return found


def lateness_ms(shown: Events, again: Events) -> list[int]:
    """How far apart the times are; each event must be there, with the same content."""
    late_ms: list[int] = []
    for board in BOARDS:
        before, after = by_name(shown[board]), by_name(again[board])
        assert {name: [content(e) for e in some] for name, some in before.items()} == {
            name: [content(e) for e in some] for name, some in after.items()
        }
        for name, some in before.items():
            for was, now in zip(some, after[name], strict=True):
                pairs = zip(times_ms(was), times_ms(now), strict=True)
                late_ms.append(max(abs(a - b) for a, b in pairs))
    return late_ms


def test_recording__claim_plug_two_logins_and_a_jam__the_same_events_of_both_boards(
    shown: tuple[Scenario, Events],
) -> None:
    scenario, events = shown
    again = played(scenario)
    late_ms = lateness_ms(events, again)
    assert max(late_ms) <= MOST_LATE_MS
    assert sum(late <= LATE_MS for late in late_ms) > 0.8 * len(late_ms)
    assert {"QUESTION_ASKED", "RULING_MADE", "FAULT_CLEARED"} <= by_name(again["shoe"]).keys()
    assert {"CLAIMED", "TWO_ROLES_DONE", "PAID", "BOOTED"} <= by_name(again["meter"]).keys()


def one_after_the_other(steps: Iterable[Step]) -> Iterator[Step]:
    """Each waits as long as it did, but only once the one before it has ended."""
    before_us = 0
    for step in steps:
        if step.at_us > before_us:
            yield replace(step, kind="pass", at_us=step.at_us - before_us)
        before_us = step.at_us
        yield replace(step, at_us=0)


def test_recording__one_step_after_the_other__is_not_the_same(
    shown: tuple[Scenario, Events],
) -> None:
    """What proves that the comparison bites: then FREEZE comes behind the whole deal."""
    scenario, events = shown
    steps = tuple(one_after_the_other(scenario.steps))
    with pytest.raises((ScenarioFailed, AssertionError)):
        lateness_ms(events, played(replace(scenario, steps=steps)))
