"""Puts numbers in the place of their names before compiling: MicroPython does it per file only.

`from firmware.board.rows import EV_BOOTED` costs a board two table entries and a string for
a number that never changes.  Here every such use becomes the number itself, line by line, so that
tracebacks stay right; an import that then brings nothing is left out, and so is a constant that
no file of the project names any more (each costs a string, a table entry and its bytecode).  A
table that only the host or a test names (words for a number) stays behind.  A private tuple that
stands inside tables is written out there: a table with a name in it would be built in the heap at
each boot.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path

Value = int | str
Item = Value | tuple["Item", ...]
_LONGEST_TEXT = 16  # struct formats: longer ones are better kept once
# what a source imports for CPython: words that the compiler knows by itself
_OWN_WORDS = ("const", "micropython", "ptr8", "ptr16", "ptr32")
_NAME = re.compile(r"_?[A-Z][A-Z0-9_]*\Z")
_FOLDERS = ("firmware", "boards/*", "hw_sim/shims")  # what runs inside a VM …
_FILES = ("hw_sim/__init__.py", "hw_sim/bus_ops.py")  # … and nothing else does
_OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: int.__add__,
    ast.Sub: int.__sub__,
    ast.Mult: int.__mul__,
    ast.FloorDiv: int.__floordiv__,
    ast.LShift: int.__lshift__,
    ast.BitOr: int.__or__,
}


@cache
def vm_sources(root: Path) -> tuple[Path, ...]:
    """Every file of the project that a board or the simulator's VM can import."""
    sources = [root / name for name in _FILES if (root / name).is_file()]
    for folder in _FOLDERS:
        sources += sorted(root.glob(f"{folder}/**/*.py"))
    return tuple(sources)


class _Parsed:
    """A file read and walked through once: that is most of what an image takes to make."""

    def __init__(self, path: Path) -> None:
        self.tree = ast.parse(path.read_text(), str(path))
        self.stored: Counter[str] = Counter()  # every name, by the number of places that bind it
        self.imports: list[ast.ImportFrom] = []
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                self.stored[node.id] += 1
            elif isinstance(node, ast.arg):
                self.stored[node.arg] += 1
            elif isinstance(node, ast.Global | ast.Nonlocal):
                self.stored.update(node.names)
            elif isinstance(node, ast.ImportFrom):
                self.imports.append(node)


_parsed = cache(_Parsed)


@cache
def constants_of(path: Path, root: Path) -> dict[str, Value]:
    """Names that a module sets once, at its top level, to a whole number or a short text."""
    return {n: v for n, v in _items_of(_parsed(path), root).items() if not isinstance(v, tuple)}


def _items_of(file: _Parsed, root: Path) -> dict[str, Item]:
    """The same, and private tuples of such values."""
    imported, modules = _imported(file, root)
    found: dict[str, Item] = {}
    for name, node in _assignments(file.tree):
        value = _value(node.value, imported | found, modules)
        is_kept = not isinstance(value, tuple) or name.startswith("_")
        if value is not None and is_kept and _NAME.match(name) and file.stored[name] == 1:
            found[name] = value
    return found


def _our_imports(file: _Parsed, root: Path) -> Iterable[tuple[ast.ImportFrom, Path]]:
    """Those of the project's own modules and packages, with their path without an ending."""
    for node in file.imports:
        path = root.joinpath(*(node.module or "").split("."))
        if path.is_dir() or path.with_suffix(".py").is_file():
            yield node, path


def _imported(file: _Parsed, root: Path) -> tuple[dict[str, Item], dict[str, dict[str, Value]]]:
    """Constants by the names that a file gives them, and those of modules by the modules' names."""
    values: dict[str, Item] = {}
    modules: dict[str, dict[str, Value]] = {}
    for node, path in _our_imports(file, root):
        module = path.with_suffix(".py")
        constants = constants_of(module, root) if module.is_file() else {}
        for alias in node.names:
            name = alias.asname or alias.name
            module_file = path / f"{alias.name}.py"
            if alias.name in constants and name not in file.stored:
                values[name] = constants[alias.name]
            elif module_file.is_file():
                modules[name] = constants_of(module_file, root)
    return values, modules


