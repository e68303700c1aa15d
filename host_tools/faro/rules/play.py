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
    done = subprocess.run(
        [sys.executable, "-m", _PROGRAM, "--most", str(_MOST), *named],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = (done.stdout + done.stderr).strip().splitlines()
    return Played(lines, done.returncode == 0)
