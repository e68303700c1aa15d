"""docs/rulings.md: every row of the rulings for people who never read code, such as a regulator."""

from __future__ import annotations

import importlib
from typing import Any

from faro.docs.marks import renewed, table
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


def _line(game: str, row: tuple[Any, ...]) -> list[str]:
    named: int | tuple[int, ...] = row[0]
    findings = (named,) if isinstance(named, int) else named
    what = "; ".join(words.finding_text(code) for code in findings)
    box = {ANY: "", SHOE: "shoe: ", DEVICE: "device: "}[int(row[2])]
    rules = " ".join(filter(None, (words.cited(game, row[6]), words.cited(game, row[7])[4:])))
    sentence = words.read_aloud(game, row[5], 0)
    return [what, f"{box}{_moment(row[1])}", _facts(row[3], row[4]), sentence, rules]


def rulings_markdown() -> str:
    """The whole document."""
    questions = [
        [name.replace("_", " "), question.format(round="round", dealer="dealer")]
        for name, question in {**texts.QUESTIONS, **texts.UNASKED}.items()
    ]
    parts: list[str] = []
    for game in GAME_NAMES:
        rows = [_line(game, row) for row in _rows(game)]
        head = ["finding", "when", "answers", "ruling", "rules"]
        parts.append(f"## {GAMES[game.upper()]}\n\n{table(head, *rows)}")
    used = {ruling_row(row[5])[1] for game in GAME_NAMES for row in _rows(game)}
    parts.append(f"{sum(len(_rows(game)) for game in GAME_NAMES)} rows, {len(used)} rulings.")
    asked = table(["fact", "asked as"], *questions)
    return renewed("docs/rulings.md", questions=asked, rows="\n\n".join(parts))


def _rows(game: str) -> tuple[tuple[Any, ...], ...]:
    return importlib.import_module(f"firmware.ruling.games.{game}").ROWS
