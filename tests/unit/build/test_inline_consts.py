"""Numbers in the place of their names: the same program, line by line, with fewer names."""

from __future__ import annotations

import ast
import builtins
from pathlib import Path

import pytest

from faro.build.inline_consts import constants_of, inlined
from faro.build.modules import slot_modules
from tests.style.imports import ROOT, name_of, sources


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "numbers.py").write_text(
        "from x import const\nONE = 1\nTWO = const(0x02)\nLESS = -3\nSAME = ONE\nFMT = '<I'\n"
        "ROWS = (ONE, TWO)\nTWICE = 1\nTWICE = 2\nlower = 5\nLONG = 'a text that is kept once'\n"
    )
    return tmp_path


def test_constants__only_names_set_once_to_a_number_or_short_text(project: Path) -> None:
    assert constants_of(project / "pack/numbers.py", project) == {
        "ONE": 1, "TWO": 2, "LESS": -3, "SAME": 1, "FMT": "<I",
    }  # fmt: skip


def test_inlined__imported_names_and_attributes__become_values(project: Path) -> None:
    user = project / "pack" / "user.py"
    user.write_text(
        "from pack import numbers as n\n"
        "from pack.numbers import (\n    ONE,\n    ROWS,\n    TWO,\n)\n"
        "_OWN = 7\n\ndef f(x, TWO=0):\n    return ONE + n.TWO - n.LESS, TWO, _OWN, ROWS, n.FMT\n"
    )
    text = inlined(user, project)
    assert text.splitlines() == [
        "pass",
        "from pack.numbers import ROWS, TWO",  # TWO is also a parameter: left alone
        "",
        "",
        "",
        "",
        "pass",
        "",
        "def f(x, TWO=0):",
        "    return 1 + 2 - (-3), TWO, 7, ROWS, '<I'",
    ]


def test_inlined__module_used_for_more_than_numbers__stays_imported(project: Path) -> None:
    user = project / "pack" / "user.py"
    user.write_text("from pack import numbers as n\nprint(n.ONE, n.ROWS)\n")
    assert inlined(user, project) == "from pack import numbers as n\nprint(1, n.ROWS)\n"


def test_inlined__number_made_of_another__the_next_line_stays(project: Path) -> None:
    user = project / "pack" / "user.py"
    user.write_text("_LONG_NAME = 8\n_SAME = _LONG_NAME\nSUM = len(x) + _SAME\n")
    assert inlined(user, project) == "pass\npass\nSUM = len(x) + 8\n"


def test_inlined__private_tuples_in_a_table__are_written_out_and_go(project: Path) -> None:
    user = project / "pack" / "user.py"
    user.write_text(
        "from pack import numbers as n\n_TWO = (n.ONE, n.TWO)\n_ALL = _TWO + (n.ONE | 4,) * 2\n"
        "_ASKED = (3,)\nROWS = ((_TWO, 1), _ALL, _ASKED)\nFOUND = 3 in _ASKED\n"
    )
    assert inlined(user, project).splitlines() == [
        "pass",
        "pass",
        "pass",
        "_ASKED = (3,)",
        "ROWS = (((1, 2), 1), (1, 2, 5, 5), (3,))",
        "FOUND = 3 in _ASKED",
    ]


def test_inlined__number_reckoned_from_imported_ones__becomes_a_value(project: Path) -> None:
    (project / "pack" / "more.py").write_text("from pack.numbers import TWO\nMORE = TWO << 3 | 1\n")
    user = project / "pack" / "user.py"
    user.write_text("from pack.more import MORE\nprint(MORE * x)\n")
    assert inlined(user, project) == "pass\nprint(17 * x)\n"


@pytest.mark.campaign
@pytest.mark.parametrize("board", ["meter_pico", "shoe_pico2"])
def test_tables__of_a_board__are_constants_to_the_compiler(board: str) -> None:
    """With one name in it a table of 50 rows takes 3 kB of the heap instead of flash."""
    for name, text in slot_modules(board).items():
        for node in ast.parse(text).body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple):
                names = {n.id for n in ast.walk(node.value) if isinstance(n, ast.Name)}
                names -= set(dir(builtins))  # exceptions are in flash as they are
                assert not names or len(node.value.elts) <= 5, f"{name}: {sorted(names)}"


def test_inlined__constant_that_no_file_names_any_more__is_left_out(tmp_path: Path) -> None:
    firmware = tmp_path / "firmware"
    firmware.mkdir()
    (tmp_path / "firmware/__init__.py").write_text("")
    numbers = firmware / "numbers.py"
    numbers.write_text("GONE = 1\nASKED = 2\nTOLD = 3\nBOUND = 4\nROWS = (GONE, ASKED)\n")
    (firmware / "handed.py").write_text("ON = 5\n")
    (firmware / "user.py").write_text(
        "from firmware import numbers\nfrom firmware.numbers import GONE, BOUND\n"
        "from firmware.handed import *\n"
        "def f(x, BOUND=0):\n    return GONE, x.ASKED, getattr(x, 'TOLD'), numbers.ROWS\n"
    )
    assert inlined(numbers, tmp_path).splitlines() == [
        "pass",
        "ASKED = 2",
        "TOLD = 3",
        "BOUND = 4",
        "ROWS = (1, 2)",
    ]
    assert inlined(firmware / "handed.py", tmp_path) == "ON = 5\n"


def test_inlined__firmware_file__parses_and_keeps_its_lines() -> None:
    for path in sources("firmware"):
        text = inlined(path, ROOT)
        ast.parse(text, name_of(path))
        assert len(text.splitlines()) == len(path.read_text().splitlines()), name_of(path)


def test_inlined__table_that_no_board_names__stays_behind(tmp_path: Path) -> None:
    """Words for a number serve the host alone; a text of the same name is no use of it."""
    (tmp_path / "firmware").mkdir()
    words = tmp_path / "firmware" / "words.py"
    words.write_text("NAMES = (\n    'a',\n    'b',\n)\nROWS = ((1, 'NAMES'),)\n")
    (tmp_path / "firmware" / "user.py").write_text("from firmware.words import ROWS\nprint(ROWS)\n")
    assert inlined(words, tmp_path) == "pass\n\n\n\nROWS = ((1, 'NAMES'),)\n"
