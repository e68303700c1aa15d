"""Which files a board's program needs: those that it imports, and no other board's."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from os.path import isfile
from pathlib import Path


def needed_modules(
    start: Iterable[str], tops: Sequence[Path], text_of: Callable[[Path], str]
) -> dict[str, Path]:
    """Files by their path on the board that the start modules import, directly or not.

    A name is looked for in each of `tops`, as on a search path; `text_of` gives a file as it
    lies on the board.
    """
    waiting = list(start)
    found: dict[str, Path] = {}
    seen: set[str] = set()  # most names are no file, and each has its package's: looked for once
    while waiting:
        for path_name in _paths_of(waiting.pop()):
            if path_name in seen:
                continue
            seen.add(path_name)
            top = next((top for top in tops if isfile(f"{top}/{path_name}")), None)
            if top is not None:
                path = found[path_name] = top / path_name
                waiting += _imports(path, text_of(path))
    return dict(sorted(found.items()))


@cache
def _imports(path: Path, text: str) -> frozenset[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(text, str(path))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(names)


def _paths_of(name: str) -> list[str]:
    """A module's own file and the __init__.py of each package above it."""
    parts = name.split(".")
    paths = ["/".join([*parts[:n], "__init__.py"]) for n in range(1, len(parts) + 1)]
    return [*paths, "/".join(parts) + ".py"]
