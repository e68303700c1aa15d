"""The modules of a slot's image and of the base, as texts: closure of imports, constants inlined.

For the chip the board's own folder comes first on the search; for the simulator, which is a board
too, `boards/sim/<kind>`.  Overlays are folders of a test that stand in front of everything; what
is for one kind of board alone lies in a folder of that name.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from boards.layout import CHECKOUT, load_layout
from faro.build.closure import needed_modules
from faro.build.inline_consts import inlined

LAYOUT_MODULE = "flash_layout.py"
NATIVE_MODULE = "native_modules.py"  # which modules the base has as well, and which text
_TABLE_PARTS = (ast.Assign, ast.Expr, ast.Pass, ast.FunctionDef, ast.ClassDef)
_BASE_ONLY = "base"  # what an overlay has for the base lies in this folder of it


def kind_of(board: str) -> str:
    """shoe or meter."""
    return board.split("_")[0]


def slot_modules(
    board: str, is_sim: bool = False, overlays: Sequence[Path] = (), source: Path = CHECKOUT
) -> dict[str, str]:
    """Texts by path in the ROMFS: what `main` imports, at any time."""
    own = [overlay / kind_of(board) for overlay in overlays]
    tops = [*own, *overlays, *_board_tops(board, is_sim, source), source]
    texts = _texts(board, ("main", "board"), tops, source)
    texts[NATIVE_MODULE] = _native_list(texts)
    return texts


def native_modules(texts: Mapping[str, str]) -> dict[str, str]:
    """Those of the modules that hold machine code; they import nothing of ours."""
    return {name: text for name, text in texts.items() if "@micropython." in text}


def table_modules(texts: Mapping[str, str]) -> dict[str, str]:
    """Those with rows that import nothing: frozen, their tuples lie in flash, not in the heap."""
    ours = {name: text for name, text in texts.items() if name.startswith("firmware/")}
    return {name: text for name, text in ours.items() if constant_tuples(text)}


@cache
def constant_tuples(text: str) -> list[ast.Tuple]:
    """The outermost tuples of a table's text that the compiler makes; none when it is no table."""
    tree = ast.parse(text)
    body = tree.body
    if not all(isinstance(node, _TABLE_PARTS) for node in body):
        return []
    if any(isinstance(node, ast.Import | ast.ImportFrom) for node in ast.walk(tree)):
        return []
    rows = [node.value for node in body if isinstance(node, ast.Assign)]
    return [row for row in rows if isinstance(row, ast.Tuple) and _is_constant(row)]


def _is_constant(row: ast.Tuple) -> bool:
    made = (ast.Tuple, ast.Constant, ast.UnaryOp, ast.BinOp, ast.operator, ast.unaryop, ast.Load)
    return all(isinstance(node, made) for node in ast.walk(row))


def base_copies(texts: Mapping[str, str]) -> dict[str, str]:
    """What the base holds as well, because from a slot it would cost heap."""
    return {**native_modules(texts), **table_modules(texts)}


def _native_list(texts: Mapping[str, str]) -> str:
    """Name and hash of each, so that the loader sees which of them the base has as well."""
    words: list[str] = []
    for name, text in base_copies(texts).items():
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        words.append(name.removesuffix(".py").replace("/", ".") + "=" + digest)
    return f"MODULES = {' '.join(words)!r}\n"


def base_modules(
    board: str, is_sim: bool = False, overlays: Sequence[Path] = (), source: Path = CHECKOUT
) -> dict[str, str]:
    """Texts by path that the base holds beside MicroPython: the loader and what it imports.

    And the slot's machine code and tables: from a ROMFS they would be copied into the heap, frozen
    they stay in place.  The slot has them too; the loader takes the base's while they are the same.
    """
    tops = [overlay / _BASE_ONLY for overlay in overlays]
    # the loader's main is found before the board's, which is the slot's
    tops += [source / "boards/sim"] if is_sim else []
    tops += [source / "boards/common", *_board_tops(board, is_sim, source), *overlays, source]
    start = ("main", "board") if is_sim else ("main", "board", "boot", "_boot")
    return {**_texts(board, start, tops, source), **_copies_of_slot(board, is_sim, source)}


@cache
def _copies_of_slot(board: str, is_sim: bool, source: Path) -> dict[str, str]:
    """Whatever stands in front of the slot's modules in a test, the base has what was built."""
    slot = slot_modules(board, is_sim, (), source)
    return {**base_copies(slot), NATIVE_MODULE: slot[NATIVE_MODULE]}


def _board_tops(board: str, is_sim: bool, source: Path) -> list[Path]:
    own = source / "boards" / board
    return [source / "boards/sim" / kind_of(board), own] if is_sim else [own]


def _texts(board: str, start: Sequence[str], tops: list[Path], source: Path) -> dict[str, str]:
    files = needed_modules(start, tops, lambda path: inlined(path, source))
    texts = {name: inlined(path, source) for name, path in files.items()}
    # a folder is a package without a file
    texts = {name: text for name, text in texts.items() if text.strip()}
    texts[LAYOUT_MODULE] = load_layout(board, source).module_text()
    return dict(sorted(texts.items()))
