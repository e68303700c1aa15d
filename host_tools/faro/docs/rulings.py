"""docs/rulings.md: every row of the rulings for people who never read code, such as a regulator."""

from __future__ import annotations

import importlib
from typing import Any

from faro.rules.table import GAMES
from faro.words import ruling as words
from faro.words import ruling_texts as texts
from firmware.ruling.rulings import ruling_row
from firmware.ruling.vocabulary import (
    ALWAYS,
    ANY,
    DEVICE,
    FACTS,
    GAME_NAMES,
    IDLE,
    IN_ROUND,
    SHOE,
    STATE_NAMES,
)

_WHEN = {
    "fresh": "after a shuffle",
    "between": "between rounds",
    "deal": "in the deal",
    "decide": "while players act",
    "settle": "at settlement",
}

_HEAD = """# Rulings

<!-- made by `make docs` from firmware/ruling: do not edit -->

What Faro rules when something goes wrong, row by row, with the rule that says so. The same rows
run on the board (`firmware/ruling/games/*.py`); `faro ruling --game … --finding …` asks them on
paper. Whatever has no row here is answered with "no rule: call the casino supervisor", listed in
the same files. A second reading of the documents, written apart (`tests/helpers/ruling_oracle.py`),
is held against every combination of finding, moment, equipment and answers.

Who decides what: the board states what it saw and which rule applies. It asks the supervisor only
for facts that it cannot see, one at a time, and keeps an open question over a power cut.

## How the documents were read

- *Before anybody touched the cards* a card dealt wrongly is a misdeal (TCP/FCP 12.1, CSP 14.1,
  TCB 12.1); after that a hand of a wrong size is void. So the board asks whether a player has
  handled the cards, and does not ask where the dealer's hand is wrong: that is a misdeal always.
- *Too few cards at Three Card Baccarat* (12.7) speaks of a card shoe; 1.1 calls any device from
  which cards are dealt one, so the row holds for a shuffling device too.
- *Too few cards at poker*: 52 cards are enough for seven seats, so a shoe that runs out lacks
  cards, and the rule on missing cards holds.
- *A card face up in the shoe at poker* is dealt exposed: one is turned down, two are a misdeal.
- *A jam, stopped intermixing or unfinished cycle at poker* with cards out: the supervisor says
  whether the device still works as intended. If so the cards are reshuffled (13.1, 15.1), if not
  the round is void (13.2, 15.2).
- *The same at baccarat* is a malfunction as such (TCB 13, LDB 11): disadvantage first, because
  13.4 and 11.4 hold whatever else is so; then spare device, transfer, damage. Before the first
  card of a round these sections do not apply; the cards are shuffled under rule 4.1.
- *LDB 10.13* names rule 4.7 for the burn, which stands in 4.10.

## Left out, and why

- Collusion (TCP 12.11, FCP 12.12, CSP 14.13), devices on players, disputes, fraud and disorder
  (section 14 of TCP, FCP and TCB, 16 of CSP, 12 of LDB): what people do, judged by people.
- Limits and positions of wagers (5 and 6 of each): no card or machine is concerned; only the
  shuffling device at low limits is (TCP 6.7.2, FCP 6.6.2).
- Conceded hands (TCP 9.5, FCP 9.3, CSP 9.7): a player's choice, no irregularity.
- Who cuts, and how deep (TCB 4.3 to 4.6, LDB 4.6 to 4.9): the board sees whether the cutting card
  came, not who placed it.
- A manual shuffle before the device, a riffle on request (4.5, TCB 4.2, 4.10): allowed, no ruling.
"""


def _moment(states: int) -> str:
    if states == ALWAYS:
        return "any time"
    if states == IN_ROUND:
        return "in a round"
    if states == IDLE:
        return "no round"
    return ", ".join(_WHEN[name] for i, name in enumerate(STATE_NAMES) if states >> i & 1)


def _facts(yes: int, no: int) -> str:
    said = [f"{name} yes" for bit, name in FACTS if bit & yes]
    said += [f"{name} no" for bit, name in FACTS if bit & no]
    return ", ".join(said).replace("_", " ")


def _line(game: str, row: tuple[Any, ...]) -> str:
    named: int | tuple[int, ...] = row[0]
    findings = (named,) if isinstance(named, int) else named
    what = "; ".join(words.finding_text(code) for code in findings)
    box = {ANY: "", SHOE: "shoe: ", DEVICE: "device: "}[int(row[2])]
    rules = " ".join(filter(None, (words.cited(game, row[6]), words.cited(game, row[7])[4:])))
    sentence = words.read_aloud(game, row[5], 0)
    when = f"{box}{_moment(row[1])}"
    return f"| {what} | {when} | {_facts(row[3], row[4])} | {sentence} | {rules} |"


def rulings_markdown() -> str:
    """The whole document."""
    lines = [_HEAD.rstrip(), "", "## Questions", "", "| fact | asked as |", "|---|---|"]
    for name, question in {**texts.QUESTIONS, **texts.UNASKED}.items():
        asked = question.format(round="round", dealer="dealer")
        lines.append(f"| {name.replace('_', ' ')} | {asked} |")
    for game in GAME_NAMES:
        table = importlib.import_module(f"firmware.ruling.games.{game}")
        lines += ["", f"## {GAMES[game.upper()]}", ""]
        lines += ["| finding | when | answers | ruling | rules |", "|---|---|---|---|---|"]
        lines += [_line(game, row) for row in table.ROWS]
    used = {ruling_row(r[5])[1] for g in GAME_NAMES for r in _rows(g)}
    lines += ["", f"{sum(len(_rows(g)) for g in GAME_NAMES)} rows, {len(used)} rulings."]
    return "\n".join(lines) + "\n"


def _rows(game: str) -> tuple[tuple[Any, ...], ...]:
    return importlib.import_module(f"firmware.ruling.games.{game}").ROWS