def _assignments(tree: ast.Module) -> Iterable[tuple[str, ast.Assign]]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
            if isinstance(target, ast.Name):
                yield target.id, node


def _value(
    node: ast.expr, known: Mapping[str, Item], modules: Mapping[str, Mapping[str, Value]]
) -> Item | None:
    """Of a literal, const() of one, another constant, or what is reckoned from such."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "const":
        return _value(node.args[0], known, modules)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _value(node.operand, known, modules)
        return -inner if isinstance(inner, int) else None
    if isinstance(node, ast.BinOp):
        sides = _value(node.left, known, modules), _value(node.right, known, modules)
        return _reckoned(node.op, *sides)
    if isinstance(node, ast.Tuple):
        items = [_value(item, known, modules) for item in node.elts]
        return None if None in items else tuple(item for item in items if item is not None)
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return modules.get(node.value.id, {}).get(node.attr)
    if isinstance(node, ast.Constant):
        value = node.value
        if type(value) is int or (isinstance(value, str) and len(value) <= _LONGEST_TEXT):
            return value
    return None


def _reckoned(op: ast.operator, left: Item | None, right: Item | None) -> Item | None:
    """Numbers by the operators that constants are made with; tuples are joined and repeated."""
    if isinstance(left, int) and isinstance(right, int) and type(op) in _OPERATORS:
        return _OPERATORS[type(op)](left, right)
    if isinstance(left, tuple) and isinstance(right, tuple) and isinstance(op, ast.Add):
        return left + right
    if isinstance(left, tuple) and isinstance(right, int) and isinstance(op, ast.Mult):
        return left * right
    return None


class _Uses(ast.NodeVisitor):
    """Collects what to replace in one file: (line, column, end line, end column, text)."""

    def __init__(self, root: Path, file: _Parsed) -> None:
        tree = file.tree
        self.edits: list[tuple[int, int, int, int, str]] = []
        own = _items_of(file, root)
        imported, self._modules = _imported(file, root)
        self._values = imported | own
        self.used: set[str] = set()  # names that stand in the text after all edits
        self.texts: set[str] = set()
        imports = list(_our_imports(file, root))
        # modules of which everything is imported
        stars = [path for node, path in imports if node.names[0].name == "*"]
        self.has_star = [path.with_suffix(".py") for path in stars]
        # nobody else may use them, and when nobody does here they go
        private = [(name, n) for name, n in _assignments(tree) if name[0] == "_" and name in own]
        self._private = [node for _name, node in private]
        self.visit(tree)
        for name, node in reversed(private):  # one may be made of an earlier one
            if name in self.used:
                self.generic_visit(node)
            else:
                self._cut(node, "pass")
        for node, _path in imports:
            self._shorten(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """What may be cut out as a whole is not edited inside before that is known."""
        if node not in self._private:
            self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> None:
        """Inside another one a private tuple is written out; a row's text names nothing."""
        for item in node.elts:
            value = self._values.get(item.id) if isinstance(item, ast.Name) else None
            if isinstance(value, tuple) and isinstance(node.ctx, ast.Load):
                self._replace(item, value)
            elif not isinstance(item, ast.Constant):
                self.visit(item)

    def visit_Name(self, node: ast.Name) -> None:
        if not isinstance(node.ctx, ast.Load):
            return
        value = self._values.get(node.id)
        if value is not None and not isinstance(value, tuple):
            self._replace(node, value)
        else:
            self.used.add(node.id)

    def visit_Constant(self, node: ast.Constant) -> None:
        """A text may be a name for getattr."""
        if isinstance(node.value, str):
            self.texts.add(node.value)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        base = node.value
        values = self._modules.get(base.id, {}) if isinstance(base, ast.Name) else {}
        if node.attr in values and isinstance(node.ctx, ast.Load):
            self._replace(node, values[node.attr])
        else:
            self.used.add(node.attr)
            self.generic_visit(node)

    def _replace(self, node: ast.expr, value: Item) -> None:
        assert node.end_lineno is not None and node.end_col_offset is not None
        text = f"({value!r})" if isinstance(value, int) and value < 0 else repr(value)
        self.edits.append(
            (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset, text)
        )

    def _shorten(self, node: ast.ImportFrom) -> None:
        """Leave out the names that are numbers now, and modules of which only numbers were used."""
        kept: list[str] = []
        for alias in node.names:
            name = alias.asname or alias.name
            is_number = name in self._values or name in _OWN_WORDS
            is_unused = name in self._modules and name not in self.used
            if not is_number and not is_unused:
                self.used.add(alias.name)
                kept.append(alias.name + (f" as {alias.asname}" if alias.asname else ""))
        self._cut(node, f"from {node.module} import {', '.join(kept)}" if kept else "pass")

    def _cut(self, node: ast.stmt, text: str) -> None:
        """Put a shorter statement in the place of one; it keeps its number of lines."""
        assert node.end_lineno is not None and node.end_col_offset is not None
        text += "\\\n" * (node.end_lineno - node.lineno)
        self.edits.append(
            (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset, text)
        )


