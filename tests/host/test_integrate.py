"""docs/integrate.md: its programs run as they are printed, and its tables are whole."""

from __future__ import annotations

import hmac
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from faro.docs.enums import ENUMS, FIELDS, enum_of
from faro.docs.make import dictionary_data
from faro.docs.session import BOARD_NONCE, EPOCH, HOST_NONCE, ROLE_KEY, STEPS, UNIQUE_ID, frames
from faro.wire.dictionary import own_dictionary
from faro.wire.error_words import ADVICE
from faro.wire.framing import Splitter
from faro.words.jackpot import METERS
from firmware.core.errors import ERRORS
from tests.host.served_table import ServedTable
from tests.host.test_protocol_doc import bodies
from tests.scenario.run_table import CodedTable
from tests.style.imports import ROOT

PAGE = (ROOT / "docs/integrate.md").read_text("utf-8")
PROGRAMS: dict[str, str] = dict(
    re.findall(r"```(?:python|js)\n(?:#|//) (\S+)\n(.*?)```", PAGE, re.DOTALL)
)


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[[bool], ServedTable]]:
    tables: list[ServedTable] = []

    def make(is_tcp: bool) -> ServedTable:
        tables.append(ServedTable(tmp_path, is_tcp))
        return tables[-1]

    yield make
    for table in tables:
        table.rig.close()


def play(table: ServedTable, command: list[str]) -> None:
    """A round with a win, as the program on the page has it."""
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as program:
        assert program.stdin is not None and program.stdout is not None
        try:
            assert program.stdout.readline() == "place your bets\n"
            table.deal()
            assert program.stdout.readline() == "settle the wagers, then press Enter\n"
            program.stdin.write("\n")
            table.wait_for_win()
            table.pay()
            assert program.stdout.readline() == "place your bets\n"
        finally:
            program.kill()
            table.close()
    told = table.events()
    names = [name for name, _ in told]
    assert [f["accepted"] if "accepted" in f else f["seats"] for n, f in told
            if n == "ROUND_FROZEN"] == [0b11]  # fmt: skip
    assert [f["seat"] for n, f in told if n == "PAID"] == [2]
    assert names.count("HANDS_READ") == names.count("WAGERS_REOPENED") == 1


@pytest.mark.campaign
@pytest.mark.parametrize("name", ["csp_table.py", "csp_table_async.py"])
def test_integrate__python_as_printed__plays_a_round_with_a_win(
    name: str, serve: Callable[[bool], ServedTable], tmp_path: Path
) -> None:
    assert len(PROGRAMS[name].splitlines()) <= 60
    (tmp_path / name).write_text(PROGRAMS[name])
    table = serve(False)
    play(table, [sys.executable, str(tmp_path / name), *table.args()])


@pytest.mark.campaign
@pytest.mark.parametrize("is_tcp", [True, False])
def test_integrate__node_as_printed__plays_a_round_with_a_win(
    is_tcp: bool, serve: Callable[[bool], ServedTable], tmp_path: Path
) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed: the JavaScript of docs/integrate.md was not run")
    (tmp_path / "csp_table.mjs").write_text(PROGRAMS["csp_table.mjs"])
    (tmp_path / "dictionary.json").write_text(json.dumps(dictionary_data()))
    table = serve(is_tcp)
    files = [str(tmp_path / "csp_table.mjs"), str(tmp_path / "dictionary.json")]
    play(table, [node, *files, *table.args()])


# -- tables --------------------------------------------------------------------------------------


def test_integrate__every_error__has_advice_and_no_other() -> None:
    assert set(ADVICE) == {name for _code, name in ERRORS}


def test_integrate__dictionary__has_words_for_every_number_that_has_some() -> None:
    data = json.loads(json.dumps(dictionary_data()))
    assert [row["name"] for row in data["meters"]] == list(METERS)
    assert data["enums"]["card"]["51"] == "AC" and data["enums"]["hand_class"]["1"] == "royal"
    used = {
        field["enum"]
        for row in (*data["messages"], *data["events"])
        for field in (*row["fields"], *row.get("record", []))
    } - {None}
    assert used == set(FIELDS.values())
    assert used <= set(ENUMS)
    assert enum_of("JACKPOT", "state") == "jackpot_state"


def test_integrate__session_frame_by_frame__by_the_document_alone() -> None:
    """Tags made as protocol.md says, with the client that was written from it."""
    context = UNIQUE_ID + EPOCH.to_bytes(4, "little") + (7).to_bytes(4, "little")
    context += bytes((0x80, 1, 0, 0)) + BOARD_NONCE + HOST_NONCE
    text = bytes((0, 0, 0, 1)) + b"faro-session-2\0" + context + bytes((0, 0, 1, 0))
    key = hmac.digest(ROLE_KEY, text, "sha256")
    shown = [line for line in PAGE.splitlines() if line[:2] in ("→ ", "← ")]
    assert len(shown) == len(frames()) == 2 * len(STEPS)
    for number, line in enumerate(shown):
        (body,) = bodies(bytes.fromhex(line[18:]))
        if number >= 2:
            letter = b"H" if line[0] == "→" else b"B"
            assert body[-16:] == hmac.digest(key, letter + body[:-16], "sha256")[:16], line


def test_integrate__session_on_a_board__the_same_kinds_and_lengths() -> None:
    with CodedTable() as rig:
        rig.start()
        keys = rig.provision("meter")
        client = rig.client("meter")
        client.open_session(keys, "table")
        known = own_dictionary().message_names
        for name, fields, answer, answer_fields, _why in STEPS[2:]:
            got = client.request(name, **fields)
            assert got.name == answer
            assert len(got.frame.payload) == len(known[answer].layout.pack(answer_fields))
            if answer == "OK":
                assert got.fields == answer_fields, name
    assert len(Splitter().feed(frames()[0].data)) == 1
