"""What the approved game rules ask of the electronics: the rows of docs/rules.md.

Code cites the rules, tests carry a duty's id in `@pytest.mark.rule`; `faro rules` shows both beside
each row.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

GAMES = {
    "TCP": "Three Card Poker",
    "FCP": "Four Card Poker",
    "CSP": "Caribbean Stud Poker",
    "TCB": "Three Card Baccarat",
    "LDB": "Lucky Draw Baccarat",
}
SECTIONS = ("C", "I", "S", "J", "A")  # cards, irregularities, shuffling device, jackpot, access
_LINE = re.compile(rf"^\| (\w+) \| (.+) \| ((?:{'|'.join(GAMES)}) \d.*) \|$", re.MULTILINE)


@dataclass(frozen=True)
class Row:
    """A duty such as C5, or how the games are played; `cites` are rules such as 'CSP 12.3.2'."""

    id: str
    duty: str
    cites: tuple[str, ...]

    @property
    def section(self) -> str:
        """The letter of a duty."""
        return self.id[0] if self.id[1:].isdigit() else ""

    @property
    def is_for_boards(self) -> bool:
        """Only a test on whole boards proves it: a ruling is carried out, not just said.

        I16 is said by the host, from what the firmware's own code computes.
        """
        return self.section == "I" and self.id != "I16"


def read_rows(root: Path) -> list[Row]:
    """Of a checkout. Citations are written short there: 'TCP 3.1, 3.4; LDB 3.1'."""
    rows: list[Row] = []
    for row_id, duty, cites in _LINE.findall((root / "docs/rules.md").read_text("utf-8")):
        parts = [part.partition(" ") for part in cites.split("; ")]
        full = tuple(f"{game} {n}" for game, _, numbers in parts for n in numbers.split(", "))
        rows.append(Row(row_id, duty, full))
    return rows
