"""docs/rulings.md: every situation with its ruling, for people who never read code."""

from __future__ import annotations

import importlib
from typing import Any

from faro.docs.marks import renewed, table
from faro.rules.table import GAMES
from faro.words import ruling as words
from faro.words import ruling_texts as texts
from faro.words.ruling_terms import EITHER_BOX, moment_text
from firmware.core.rows import ROLE_NAMES
from firmware.ruling.dialogue import DEVICE_BIT
from firmware.ruling.effects import TICKED
from firmware.ruling.rulings import RULINGS
from firmware.ruling.vocabulary import (
    BETWEEN,
    DEVICE,
    FACTS,
    GAME_NAMES,
    IDLE,
    IN_ROUND,
    SHOE,
)

Row = tuple[Any, ...]


def rulings_markdown() -> str:
    """The whole document."""
    counted = sum(len(_rows(game)) for game in GAME_NAMES)
    used = {words.ruling_row(row[5])[1] for game in GAME_NAMES for row in _rows(game)}
    return renewed(
        "docs/rulings.md",
        questions=_questions(),
        effects=_effects(),
        steps=_steps(),
        rows="\n\n".join(map(_game, GAME_NAMES)) + f"\n\n{counted} rows, {len(used)} rulings.",
    )


# -- a game's situations -----------------------------------------------------------------------


def _game(game: str) -> str:
    """One heading for each situation, in the order of the rows."""
    groups: dict[tuple[int, ...], list[Row]] = {}
    for row in _rows(game):
        groups.setdefault(_codes(row), []).append(row)
    parts = [f"## {GAMES[game.upper()]}"]
    for codes, rows in groups.items():
        what = "; ".join(words.finding_text(code, game) for code in codes)
        lines = [line for row in rows for line in _lines(game, row)]
        head = ["when", "answers", "read aloud", "to do", "rule"]
        parts.append(f"### {what[0].upper()}{what[1:]}\n\n{table(head, *lines)}")
    return "\n\n".join(parts)


def _lines(game: str, row: Row) -> list[list[str]]:
    """A row; twice where it is read differently while no round is in play."""
    said: dict[tuple[str, str], int] = {}
    box = {SHOE: 0, DEVICE: DEVICE_BIT}.get(row[2], EITHER_BOX)
    for states in filter(None, (row[1] & IDLE, row[1] & IN_ROUND)):
        moment = (states & BETWEEN or states & -states) | box
        told = (words.ruling_text(game, row[5], moment=moment), _to_do(game, row[5], moment))
        said[told] = said.get(told, 0) | states
    rules = " ".join(filter(None, (words.cited(game, row[6]), words.cited(game, row[7])[4:])))
    where = {0: ", shoe", DEVICE_BIT: ", device"}.get(box, "")
    return [
        [moment_text(states, game) + where, _facts(game, row), text, to_do, rules or "no clause"]
        for (text, to_do), states in said.items()
    ]


def _codes(row: Row) -> tuple[int, ...]:
    named: int | tuple[int, ...] = row[0]
    return (named,) if isinstance(named, int) else named


def _facts(game: str, row: Row) -> str:
    """What must have been answered, or be known, for this row."""
    moment = row[1] if row[1] & IDLE == 0 or row[1] & IN_ROUND == 0 else 0
    said: list[str] = []
    for bit, name in FACTS:
        if not (row[3] | row[4]) & bit:
            continue
        question = words.question_text(game, bit, moment, _codes(row)[0])
        is_so = bool(row[3] & bit)
        if name in texts.UNASKED:
            said.append(question if is_so else f"*Not:* {question}")
        else:
            said.append(f"{question} **{'yes' if is_so else 'no'}**")
    return "<br>".join(said)


def _to_do(game: str, ruling: int, moment: int) -> str:
    """Steps in order; those that stop something until they are done in bold."""
    steps = words.steps_of(game, ruling, moment=moment)
    return "<br>".join(
        f"{n}. **{step['text']}**" if step["stops"] else f"{n}. {step['text']}"
        for n, step in enumerate(steps, 1)
    )


# -- tables for all games ----------------------------------------------------------------------


def _questions() -> str:
    asked = [
        [name.replace("_", " "), words.question_text("", bit), _answered(name)]
        for bit, name in FACTS
    ]
    return table(["fact", "in words", "who says so"], *asked)


def _answered(name: str) -> str:
    if name == "whose":
        return "the supervisor, with a seat"
    return "known to the board, or said unasked" if name in texts.UNASKED else "the supervisor"


def _effects() -> str:
    """The columns that the board carries out."""
    lines: list[list[str]] = []
    for row in RULINGS:
        facts = words.ruling_facts(row[0])
        columns = [facts[name] for name in ("round", "hand", "wagers", "side", "jackpot", "pack")]
        told = ", ".join(facts["notified"])
        lines.append([*(str(part).replace("_", " ") for part in (row[1].lower(), *columns)), told])
    head = ["ruling", "round", "hand", "wagers", "side wager", "jackpot wager", "cards", "notified"]
    return table(head, *lines)


def _steps() -> str:
    """Who ticks what off, and what waits for it."""
    lines: list[list[str]] = []
    for step, roles, stops, done_by in TICKED:
        who = " or ".join(name for bit, name in ROLE_NAMES if roles & bit)
        text = words.step_text("", step)
        lines.append(
            [text, who, words.stops_text(stops) or "nothing", texts.TICKED_BY[done_by] or "–"]
        )
    return table(["step", "ticked off by", "until then", "or by itself, by"], *lines)


def _rows(game: str) -> tuple[Row, ...]:
    return importlib.import_module(f"firmware.ruling.games.{game}").ROWS
