"""Rulings of the irregularities (I1 to I16) on the whole firmware, by the checkout's test program.

It is a program of its own, because the second reading of the documents that it compares with
belongs to the tests and is none of this package.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from faro.rules.table import Row

_PROGRAM = "tests.model.every_situation"
_MEETINGS = "tests.model.interplay"  # two irregularities at once, late words, wrong roles
_MOST = 1  # of each rule, game and equipment; `make irregular-all` plays all


@dataclass(frozen=True)
class Played:
    """What the program said."""

    lines: list[str]
    is_good: bool


def play(root: Path, rows: list[Row]) -> Played:
    """Play what the rules of these rows settle; rows that are not for boards play nothing."""
    rules = sorted({rule for row in rows if row.is_for_boards for rule in row.cites})
    if not rules:
        return Played([], True)
    if not (root / _PROGRAM.replace(".", "/")).with_suffix(".py").is_file():
        return Played(["not played: this checkout has no tests/model"], True)
    named = [part for rule in rules for part in ("--rule", rule)]
    alone = _run(root, _PROGRAM, "--most", str(_MOST), *named)
    met = _run(root, _MEETINGS)
    return Played(alone.lines + met.lines, alone.is_good and met.is_good)


def _run(root: Path, program: str, *args: str) -> Played:
    done = subprocess.run(
        [sys.executable, "-m", program, *args],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    return Played((done.stdout + done.stderr).strip().splitlines(), done.returncode == 0)
