"""Every state machine is total: each pair of state and event is listed once, all states reached."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import pytest

from tests.helpers.illegal_pairs import ILLEGAL, illegal_pairs
from tests.style.imports import ROOT, name_of, sources


def table_files() -> list[Path]:
    """Firmware modules that hold a state table (found by text: some do not load on CPython)."""
    return [path for path in sources("firmware") if "\nROWS = (\n    (ST_" in path.read_text()]


def all_pairs(path: Path, module: ModuleType) -> list[tuple[int, int]]:
    return [row[:2] for row in module.ROWS] + illegal_pairs(name_of(path), module)


def load(path: Path) -> ModuleType:
    return importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


@pytest.mark.parametrize("path", table_files(), ids=name_of)
def test_state_table__every_pair__listed_exactly_once(path: Path) -> None:
    module = load(path)
    pairs = all_pairs(path, module)
    states = {row[0] for row in pairs} | {row[2] for row in module.ROWS}
    events = {row[1] for row in pairs}
    assert len(pairs) == len(set(pairs)), "a pair is listed twice"
    missing = {(s, e) for s in states for e in events} - set(pairs)
    assert missing == set(), "pairs in neither ROWS nor ILLEGAL"


@pytest.mark.parametrize("path", table_files(), ids=name_of)
def test_state_table__declared_states_and_events__all_are_used(path: Path) -> None:
    module = load(path)
    declared = {v for k, v in vars(module).items() if k.startswith("ST_")}
    pairs = all_pairs(path, module)
    assert {row[0] for row in pairs} == declared


@pytest.mark.parametrize("path", table_files(), ids=name_of)
def test_state_table__every_state__reached_from_the_first(path: Path) -> None:
    module = load(path)
    reached = {module.ROWS[0][0]}
    while True:
        more = {row[2] for row in module.ROWS if row[0] in reached} - reached
        if not more:
            break
        reached |= more
    assert reached == {row[0] for row in module.ROWS} | {row[2] for row in module.ROWS}


def test_state_tables__firmware__each_has_its_illegal_pairs() -> None:
    assert set(ILLEGAL) == {name_of(path) for path in table_files()}
