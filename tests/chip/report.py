"""What each chip test cost: one row a measurement, one table at the end."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from hw_sim.chip.board import ChipBoard
from hw_sim.chip.tools import CACHE

ROWS = CACHE / "report"
REPORT = CACHE / "report.json"


class Measure:
    """Counts from its making on; `done` writes the row."""

    def __init__(self, board: ChipBoard) -> None:
        self._board = board
        self._before = board.counters()

    def done(self, name: str, heap: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
        """`heap` is the answer to STATUS; gives the row."""
        now, before = self._board.counters(), self._before
        row: dict[str, Any] = {
            "name": name,
            "ms": round((now["nowNs"] - before["nowNs"]) / 1e6, 1),
            "kcycles": (now["cycles"] - before["cycles"]) // 1000,
            "i2c_bytes": now["i2cBytes"] - before["i2cBytes"],
            "erases": now["erases"] - before["erases"],
            "pages": now["programs"] - before["programs"],
            "stack_bytes": now["stackBytes"],
        }
        if heap:
            row["heap_used"] = heap["heap_total_bytes"] - heap["heap_free_bytes"]
            row["heap_total"] = heap["heap_total_bytes"]
        row |= more
        ROWS.mkdir(parents=True, exist_ok=True)
        worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
        with (ROWS / f"{worker}.jsonl").open("a") as file:
            file.write(json.dumps(row) + "\n")
        return row


def start() -> None:
    """Forget the rows of the run before."""
    for path in ROWS.glob("*.jsonl"):
        path.unlink()


def table_text() -> str:
    """All rows; also written to report.json."""
    lines = [line for path in sorted(ROWS.glob("*.jsonl")) for line in _lines(path)]
    rows = sorted((json.loads(line) for line in lines), key=lambda row: row["name"])
    if not rows:
        return ""
    REPORT.write_text(json.dumps(rows, indent=1) + "\n")
    text = [f"{'':<44}{'ms':>9}{'kcycles':>10}{'I2C B':>8}{'erases':>7}{'pages':>6}"
            f"{'stack B':>8}{'heap kB':>9}"]  # fmt: skip
    for row in rows:
        heap = f"{row['heap_used'] / 1000:.1f}" if "heap_used" in row else ""
        text.append(
            f"{row['name']:<44}{row['ms']:>9}{row['kcycles']:>10}{row['i2c_bytes']:>8}"
            f"{row['erases']:>7}{row['pages']:>6}{row['stack_bytes']:>8}{heap:>9}"
        )
    return "\n".join(text)


def _lines(path: Path) -> list[str]:
    return path.read_text().splitlines()
