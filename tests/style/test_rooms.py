"""How the firmware is put together: from sink to source, each object changed by itself alone."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.style.imports import ROOT, name_of, sources, statements, tree

WIRING_MOST_LINES = 900  # shoe.py, meter.py, board.py and the rooms' room.py together
PREFIX_MOST_FILES = 3  # more files of one prefix are a folder


def assigned(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Assign):
        return node.targets
    return [node.target] if isinstance(node, ast.AugAssign | ast.AnnAssign) else []


def foreign_assignments(module: ast.Module) -> list[str]:
    """Attributes of anything but `self` that a file sets."""
    return [
        f"line {part.lineno}: {ast.unparse(part)}"
        for node in ast.walk(module)
        for target in assigned(node)
        for part in ast.walk(target)
        if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store)
        if not (isinstance(part.value, ast.Name) and part.value.id == "self")
    ]


def inner_imports(path: Path) -> Iterator[str]:
    for function in statements(tree(path)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in statements(function):
                if isinstance(node, ast.Import | ast.ImportFrom):
                    yield f"{name_of(path)}:{node.lineno} {ast.unparse(node)}"


def test_objects__attributes__set_by_their_owner_alone() -> None:
    strangers = {
        name_of(path): foreign
        for path in sources("firmware")
        if "drivers" not in path.parts  # registers are theirs
        if (foreign := foreign_assignments(tree(path)))
    }
    assert strangers == {}


def test_objects__what_counts_as_foreign() -> None:
    code = "self.a = 1\nb.c = self.d = 2\nself.e.f += 1\ng, h.i = j\nk[0] = l.m[1] = 3\n"
    assert foreign_assignments(ast.parse(code)) == [
        "line 2: b.c",
        "line 3: self.e.f",
        "line 4: h.i",
    ]


def test_imports__firmware__all_at_the_top_of_a_file() -> None:
    assert [found for path in sources("firmware") for found in inner_imports(path)] == []


def test_folders__firmware__no_prefix_more_than_three_times() -> None:
    prefixes = Counter(
        (name_of(path.parent), path.stem.split("_")[0])
        for path in sources("firmware")
        if "_" in path.stem.strip("_")
    )
    assert {key: count for key, count in prefixes.items() if count > PREFIX_MOST_FILES} == {}


def wiring() -> list[Path]:
    """The files that put a board and its rooms together."""
    firmware = ROOT / "firmware"
    boards = [firmware / name for name in ("shoe.py", "meter.py", "board/board.py")]
    return boards + sorted(firmware.glob("*/room.py"))


def test_wiring__all_of_it__fits_on_a_few_screens() -> None:
    lines = {name_of(path): len(path.read_text().splitlines()) for path in wiring()}
    assert sum(lines.values()) <= WIRING_MOST_LINES, lines
