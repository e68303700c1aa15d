"""Which code cites a rule and which tests carry it: read from the checkout, nothing is imported.

Code cites `CSP 12.3.2` in comments, docstrings and strings; a file that is about one game
(`…_ldb.py`, `games/ldb.py`) may leave the game away: `(8.4)`, `11_05_0`.  Tests carry
`@pytest.mark.rule("C5", "CSP 14.9")`.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from faro.rules.table import GAMES, Row, read_rows

CODE_FOLDERS = ("firmware", "hw_sim", "boards")
WHOLE_FIRMWARE = ("scenario", "wire", "powerloss")  # tests that run boards inside MicroPython
_ON_BOARDS = "test_board__"  # and so do tests of this name
_RIGS = {"rig", "make_rig", "table_rig", "live"}  # fixtures that do so elsewhere

_GAMES = "|".join(GAMES)
_NUMBER = r"\d{1,2}\.\d{1,2}(?:\.\d{1,2}){0,2}"
_CITED = re.compile(
    rf"\b((?:{_GAMES})(?:/(?:{_GAMES}))*) ({_NUMBER}(?:(?:, | and | to |; )(?!\d+ )?{_NUMBER})*)"
)
_BARE = re.compile(rf"(?<![\d.\w])({_NUMBER})(?![\d.\w])")
_LITERAL = re.compile(r"\b(\d{1,2})_(\d{2})_(\d)\b")
_ROW_ID = re.compile(r"(?<![\w.])([CISJA]\d{1,2})(?![\w.])")
_MARKER = re.compile(rf"(?:{_GAMES}) {_NUMBER}|STANDARDS \d+")


@dataclass(frozen=True)
class RuleTest:
    """One test that carries a row's id."""

    name: str  # path::function
    is_whole_firmware: bool


@dataclass
class Evidence:
    """What stands behind one row."""

    row: Row
    code: list[str] = field(default_factory=list[str])
    tests: list[RuleTest] = field(default_factory=list[RuleTest])

    @property
    def is_on_the_board(self) -> bool:
        return any(test.is_whole_firmware for test in self.tests)


@dataclass
class Scan:
    """All rows with their evidence, and markers that nobody can understand."""

    rows: list[Evidence]
    strange: list[str]


def scan(root: Path) -> Scan:
    """Read a checkout."""
    found = {row.id: Evidence(row) for row in read_rows(root) if row.section}
    for path in _sources(root, CODE_FOLDERS):
        cites, ids = cited_in(path)
        for evidence in found.values():
            if evidence.row.id in ids or any(_covers(evidence.row, rule) for rule in cites):
                evidence.code.append(str(path.relative_to(root)))
    strange: list[str] = []
    for path in _sources(root, ("tests",)):
        if path.name.startswith("test_"):
            for test, marks in marked_tests(path, root):
                for mark in marks:
                    if mark in found:
                        found[mark].tests.append(test)
                    elif not _MARKER.fullmatch(mark):
                        strange.append(f"{test.name}: {mark!r}")
    return Scan(list(found.values()), strange)


def _sources(root: Path, folders: tuple[str, ...]) -> Iterator[Path]:
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            if "__pycache__" not in path.parts:
                yield path


def _covers(row: Row, rule: str) -> bool:
    """A rule is a row's when it is cited there, or is a part of one that is."""
    return any(rule == cited or rule.startswith(cited + ".") for cited in row.cites)


# -- code --------------------------------------------------------------------------------------


def cited_in(path: Path) -> tuple[set[str], set[str]]:
    """Rules, and what looks like row ids, in a file's comments and texts."""
    source = path.read_text("utf-8")
    game = game_of(path)
    cites: set[str] = set()
    ids: set[str] = set()
    for text in _texts(source):
        cites |= citations(text)
        ids |= set(_ROW_ID.findall(text))
        if game:
            cites |= {f"{game} {number}" for number in _BARE.findall(text)}
    if game:
        for major, minor, part in _LITERAL.findall(source):
            number = f"{int(major)}.{int(minor)}" + (f".{part}" if part != "0" else "")
            cites.add(f"{game} {number}")
    return cites, ids