@cache
def _uses_of(path: Path, root: Path) -> _Uses:
    return _Uses(root, _parsed(path))


@cache
def _still_named(root: Path) -> tuple[frozenset[str], frozenset[str], frozenset[Path]]:
    """Names that some file uses, those and texts, and modules that hand everything on."""
    everything = [_uses_of(path, root) for path in vm_sources(root)]
    names = frozenset[str]().union(*(uses.used for uses in everything))
    texts = names.union(*(uses.texts for uses in everything))
    return names, texts, frozenset(path for uses in everything for path in uses.has_star)


def _unnamed(path: Path, root: Path) -> list[ast.Assign]:
    """What nobody names any more of a file's constants; the simulator's also serve other code."""
    if path not in vm_sources(root) or path.is_relative_to(root / "hw_sim"):
        return []
    names, texts, handed_on = _still_named(root)
    if path in handed_on:
        return []
    file = _parsed(path)
    constants = constants_of(path, root)
    tables = _tables_of(file)
    return [
        node
        for name, node in _assignments(file.tree)
        if name[0] != "_"
        and ((name in constants and name not in texts) or (name in tables and name not in names))
    ]


def _tables_of(file: _Parsed) -> set[str]:
    """Names that a module sets once, at its top level, to a tuple."""
    return {
        name
        for name, node in _assignments(file.tree)
        if isinstance(node.value, ast.Tuple) and _NAME.match(name) and file.stored[name] == 1
    }


@cache
def inlined(path: Path, root: Path) -> str:
    """The text of a file below `root` with numbers for names."""
    text = path.read_text()
    lines = [line.encode() for line in text.splitlines(keepends=True)]  # columns count bytes
    uses = _uses_of(path, root)
    edits = list(uses.edits)
    for node in _unnamed(path, root):
        span = (node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0)
        edits = [edit for edit in edits if not span[0] <= edit[0] <= span[2]]
        edits.append((*span, "pass" + "\\\n" * (span[2] - span[0])))
    for line, column, end_line, end_column, new in sorted(edits, reverse=True):
        tail = lines[end_line - 1][end_column:]
        lines[line - 1 : end_line] = _with_lines(lines[line - 1][:column], new, tail)
    return b"".join(lines).decode()


def _with_lines(head: bytes, new: str, tail: bytes) -> list[bytes]:
    """One statement over several lines stays over several: what follows keeps its line number."""
    first, *rest = new.split("\\\n")
    if not rest:
        return [head + new.encode() + tail]
    return [head + first.encode() + tail, *[b"\n"] * len(rest)]
