"""`faro rules`: rows, code and tests found in the source; a row without a test fails the check."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from faro.cli import main
from faro.rules.scan import citations, cited_in, game_of, marked_tests
from faro.rules.table import GAMES, SECTIONS, read_rows
from tests.style.imports import ROOT

SMALL_TEST = """
import pytest
from hypothesis.stateful import rule as machine_rule
rule = pytest.mark.rule

@pytest.mark.rule("C1", "TCP 3.1")
def test_one(): ...

@rule("C2")
@pytest.mark.skip(reason="not yet")
def test_skipped(): ...

@rule("C3")
def test_by_alias(rig): ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=[pytest.mark.rule("C4")]), 2])
def test_by_parameter(x): ...

class TestGroup:
    @rule("C5", "STANDARDS 7")
    def test_inside(self): ...

@machine_rule("C6")
def test_of_a_state_machine(): ...

@rule("C7")
def helper(): ...

@rule("I4", "I16")
def test_of_words(): ...

@rule("I5")
def test_on_boards(live): ...
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small project: one file of code, one of tests."""
    for folder in ("docs", "firmware/ruling/games", "tests/unit", "tests/scenario"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "docs/rules.md").write_bytes((ROOT / "docs/rules.md").read_bytes())
    (tmp_path / "firmware/ruling/games/ldb.py").write_text(
        '"""Lucky Draw Baccarat."""\nROWS = (10_15_2,)  # see (4.1.2)\n'
    )
    (tmp_path / "firmware/guard.py").write_text('"""S9 and TCP/FCP 12.3, 12.5."""\nC1 = 14.15\n')
    (tmp_path / "tests/unit/test_small.py").write_text(SMALL_TEST)
    return tmp_path


def faro(*args: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["rules", *args])
    return done.exit_code, done.output


def report(root: Path, *args: str) -> dict[str, Any]:
    return json.loads(faro("--root", str(root), "--json", *args)[1])


def test_rules__small_project__finds_what_carries_a_row_and_nothing_else(checkout: Path) -> None:
    rows = {row["id"]: row for row in report(checkout)["rows"]}
    tested = {
        row_id: [test["name"].split("::")[1] for test in row["tests"]]
        for row_id, row in rows.items()
        if row["tests"]
    }
    assert tested == {
        "C1": ["test_one"],
        "C3": ["test_by_alias"],
        "C4": ["test_by_parameter"],
        "C5": ["test_inside"],
        "I4": ["test_of_words"],
        "I5": ["test_on_boards"],
        "I16": ["test_of_words"],
    }
    assert rows["C3"]["tests"][0]["whole_firmware"] and not rows["C1"]["tests"][0]["whole_firmware"]
    assert rows["C6"]["code"] == ["firmware/ruling/games/ldb.py"]
    assert rows["C8"]["code"] == ["firmware/ruling/games/ldb.py"]
    assert rows["C12"]["code"] == ["firmware/guard.py"] == rows["S9"]["code"]
    assert rows["J12"]["code"] == [] == rows["C1"]["code"], "a name or a number in code cites none"


def test_rules__check__fails_for_each_row_that_has_no_test(checkout: Path) -> None:
    root = ("--root", str(checkout))
    status, output = faro(*root, "--check", "C1", "C3", "C4", "C5")
    assert status == 0, output
    for row_id in ("C2", "C6", "C7", "J1"):
        status, output = faro(*root, "--check", row_id)
        assert status == 1 and f"without a test: {row_id}" in " ".join(output.split())
    assert faro(*root, "--check", "--whole-firmware", "C3")[0] == 0
    assert faro(*root, "--check", "--whole-firmware", "C1")[0] == 1
    assert report(checkout, "--section", "S")["missing"] == [f"S{n}" for n in range(1, 10)]


def test_rules__irregularity__words_alone_do_not_carry_it(checkout: Path) -> None:
    root = ("--root", str(checkout))
    assert faro(*root, "--check", "I5")[0] == 0
    status, output = faro(*root, "--check", "I4")
    assert status == 1 and "without a test on whole boards: I4" in " ".join(output.split())
    assert faro(*root, "--check", "I16")[0] == 0, "said by the host"


def test_rules__marker_that_names_no_row__is_told_and_fails_the_check(checkout: Path) -> None:
    (checkout / "tests/scenario/test_more.py").write_text(
        'import pytest\npytestmark = pytest.mark.rule("S9")\n'
        '@pytest.mark.rule("C99", "CSP 14.9")\ndef test_x(): ...\n'
    )
    found = report(checkout)
    assert found["strange"] == ["tests/scenario/test_more.py::test_x: 'C99'"]
    assert faro("--root", str(checkout), "--check", "S9")[0] == 1


@pytest.mark.parametrize(
    ("args", "word"),
    [(("C77",), "C12"), (("--section", "X"), "C, I, S, J, A"), (("--root", "/"), "--root")],
)
def test_rules__bad_input__one_line_and_status_2(args: tuple[str, ...], word: str) -> None:
    status, output = faro(*args)
    assert status == 2 and word in output and output.count("\n") == 1


def test_citations__ways_to_write_them__all_are_found() -> None:
    text = "TCP/FCP 12.3, 12.5; see CSP 14.3 and 14.5 (LDB 8.1 to 8.3),\n TCB 12.13.2, 6 decks"
    assert citations(text) == {
        *("TCP 12.3", "TCP 12.5", "FCP 12.3", "FCP 12.5", "CSP 14.3", "CSP 14.5"),
        *("LDB 8.1", "LDB 8.3", "TCB 12.13.2"),
    }
    assert game_of(Path("firmware/rounds/games/tcb.py")) == "TCB"
    assert game_of(Path("a/engine.py")) == ""


def test_rules_table__rows__complete_in_order_and_cite_real_documents() -> None:
    numbers = {"C": 12, "I": 16, "S": 9, "J": 14, "A": 4}
    expected = [f"{letter}{n + 1}" for letter in SECTIONS for n in range(numbers[letter])]
    rows = read_rows(ROOT)
    assert [row.id for row in rows if row.section] == expected and len(rows) > len(expected) + 10
    page = (ROOT / "docs/rules.md").read_text()
    assert len(rows) == sum(line.startswith("| ") for line in page.splitlines()) - 6  # the heads
    assert all(f"**{short}** {title}" in " ".join(page.split()) for short, title in GAMES.items())
    for row in rows:
        assert row.duty.endswith(".") and row.cites
        assert all(cite.split()[0] in GAMES for cite in row.cites), row.id


@pytest.mark.parametrize("section", ["S"])
def test_rules__this_checkout__sections_that_are_built_have_their_tests(section: str) -> None:
    found = report(ROOT, "--section", section, "--whole-firmware")
    assert found["missing"] == [] and found["strange"] == []
    assert all(row["code"] for row in found["rows"]), "a row whose rules no code cites"


def test_rules__this_checkout__irregularities_are_played_on_whole_boards() -> None:
    found = report(ROOT, "--section", "I")
    assert found["missing"] == [] and found["strange"] == []
    assert all(row["code"] for row in found["rows"]), "a row whose rules no code cites"


def test_scan__own_files__read_as_meant() -> None:
    cites, _ids = cited_in(ROOT / "firmware/ruling/games/csp.py")
    assert {"CSP 14.9.2", "CSP 15.2", "CSP 3.7"} <= cites
    tests = dict(marked_tests(ROOT / "tests/unit/ruling/test_ruling_desk.py", ROOT))
    assert any("S8" in marks for marks in tests.values())


@pytest.mark.campaign
def test_rules__check_of_an_irregularity__its_rulings_are_played_on_whole_boards() -> None:
    root = ("--root", str(ROOT))
    status, output = faro(*root, "--check", "I13")
    assert status == 0 and "tcp shoe" in output and "done as the documents say" in output
    assert "done as" not in faro(*root, "--check", "--no-play", "I13")[1]


def test_rules__check_when_the_play_fails__says_so(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (checkout / "tests/model").mkdir()
    for folder in ("tests", "tests/model"):
        (checkout / folder / "__init__.py").touch()
    program = checkout / "tests/model/every_situation.py"
    program.write_text("import sys\nsys.exit('tcp shoe: no shuffle')\n")
    monkeypatch.delenv("PYTHONPATH", raising=False)
    status, output = faro("--root", str(checkout), "--check", "I5")
    assert status == 1 and "no shuffle" in output
    assert json.loads(faro("--root", str(checkout), "--check", "--json", "I5")[1])["played"]
