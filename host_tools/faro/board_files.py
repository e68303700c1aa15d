"""Which files a board's program needs: those that it imports, and no other board's."""

from __future__ import annotations

import ast
from pathlib import Path

from hw_sim.inline_consts import inlined


def needed_modules(start: list[Path], source: Path, board_folder: Path) -> set[str]:
    """Files below `source` that the start files import, directly or not, at any time."""
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
        for name in _imports(path, source):
            for top in (board_folder, source):
                waiting += _files_of(name, top)
    return found


def _imports(path: Path, source: Path) -> set[str]:
    """What a file imports as it lies on the board: the firmware's with numbers for names."""
    is_firmware = path.is_relative_to(source / "firmware")
    text = inlined(path, source) if is_firmware else path.read_text()
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
