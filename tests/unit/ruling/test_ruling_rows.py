"""Rulings: every situation has exactly one row; what the rows do is in test_ruling_documents."""

from __future__ import annotations

import importlib
import itertools
import re
from collections.abc import Iterator
from typing import Any

import pytest

from firmware.rounds.findings import FINDINGS
from firmware.ruling import effects as e
from firmware.ruling import engine
from firmware.ruling.findings_told import FIRST_TOLD, LAST_TOLD, is_told
from firmware.ruling.rulings import NO_RULE, REFERRED, RULINGS, ruling_row
from firmware.ruling.told_table import TOLD
from firmware.ruling.vocabulary import (
    ASKED,
    EQUIPMENT_NAMES,
    FACTS,
    GAME_NAMES,
    STATE_NAMES,
    UNASKED,
    rule_text,
)
from tests.helpers import no_rule

FINDING_NAMES = {row[0]: row[1] for row in (*FINDINGS, *TOLD)}
FACT_NAMES = dict(FACTS)
SITUATIONS = [
    (code, 1 << state, 1 << equipment)
    for code in FINDING_NAMES
    for state in range(len(STATE_NAMES))
    for equipment in range(len(EQUIPMENT_NAMES))
]


def table(game: str) -> Any:
    return importlib.import_module(f"firmware.ruling.games.{game}")


def everything(game: str) -> list[tuple[Any, ...]]:
    """The rows of a game's table and of what no rule speaks of, these made as long."""
    return [*table(game).ROWS, *((*row, NO_RULE, 0, 0) for row in no_rule.NO_RULE[game])]


def fitting(game: str, situation: tuple[int, int, int]) -> list[tuple[Any, ...]]:
    """Rows with and without a rule that speak of a situation."""
    return [row for row in everything(game) if engine.fits(row, *situation)]


def fact_sets(rows: list[tuple[Any, ...]]) -> Iterator[int]:
    """Every combination of the facts that the rows ask about."""
    used = 0
    for row in rows:
        used |= row[3] | row[4]
    bits = [bit for bit in FACT_NAMES if bit & used]
    for picks in itertools.product((0, 1), repeat=len(bits)):
        yield sum(bit for bit, pick in zip(bits, picks, strict=True) if pick)


def allows(row: tuple[Any, ...], yes: int) -> bool:
    return row[3] & ~yes == 0 and row[4] & yes == 0


@pytest.mark.parametrize("game", GAME_NAMES)
def test_rows__every_situation_and_every_answer__exactly_one_row(game: str) -> None:
    for situation in SITUATIONS:
        rows = fitting(game, situation)
        name = FINDING_NAMES[situation[0]], situation[1:], game
        assert rows, f"nothing says anything of {name}"
        for yes in fact_sets(rows):
            hits = [row for row in rows if allows(row, yes)]
            assert len(hits) == 1, (name, yes, hits)


@pytest.mark.parametrize("game", GAME_NAMES)
def test_rows__taken_away_one_by_one__the_coverage_check_sees_each(game: str) -> None:
    """The check above can fail: without any one row some situation is left over or doubled."""
    rows = everything(game)
    for gone in rows:
        rest = [row for row in rows if row is not gone]
        named = gone[0] if isinstance(gone[0], tuple) else (gone[0],)
        state = gone[1] & -gone[1]
        equipment = gone[2] & -gone[2]
        left = [row for row in rest if engine.fits(row, named[0], state, equipment)]
        assert sum(allows(row, gone[3]) for row in left) == 0, gone


@pytest.mark.parametrize("game", GAME_NAMES)
def test_engine__answers_one_at_a_time__ends_where_all_answers_at_once_do(game: str) -> None:
    rows = table(game).ROWS
    for situation in SITUATIONS:
        for yes in fact_sets(fitting(game, situation)):
            known = asked = 0
            while True:
                row, question = engine.look_up(rows, *situation, known, yes & (known | UNASKED))
                if question == 0:
                    break
                assert question & known == 0, "asked twice"
                assert question & UNASKED == 0, "asked what nobody is asked"
                assert question & (question - 1) == 0, "more than one fact at a time"
                known |= question
                asked += 1
            full, none = engine.look_up(rows, *situation, ASKED, yes)
            assert none == 0 and row == full
            assert asked <= 4


