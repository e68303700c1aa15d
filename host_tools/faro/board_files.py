"""Which files of the firmware a board needs: not those that only the other board's program uses."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

_APPS = {"shoe": "firmware/app_shoe.py", "meter": "firmware/app_meter.py"}


def files_of(source: Path, kind: str) -> list[str]:
    """Paths below `source` of the firmware for a kind of board ("shoe" or "meter"), in order.

    A package that loads parts of itself by name goes along whole, or not at all.
    """
    every = sorted(p.relative_to(source).as_posix() for p in (source / "firmware").rglob("*.py"))
    mine = _reached(source, kind)
    others: set[str] = set()
    for other in _APPS:
        if other != kind:
            others |= _reached(source, other) - mine
    foreign = {_package(name) for name in others} - {_package(name) for name in mine}
    return [name for name in every if name not in others and _package(name) not in foreign]


def _package(name: str) -> str:
    """The stage that a file belongs to; a wiring file stands for itself."""
    parts = name.split("/")
    return parts[1]


@cache
def _reached(source: Path, kind: str) -> set[str]:
    """What a board's program imports, at the top of files or inside functions."""
    names = [_APPS[kind]]
    for pattern in (f"{kind}_*/board.py", "common/*.py"):
        names += [p.relative_to(source).as_posix() for p in (source / "boards").glob(pattern)]
    found: set[str] = set()
    while names:
        name = names.pop()
        if name in found or not (source / name).is_file():
            continue
        found.add(name)
        for module in _imports(source / name):
            path = module.replace(".", "/")
            names += [f"{path}.py", f"{path}/__init__.py"]
    return {name for name in found if name.startswith("firmware/")}


def _imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found
