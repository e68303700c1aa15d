"""Words are read only where they are aligned: constant bytes in flash are not."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.style.imports import name_of, sources, tree

_MAKERS = {"array", "bytearray", "_words_of"}  # all give something in RAM, aligned


def word_users() -> list[Path]:
    return [path for path in sources("firmware") if re.search(r"ptr(16|32)\(", path.read_text())]


@pytest.mark.parametrize("path", word_users(), ids=name_of)
def test_viper__words_of_a_module_s_own_table__it_lies_in_ram(path: Path) -> None:
    """ptr16 or ptr32 on bytes in a ROMFS faults on the Cortex-M0+."""
    made = {
        target.id: node.value
        for node in tree(path).body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree(path)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        table = node.args[0] if node.func.id in ("ptr16", "ptr32") else None
        if isinstance(table, ast.Constant):
            raise AssertionError(f"{name_of(path)}:{node.lineno} reads words of a constant")
        if isinstance(table, ast.Name) and table.id in made:
            maker = made[table.id]
            name = getattr(getattr(maker, "func", None), "id", "")
            assert name in _MAKERS, f"{name_of(path)}: {table.id}"