@pytest.mark.rule("A4", "TCP 12.9.4", "FCP 12.10.4", "CSP 14.9.4", "CSP 14.15")
def test_rulings__inspector_and_surveillance__notified_where_a_rule_says_so() -> None:
    for game in GAME_NAMES:
        for row in table(game).ROWS:
            notified = ruling_row(row[5])[4]
            cites = {rule_text(row[6]), rule_text(row[7])}
            must_all = game in ("tcp", "fcp", "csp") and any(
                rule in ("12.9.4", "12.10.4", "14.9.4") for rule in cites
            )
            expected = 6 if must_all else 2 if "14.15" in cites and game == "csp" else 0
            assert notified & 6 == expected, (game, row)


def test_rulings__ids_names_effects_steps__in_order_and_in_range() -> None:
    assert [row[0] for row in RULINGS] == list(range(1, len(RULINGS) + 1))
    assert len({row[1] for row in RULINGS}) == len(RULINGS)
    for row in RULINGS:
        names = (e.ROUND_NAMES, e.HAND_NAMES, e.WAGERS_NAMES, e.SIDE_NAMES, e.JACKPOT_NAMES)
        assert all(value < len(words) for value, words in zip(row[2], names, strict=True))
        assert row[3] < len(e.PACK_NAMES)
        assert row[5] and all(0 < step <= e.STEP_COUNT for step in row[5])
    used = {row[5] for game in GAME_NAMES for row in table(game).ROWS} | {NO_RULE, REFERRED}
    assert used == {row[0] for row in RULINGS}, "a ruling that no rule leads to"
    assert {step for row in RULINGS for step in row[5]} == set(range(1, e.STEP_COUNT + 1))


def test_findings_told__codes__follow_each_other_and_do_not_meet_the_trackers() -> None:
    assert [row[0] for row in TOLD] == list(range(FIRST_TOLD, FIRST_TOLD + len(TOLD)))
    assert len(FINDING_NAMES) == len(FINDINGS) + len(TOLD)
    assert TOLD[-1][0] == LAST_TOLD
    assert [is_told(code) for code in (FIRST_TOLD - 1, FIRST_TOLD, LAST_TOLD, LAST_TOLD + 1)] == [
        *(False, True, True, False)
    ]


def test_findings__rules_they_name__are_those_of_the_rows() -> None:
    """What a finding's own row cites, a row of that game's table cites for it."""
    left_open: set[tuple[str, str, str]] = set()
    for row in (*FINDINGS, *TOLD):
        for cited in re.findall(r"([A-Z]{3}) ([\d.]+)", row[-1]):
            game, rule = cited[0].lower(), cited[1]
            mentioned: set[str] = set()
            for candidate in table(game).ROWS:
                named = candidate[0] if isinstance(candidate[0], tuple) else (candidate[0],)
                if row[0] in named:
                    mentioned |= {rule_text(candidate[6]), rule_text(candidate[7])}
            known = any(text == rule or text.startswith(rule + ".") for text in mentioned)
            if not known:
                left_open.add((row[1], cited[0], rule))
    assert left_open == _LEFT_OPEN


# facts the tracker cites a general rule for; no rule says what follows from them
_LEFT_OPEN = {
    ("DEALT_WHILE_STOPPED", "TCP", "12.9.3"),
    ("DEALT_WHILE_STOPPED", "FCP", "12.10.3"),
    ("DEALT_WHILE_STOPPED", "CSP", "14.15"),
    ("DEALT_WHILE_STOPPED", "TCB", "12.13.3"),
    ("DEALT_WHILE_STOPPED", "LDB", "10.15.3"),
    *(("UNREADABLE_CARD", game, "3.1") for game in ("TCP", "FCP", "CSP", "TCB", "LDB")),
    *(("CARD_WITHOUT_TABLE", game, "3.6") for game in ("TCP", "FCP", "CSP")),
    ("CARD_WITHOUT_TABLE", "TCB", "3.7"),
    ("CARD_WITHOUT_TABLE", "LDB", "3.5"),
    ("FACE_UP_FIRST", "CSP", "14.5"),
    ("FACE_UP_BURNED", "LDB", "4.10"),
    ("CARD_UNCALLED", "LDB", "10.4"),
    ("BURNED_IN_ERROR", "LDB", "10.4"),
}


def test_rule_text__numbers__read_as_in_the_documents() -> None:
    assert [rule_text(n) for n in (0, 12_09_2, 13_02_0, 12_10_0, 3_02_2)] == [
        "",
        "12.9.2",
        "13.2",
        "12.10",
        "3.2.2",
    ]
