"""Recognition and drivers stay readable: no function above complexity 15 but named machine code."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
MOST = 15
# machine code in one loop over the picture or the blobs: a call costs it more than it would gain
MACHINE_CODE = {
    "assemble",
    "find_patch",
    "fit_edge",
    "lay_glyphs",
    "lay_map",
    "red_share",
    "slice_lines",
    "straighten",
}


def too_complex(folder: str) -> dict[str, Path]:
    command = [sys.executable, "-m", "ruff", "check", "--select", "C901", "--output-format", "json"]
    command += ["--config", f"lint.mccabe.max-complexity={MOST}", folder]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    found = json.loads(done.stdout)
    return {row["message"].split("`")[1]: Path(row["filename"]) for row in found}


def is_machine_code(path: Path, name: str) -> bool:
    functions = [n for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.FunctionDef)]
    (function,) = (n for n in functions if n.name == name)
    return [ast.unparse(d) for d in function.decorator_list] == ["micropython.viper"]


def test_cards__functions__none_too_complex_but_the_named_machine_code() -> None:
    found = too_complex("firmware/cards")
    assert set(found) == MACHINE_CODE
    assert all(is_machine_code(path, name) for name, path in found.items())


def test_drivers__functions__none_too_complex() -> None:
    assert too_complex("firmware/drivers") == {}
