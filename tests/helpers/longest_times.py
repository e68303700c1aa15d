"""The table of docs/realtime.md: how long each piece of work may keep a board busy."""

from __future__ import annotations

from typing import NamedTuple

from hw_sim.vm import ROOT


class Longest(NamedTuple):
    """One row; `bench` is a name of tests/chip/costs.py, or nothing."""

    what: str
    keeps: str
    most_us: int
    bench: str


def longest_times() -> list[Longest]:
    """Every row, in the order of the page."""
    text = (ROOT / "docs/realtime.md").read_text()
    cells = [line.split("|")[1:-1] for line in text.splitlines() if line.startswith("| ")]
    return [
        Longest(what.strip(), keeps.strip(), round(float(most_ms) * 1000), bench.strip())
        for what, keeps, most_ms, _source, _waits, _why, bench in cells[1:]
    ]
