"""Which project file imports what, read from the source without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

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


def imported(path: Path) -> set[str]:
    """Full names of everything a file imports, at its top or inside functions."""
    found: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """Name and content of every hand-written or generated text that git would keep."""
    return tuple(
        (name_of(path), path.read_text("utf-8"))
        for suffix in ("*.py", "*.md", "*.mjs", "*.toml", "*.c", "*.h", "*.cmake")
        for path in sorted(ROOT.rglob(suffix))
        if not {".venv", ".cache", "__pycache__", "node_modules", "dist"} & set(path.parts)
    )
