"""Rulings: every situation has exactly one row, and a second reading of the rules agrees."""

from __future__ import annotations

import importlib
import itertools
import re
from collections.abc import Iterator
from typing import Any

import pytest

from firmware.rounds.findings import FINDINGS
from firmware.ruling import effects, engine
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
from tests.helpers.ruling_oracle import ORACLES, RETURNED, Case

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


def klass(effect: tuple[Any, ...], ruling: str) -> str:
    """A ruling in the few words of the oracle."""
    round_, pack, wagers = effect
    by_round = {
        "void": "void round",
        "ended": "end round",
        "hand_void": "void hand",
        "rebuilt": "rebuild",
        "last": "last round",
    }
    if round_ in by_round:
        return by_round[round_]
    if round_ == "waits":
        return "inspector" if ruling == "INSPECTOR_DECIDES" else "no rule"
    by_pack = {
        "card_burned": "burn",
        "reshuffled": "reshuffle",
        "shuffled_after": "shuffle after",
        "checked": "check pack",
        "void_and_checked": "check pack",
        "moved": "transfer",
        "mended_and_moved": "mend and transfer",
        "mended_to_shoe": "finish from shoe",
        "new": "new cards",
        "discards_shuffled": "discards shuffled",
        "refused": "refuse",
        "card_put_back": "put back",
        "cut": "cut",
    }
    if pack in by_pack:
        return by_pack[pack]
    return "correct wager" if wagers == "corrected" else "play on"


def effect_names(ruling: int) -> tuple[str, str, str]:
    row = ruling_row(ruling)
    return (
        effects.ROUND_NAMES[row[2]],
        effects.PACK_NAMES[row[3]],
        effects.WAGERS_NAMES[row[4]],
    )


def differences(game: str, rows: tuple[Any, ...], situations: list[Any]) -> Iterator[Any]:
    """Where rows and the second reading disagree; a count of what was compared comes last."""
    compared = 0
    for code, state, equipment in situations:
        for yes in fact_sets(fitting(game, (code, state, equipment))):
            facts = frozenset(name for bit, name in FACTS if bit & yes)
            situation = Case(
                FINDING_NAMES[code], STATE_NAMES[state.bit_length() - 1], equipment == 2, facts
            )
            row, _ = engine.look_up(rows, code, state, equipment, ASKED, yes)
            ruling, rule = (row[5], row[6]) if row else (1, 0)
            effect = effect_names(ruling)
            said = klass(effect, ruling_row(ruling)[1]), rule_text(rule)
            wagers = RETURNED.get(said[0], {"stand"})
            if said != ORACLES[game](situation) or effect[2] not in wagers:
                yield situation, said, effect
            compared += 1
    yield compared


@pytest.mark.rule("C5", "C6", "C7", "C8", "C9", "C10", "C11", "C12", "S1", "S2", "S3", "S4")
@pytest.mark.parametrize("game", GAME_NAMES)
def test_rows__second_reading_of_the_rules__agrees_everywhere(game: str) -> None:
    *wrong, compared = differences(game, table(game).ROWS, SITUATIONS)
    assert wrong == [] and compared > 400


@pytest.mark.parametrize("game", GAME_NAMES)
def test_rows__one_row_changed__the_second_reading_disagrees(game: str) -> None:
    """The comparison can fail: another ruling or another rule in any one row is seen."""
    rows = table(game).ROWS
    for i, row in enumerate(rows):
        named = row[0] if isinstance(row[0], tuple) else (row[0],)
        concerned = [situation for situation in SITUATIONS if situation[0] in named]
        other = 1 if klass(effect_names(row[5]), "") != "no rule" else 6
        for mutant in ((*row[:6], row[6] + 10, row[7]), (*row[:5], other, *row[6:])):
            changed = (*rows[:i], mutant, *rows[i + 1 :])
            assert len(list(differences(game, changed, concerned))) > 1, row


@pytest.mark.rule("A4", "TCP 12.9.4", "FCP 12.10.4", "CSP 14.9.4", "CSP 14.15")
def test_rulings__inspector_and_surveillance__notified_where_a_rule_says_so() -> None:
    for game in GAME_NAMES:
        for row in table(game).ROWS:
            notified = ruling_row(row[5])[5]
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
        assert all(effect_names(row[0]))
        assert row[6] and all(0 < step <= effects.STEP_COUNT for step in row[6])
    used = {row[5] for game in GAME_NAMES for row in table(game).ROWS} | {NO_RULE, REFERRED}
    assert used == {row[0] for row in RULINGS}, "a ruling that no rule leads to"
    assert {step for row in RULINGS for step in row[6]} == set(range(1, effects.STEP_COUNT + 1))


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
