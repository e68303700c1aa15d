"""Which project file imports what, read from the source without running it."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_MADE = {"__pycache__", "node_modules", "dist"}
_TEXTS = {".py", ".md", ".mjs", ".toml", ".c", ".h", ".cmake"}
ROOT = Path(__file__).resolve().parents[2]


def sources(*folders: str) -> Iterator[Path]:
    """Every Python file below the folders."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "__pycache__" not in path.parts:
                yield path


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All statements below a node; no expression, which holds no import."""
    for field in ("body", "handlers", "orelse", "finalbody", "cases"):
        for part in getattr(node, field, ()):
            yield part
            yield from statements(part)


@cache
def imported(path: Path) -> set[str]:
    """Full names of everything a file imports, at its top or inside functions."""
    found: set[str] = set()
    module = ast.parse(path.read_text("utf-8"), str(path))  # not kept: a thousand trees are slow
    for node in statements(module):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """Name and content of every text of the project, generated ones too."""
    found: list[tuple[str, str]] = []
    for folder, below, names in os.walk(ROOT):
        below[:] = sorted(name for name in below if name[0] != "." and name not in _MADE)
        found += [
            (name_of(path), path.read_text("utf-8"))
            for path in (Path(folder) / name for name in sorted(names))
            if path.suffix in _TEXTS
        ]
    return tuple(found)
