"""`make page-load`: what the page costs beside a simulated table, all on one core.

Page, simulator and both boards' VMs share one processor, the cards are read from pictures, one tab
looks on.  The table's time must keep up with the wall's clock.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hw_sim.processor_time import processor_s
from tests.proofs.page.client import PageProcess, Tab

_PARTS = ("page", "simulator", "VMs")
_DEAL = 80  # cards
_EVERY_MS = 250  # four cards a second: a quick dealer


class CountingTab(Tab):
    """What comes in, counted."""

    messages = 0
    received_bytes = 0

    def _take(self, message: dict[str, Any]) -> None:
        self.messages += 1
        self.received_bytes += len(json.dumps(message, separators=(",", ":")))
        super()._take(message)


@dataclass(frozen=True)
class Measured:
    """One phase; shares are processor time over wall time."""

    phase: str
    wall_s: float
    table_s: float
    messages: int
    received_bytes: int
    used_s: dict[str, float]

    @property
    def pace(self) -> float:
        return self.table_s / self.wall_s

    def share(self, part: str) -> float:
        return self.used_s[part] / self.wall_s

    @property
    def total_share(self) -> float:
        return sum(self.used_s.values()) / self.wall_s

    @property
    def cost(self) -> float:
        """Processor time for a second of the table's time: below 1, one core keeps real time."""
        return sum(self.used_s.values()) / self.table_s


def used_s(page: PageProcess) -> dict[str, float]:
    """Processor time of the page, of its child and of all that come from that one."""
    root = page.process.pid
    simulators = _children(root)
    vms = [vm for simulator in simulators for vm in _descendants(simulator)]
    groups = ((root,), simulators, vms)
    return {part: sum(map(processor_s, group)) for part, group in zip(_PARTS, groups, strict=True)}


def _descendants(pid: int) -> list[int]:
    children = _children(pid)
    return children + [one for child in children for one in _descendants(child)]


def _children(pid: int) -> list[int]:
    found: list[int] = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        found += map(int, path.read_text().split())
    return found


class Load:
    """A page with its simulator on one core, and a tab from another."""

    def __init__(self, folder: Path) -> None:
        allowed = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {min(allowed)})  # children inherit it
        try:
            self.page = PageProcess(folder)
        finally:
            os.sched_setaffinity(0, allowed)
        self.tab = CountingTab(self.page)
        self.tab.until(lambda: "boards" in self.tab.view and self.tab.scene)

    def close(self) -> None:
        self.tab.socket.close()
        self.page.stop()

    def measure(self, phase: str, act: Callable[[], object]) -> Measured:
        tab = self.tab
        before, begun_s = used_s(self.page), time.monotonic()
        table_ms, messages, received = self._now_ms(), tab.messages, tab.received_bytes
        begun_s = time.monotonic()
        act()
        now_ms, ended_s = self._now_ms(), time.monotonic()
        after = used_s(self.page)
        return Measured(
            phase,
            ended_s - begun_s,
            (now_ms - table_ms) / 1000,
            tab.messages - messages,
            tab.received_bytes - received,
            {part: after[part] - before[part] for part in after},
        )

    def _now_ms(self) -> int:
        """The table's time as told last: 25 times a second."""
        self._take_for(0.2)
        return self.tab.scene["now_ms"]

    def _take_for(self, duration_s: float) -> None:
        due_s = time.monotonic() + duration_s
        with suppress(AssertionError):
            self.tab.until(lambda: time.monotonic() >= due_s, duration_s + 1)

    def idle(self, duration_s: float) -> Measured:
        return self.measure("nothing happens", lambda: self._take_for(duration_s))

    def dealt(self, cards: int) -> Measured:
        self.tab.do(f"load shuffled decks={-(-cards // 52)}")
        name = f"{cards} cards dealt, {1000 // _EVERY_MS} a second"
        return self.measure(name, lambda: self.tab.do(f"deal {cards} every={_EVERY_MS}"))

    def shuffled(self) -> Measured:
        """One deck in the device, with the truth on: every picture and every place is sent."""
        self.tab.do("clear all")
        self.tab.act("open_table", game="tcp", seats=[1], equipment="device")
        self.tab.do("load shuffled in=tray")
        self.tab.ask(truth=True)

        def shuffle() -> None:
            self.tab.act("shuffle_start", decks=1)
            self.tab.until(lambda: self.tab.view["machine"]["step"] == "ready", 600)

        found = self.measure("one deck shuffled, truth on", shuffle)
        self.tab.ask(truth=False)
        self.tab.act("close_table")
        return found


def as_text(rows: list[Measured]) -> str:
    """The table of docs/page.md."""
    lines = [
        "| | table time / wall time | messages/s | kB/s | page | simulator | VMs | together |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        shares = " | ".join(f"{row.share(part):.0%}" for part in _PARTS)
        lines.append(
            f"| {row.phase} | {row.pace:.3f} | {row.messages / row.wall_s:.0f} |"
            f" {row.received_bytes / row.wall_s / 1000:.0f} | {shares} | {row.total_share:.0%} |"
        )
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(prog="page-load", description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="of idle table")
    parser.add_argument("--cards", type=int, default=_DEAL)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        load = Load(Path(folder))
        try:
            rows = [load.idle(options.seconds), load.dealt(options.cards), load.shuffled()]
        finally:
            load.close()
    print(as_text(rows))
    return 0 if all(row.cost < 1 for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
