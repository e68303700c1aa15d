"""`faro table run`: what people type, and one clear line for nonsense."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from faro.cli import main
from faro.table.commands import do, open_game
from faro.table.core import TableCore
from faro.table.state_file import TableState
from faro.wire.errors import BadInput, FaroError
from faro.wire.keys import DeviceKeys
from firmware.rounds.games.vocabulary import EQUIPMENT_NAMES
from tests.host.served_table import ServedTable


def run(*args: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["table", "run", *args])
    return result.exit_code, result.stderr


@pytest.fixture
def keys(tmp_path: Path) -> str:
    path = tmp_path / "table.keys"
    DeviceKeys.create("11" * 8, "shoe_pico2").of_role("table").save(path)
    return str(path)


def test_run__no_such_port__one_line_and_no_state_file(tmp_path: Path, keys: str) -> None:
    state = tmp_path / "state.json"
    code, text = run("--shoe", str(tmp_path / "no"), "--shoe-keys", keys, "--state", str(state))
    assert code == 1 and text.count("\n") == 1 and "no" in text
    assert not state.exists()


@pytest.mark.parametrize(
    ("more", "word"),
    [
        (["--meter", "x"], "belong together"),
        (["--supervisor", "nothing.keys"], "no key file"),
        (["--state", "broken.json"], "not a state file"),
    ],
)
def test_run__nonsense__one_clear_line(
    more: list[str], word: str, tmp_path: Path, keys: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("broken.json").write_text('{"format": "faro-table-1", "core": 7}')
    code, text = run("--shoe", "x", "--shoe-keys", keys, "--state", "s.json", *more)
    assert code != 0 and word in text and text.count("\n") == 1


def test_state_file__folder_that_is_not_there__said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(FaroError, match="cannot write"):
        TableState(tmp_path / "no" / "state.json").save()


class Shoe:
    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, Any]]] = []

    def request(self, name: str, **fields: Any) -> dict[str, Any]:
        self.asked.append((name, fields))
        return {}


@pytest.fixture
def program() -> Any:
    return SimpleNamespace(shoe=Shoe(), core=TableCore())


@pytest.mark.parametrize(
    ("line", "name", "fields"),
    [
        ("seats 1,3", "SET_AREAS", {"areas": 0b101}),
        ("pack", "PACK_LOADED", {}),
        ("decide 3 draws", "DECIDE", {"seat": 3, "decision": 2}),
        ("end", "END_ROUND", {"is_void": 0}),
        ("report no_decision 3", "REPORT_FINDING", {"irregularity": 45, "place": 3, "detail": 0}),
    ],
)
def test_typed__line__becomes_a_request(
    program: Any, line: str, name: str, fields: dict[str, Any]
) -> None:
    do(program, line)
    assert program.shoe.asked == [(name, fields)]


@pytest.mark.parametrize(
    "line", ["dance", "seats", "seats 9", "decide 3", "decide x draws", "report no", "round 4"]
)
def test_typed__nonsense__is_refused_and_nothing_is_sent(program: Any, line: str) -> None:
    with pytest.raises(BadInput):
        do(program, line)
    assert program.shoe.asked == []


@pytest.mark.parametrize(("equipment", "number"), [("shoe", 0), ("device", 1)])
def test_open_game__from_either_equipment__asks_for_it(
    program: Any, equipment: str, number: int
) -> None:
    open_game(program, "ldb", "1,2", EQUIPMENT_NAMES.index(equipment))
    fields = {"game": 5, "equipment": number, "decks": 0, "areas": 3}
    assert program.shoe.asked == [("OPEN_TABLE", fields)]
    with pytest.raises(BadInput, match="no game"):
        open_game(program, "bridge", "1")


def test_typed__which_round__is_matched(program: Any) -> None:
    program.core.question = (7, [41, 42])
    with pytest.raises(BadInput, match="41, 42, or none"):
        do(program, "round 40")
    do(program, "round none")
    assert program.core.question is None


def _command(table: ServedTable, folder: Path) -> list[str]:
    shoe, shoe_keys, meter, meter_keys = table.args()
    ports = ["--shoe", shoe, "--shoe-keys", shoe_keys, "--meter", meter, "--meter-keys", meter_keys]
    more = ["--state", str(folder / "state.json"), "--game", "csp", "--seats", "1,2"]
    return [str(Path(sys.executable).parent / "faro"), "table", "run", *ports, *more]


def _until(program: subprocess.Popen[str], word: str) -> None:
    assert program.stdout is not None
    lines: list[str] = []
    for line in program.stdout:
        lines.append(line)
        if word in line:
            return
    raise AssertionError(f"it never said '{word}':\n{''.join(lines)}")


@pytest.mark.campaign
def test_run__killed_in_the_middle_of_a_round__the_next_one_goes_on(tmp_path: Path) -> None:
    """As people run it: typed lines, a win, and a program that is killed and started again."""
    table = ServedTable(tmp_path, is_tcp=False)
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    try:
        with subprocess.Popen(_command(table, tmp_path), **pipes, bufsize=1) as first:
            assert first.stdin is not None
            _until(first, "quit")
            first.stdin.write("pack\n")
            _until(first, "antes")
            table.deal()
            _until(first, "cards are dealt")
            first.kill()
        with subprocess.Popen(_command(table, tmp_path), **pipes, bufsize=1) as second:
            assert second.stdin is not None
            _until(second, "quit")
            second.stdin.write("end\n")
            table.wait_for_win()
            table.pay()
            _until(second, "paid")
            _until(second, "wagers")
            second.stdin.write("quit\n")
            assert second.wait(30) == 0
    finally:
        table.close()
    names = [name for name, _ in table.events()]
    table.rig.close()
    for name in ("ROUND_FROZEN", "HANDS_READ", "CLAIMED", "PAID", "WAGERS_REOPENED"):
        assert names.count(name) == 1, name
