"""The real programs over a real pseudo terminal: `faro events` killed with -9 in a burst."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.wire.sim_process import FARO, running_sim

LIVES = (3, 70, 1, 120, 90)  # events that each process lives for


def follow_and_kill(port: str, log: Path, events: int) -> None:
    """Read the program's own output until it has told so many events, then kill it."""
    command = [FARO, "events", "-p", port, "--follow", "--json", "--log", str(log)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for _ in range(events):
            assert process.stdout.readline().endswith(b"\n")
        process.kill()


@pytest.mark.campaign
def test_events_command__killed_several_times__log_has_each_event_once(tmp_path: Path) -> None:
    log = tmp_path / "events.jsonl"
    with running_sim("--board", "shoe", "--scenario", "busy", "--speed", "4") as ports:
        for events in LIVES:
            follow_and_kill(ports["shoe"], log, events)
        with log.open("a") as file:
            file.write('{"number": 12')  # what a kill in the middle of a write leaves behind
        follow_and_kill(ports["shoe"], log, 20)
    text = log.read_text()
    whole = text[: text.rfind("\n") + 1]  # the last kill may have cut a line in two
    numbers = [json.loads(line)["number"] for line in whole.splitlines()]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= sum(LIVES) + 20
