"""Which files a board's program needs: those that it imports, and no other board's."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path


def needed_modules(
    start: list[Path],
    source: Path,
    board_folder: Path,
    text_of: Callable[[Path], str] = Path.read_text,
) -> set[str]:
    """Files below `source` that the start files import, directly or not, at any time.

    `text_of` gives a file as it lies on the board.
    """
    waiting = list(start)
    found: set[str] = set()
    seen: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        if path.is_relative_to(source):
            found.add(path.relative_to(source).as_posix())
        for name in _imports(path, text_of(path)):
            for top in (board_folder, source):
                waiting += _files_of(name, top)
    return found


def _imports(path: Path, text: str) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(text, str(path))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def _files_of(name: str, top: Path) -> list[Path]:
    """A module's own file and the __init__.py of each package above it."""
    parts = name.split(".")
    paths = [top.joinpath(*parts[:n], "__init__.py") for n in range(1, len(parts) + 1)]
    paths.append(top.joinpath(*parts).with_suffix(".py"))
    return [path for path in paths if path.is_file()]
