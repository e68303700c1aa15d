"""The short form of `make page-load`; and a recording of the page, played again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from faro.page.sections import Data, event_of
from faro.sim.play import Player
from faro.sim.scenario_file import parse
from tests.proofs.page.load import Load, Measured, as_text

pytestmark = pytest.mark.campaign

_MOST_BYTES_PER_S = 400_000
_CHATTER = ("SESSION_", "LINK_", "TIME_")  # who is connected, not what happened


@pytest.fixture(scope="module")
def load(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Load]:
    load = Load(tmp_path_factory.mktemp("load"))
    yield load
    load.close()


def test_load__one_core__processor_time_left_and_a_quiet_table_quiet(load: Load) -> None:
    """In processor time: a machine that others use too is no failure."""
    idle, dealt = load.idle(2.0), load.dealt(8)
    for row in (idle, dealt):
        assert 0 < row.cost < 0.7, row
        assert all(row.used_s[part] >= 0 for part in row.used_s)
        assert row.received_bytes / row.table_s < _MOST_BYTES_PER_S
    assert dealt.used_s["simulator"] > 0 and dealt.used_s["VMs"] > 0 and dealt.messages > 8
    assert idle.received_bytes / idle.table_s < dealt.received_bytes / dealt.table_s
    assert as_text([idle, dealt]).count("\n") == 3


def test_measured__more_than_one_core__is_seen() -> None:
    used = {"page": 1.0, "simulator": 3.0, "VMs": 2.0}
    late = Measured("late", 10.0, 5.0, 1, 1, used)
    assert late.pace == 0.5 and late.total_share == 0.6 and late.cost == 1.2


def happened(events: list[Data]) -> list[tuple[str, Data]]:
    return [
        (event["name"], event["fields"])
        for event in events
        if not event["name"].startswith(_CHATTER)
    ]


def test_recording__played_again__the_same_events_of_the_shoe(load: Load) -> None:
    """Not of the meter: what it was told in the middle of a verb is played behind that."""
    tab = load.tab
    tab.do("clear all")
    tab.act("open_table", game="tcp", seats=[3])
    tab.do("bet place 3")
    tab.act("deal_mistake", kind="joker")
    tab.until(lambda: any(event["name"] == "ROUND_DEALT" for event in tab.events))
    tab.do("button A")
    tab.until(lambda: tab.events[-1]["name"] == "BUTTON_PRESSED")
    tab.ask(recording=True)
    tab.until(lambda: tab.others and tab.others[-1]["kind"] == "recording")
    with Player(parse(tab.others[-1]["yaml"], Path("page.yaml"))) as player:
        player.run()
        player.rig.kernel.run_for_ms(2_000)
        played = [event_of(event) for event in player.client("shoe").events(0)]
    shown = [event for event in tab.events if event["board"] == "shoe"]
    assert happened(played) == happened(shown)
    assert {"CARD_STRANGE", "RULING_MADE"} <= {event["name"] for event in played}