def citations(text: str) -> set[str]:
    """Every rule in a text: 'TCP/FCP 12.3, 12.5' is four of them."""
    found: set[str] = set()
    for games, numbers in _CITED.findall(" ".join(text.split())):
        for game in games.split("/"):
            found |= {f"{game} {number}" for number in re.findall(_NUMBER, numbers)}
    return found


def game_of(path: Path) -> str:
    """The game that a whole file is about, by its name; "" for none."""
    last = path.stem.split("_")[-1].upper()
    return last if last in GAMES else ""


def _texts(source: str) -> Iterator[str]:
    """Comments and strings, docstrings among them; names and numbers in code are none."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            yield token.string


# -- tests -------------------------------------------------------------------------------------


def marked_tests(path: Path, root: Path) -> Iterator[tuple[RuleTest, list[str]]]:
    """Tests of a file with what their rule markers name; skipped tests prove nothing."""
    tree = ast.parse(path.read_text("utf-8"), str(path))
    aliases = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign) and _is_mark(node.value, "rule")
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for_all = [
        mark
        for node in tree.body
        if isinstance(node, ast.Assign)
        and any(isinstance(t, ast.Name) and t.id == "pytestmark" for t in node.targets)
        for mark in _named(node.value, aliases)
    ]
    name = str(path.relative_to(root))
    is_board_file = len(path.relative_to(root).parts) > 2 and path.parent.name in WHOLE_FIRMWARE
    for test, outer in _functions(tree, []):
        decorators = [*outer, *test.decorator_list]
        if any(_is_mark(part, "skip") for d in decorators for part in ast.walk(d)):
            continue
        marks = [mark for decorator in decorators for mark in _named(decorator, aliases)]
        marks += _parametrized(test, aliases) + for_all
        if marks:
            is_rigged = bool({arg.arg for arg in test.args.args} & _RIGS)
            is_rigged = is_rigged or test.name.startswith(_ON_BOARDS)
            yield RuleTest(f"{name}::{test.name}", is_board_file or is_rigged), sorted(set(marks))


def _functions(
    node: ast.Module | ast.ClassDef, outer: list[ast.expr]
) -> Iterator[tuple[ast.FunctionDef, list[ast.expr]]]:
    for child in node.body:
        if isinstance(child, ast.FunctionDef) and child.name.startswith("test_"):
            yield child, outer
        elif isinstance(child, ast.ClassDef) and child.name.startswith("Test"):
            yield from _functions(child, [*outer, *child.decorator_list])


def _parametrized(test: ast.FunctionDef, aliases: set[str]) -> list[str]:
    """Markers of single parameters: pytest.param(…, marks=pytest.mark.rule("C1"))."""
    return [
        mark
        for decorator in test.decorator_list
        for node in ast.walk(decorator)
        if isinstance(node, ast.keyword) and node.arg == "marks"
        for mark in _named(node.value, aliases)
    ]


def _named(node: ast.expr, aliases: set[str]) -> list[str]:
    """What rule(…) markers in an expression name: one marker, or a list of them."""
    if isinstance(node, ast.List | ast.Tuple):
        return [mark for item in node.elts for mark in _named(item, aliases)]
    if not isinstance(node, ast.Call):
        return []
    is_alias = isinstance(node.func, ast.Name) and node.func.id in aliases
    if not is_alias and not _is_mark(node.func, "rule"):
        return []
    constants = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
    return [value for value in constants if isinstance(value, str)]


def _is_mark(node: ast.AST, name: str) -> bool:
    """pytest.mark.NAME"""
    return (
        isinstance(node, ast.Attribute)
        and node.attr == name
        and isinstance(node.value, ast.Attribute)
        and node.value.attr == "mark"
    )
