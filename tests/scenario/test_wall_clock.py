"""UTC on whole boards: set by who connects with a right, shown with each event, never an order."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from faro.cli import main
from faro.journal import file as journal_file
from faro.journal.commands import fetch
from faro.journal.verify import verify_file
from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.errors import Refused
from faro.words.board import event_sentence
from faro.words.clock import when_text
from hw_sim.sim_transport import SimTransport

NOON = 1_800_000_000  # 2027-01-15T08:00:00Z


class Host:
    """A computer with a clock of its own, beside one board."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.keys = rig.provision("meter")
        self.off_s = 0

    def utc_s(self) -> int:
        return NOON + self.rig.kernel.now_us // 1_000_000 + self.off_s

    def connect(self, off_s: int = 0) -> Client:
        self.off_s = off_s
        end = self.rig.boards["meter"].usb_host
        client = Client(SimTransport(self.rig.kernel, end), utc_s=self.utc_s)
        client.open_session(self.keys, "table")
        return client


@pytest.fixture
def host(make_rig: Callable[..., Rig]) -> Host:
    rig = make_rig("meter")
    rig.start()
    return Host(rig)


def _mark(host: Host) -> None:
    """Something that is recorded."""
    host.rig.boards["meter"].set_lid(True)
    host.rig.kernel.run_for_ms(500)
    host.rig.boards["meter"].set_lid(False)
    host.rig.kernel.run_for_ms(500)


def test_session__opened__sets_the_clock_once_and_records_no_more(host: Host) -> None:
    before = host.rig.client("meter").status()
    assert (before["utc_s"], before["clock"]) == (0, 0)
    for _ in range(5):
        client = host.connect()
        now = client.status()
        assert abs(now["utc_s"] - host.utc_s()) <= 1 and now["clock"] == 1
        host.rig.kernel.run_for_ms(60_000)
    events = list(host.connect().events(0))
    assert sum(event.name == "TIME_SET" for event in events) == 1
    last = events[-1]
    assert last.clock_text == "set" and abs(last.utc_s - host.utc_s()) <= 2
    assert last.as_json()["utc"].startswith("2027-01-15T08:")
    assert events[0].as_json()["utc"] is None and events[0].clock_text == "unset"


def test_session__host_an_hour_behind__an_event_and_the_order_stays(
    host: Host, tmp_path: Path
) -> None:
    host.connect()
    _mark(host)
    client = host.connect(-3_600)
    _mark(host)
    events = list(client.events(0))
    step = next(e for e in events if e.name == "TIME_SET" and e.fields["old_utc_s"])
    sentence = event_sentence(step.name, step.fields)
    assert sentence.startswith(("clock set BACK by 3600 s", "clock set BACK by 3599 s"))
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    lids = [event for event in events if event.name == "LID_OPENED"][-2:]
    assert lids[0].utc_s > lids[1].utc_s and lids[0].time_ms < lids[1].time_ms
    assert [event.clock_text for event in lids] == ["set", "jumped"]
    file = tmp_path / "meter.journal"
    journal_file.write(file, *fetch(client))
    loaded = journal_file.read(file)
    assert verify_file(loaded, host.keys.device) == []
    assert [(e.utc_s, e.clock) for e in loaded.events()][: len(events)] == [
        (e.utc_s, e.clock) for e in events
    ]
    shown = CliRunner().invoke(main, ["journal", "show", str(file), "--utc"]).stdout
    assert "2027-01-15 08:00:" in shown and "(jumped)" in shown and "clock not set" in shown


def test_time__before_2020__refused_and_nothing_changed(host: Host) -> None:
    client = host.connect()
    with pytest.raises(Refused, match="clock of this computer is not set"):
        client.request("TIME", utc_s=1_000_000)
    assert client.status()["clock"] == 1


def test_session__host_without_a_clock__opens_all_the_same(host: Host) -> None:
    client = host.connect(-NOON)
    assert client.status()["clock"] == 0
    client.request("TELL_ANTES", antes=0, wagers=0)


def test_session__two_hosts_that_differ__rationed_and_evidence_stays(host: Host) -> None:
    """Issue 16: TIME cannot wash the journal out, whoever connects how often."""
    for turn in range(40):
        host.connect(turn % 2 * 3_600)
    events = list(host.connect().events(0))
    assert sum(event.name == "TIME_SET" for event in events) <= 16


def test_follow__session_that_lasts__keeps_the_clock(host: Host) -> None:
    client = host.connect()
    stream = client.follow(0)
    host.off_s = 2  # the host's own clock was corrected; drift, not a step
    due_ms = client.transport.now_ms() + 1_300_000
    while client.transport.now_ms() < due_ms:
        next(stream)
    assert abs(client.status()["utc_s"] - host.utc_s()) <= 1


def test_when__edge__local_time_or_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    monkeypatch.setenv("TZ", "Asia/Singapore")
    time.tzset()
    try:
        assert when_text(NOON, 1) == "2027-01-15 16:00:00"
        assert when_text(NOON, 1, is_utc=True) == "2027-01-15 08:00:00Z"
        assert when_text(NOON, 2) == "2027-01-15 16:00:00 (jumped)"
        assert when_text(0, 0).strip() == "clock not set"
    finally:
        monkeypatch.delenv("TZ")
        time.tzset()
