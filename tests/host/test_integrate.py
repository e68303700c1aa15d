"""docs/integrate.md: its programs run as they are printed, and its tables are whole."""

from __future__ import annotations

import hmac
import json
import queue
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from faro.docs.enums import ENUMS, FIELDS, enum_of
from faro.docs.make import dictionary_data
from faro.docs.session import BOARD_NONCE, EPOCH, HOST_NONCE, ROLE_KEY, STEPS, UNIQUE_ID, frames
from faro.sim.scenarios.jackpot import JackpotTable
from faro.wire.client import Client
from faro.wire.dictionary import own_dictionary
from faro.wire.error_words import ADVICE
from faro.wire.framing import Splitter
from faro.words.jackpot import METERS
from firmware.cards.codes import card_named
from firmware.core.errors import ERRORS
from hw_sim.gateway import PtyPort, TcpPort
from hw_sim.pacing import PacedRunner
from tests.host.test_protocol_doc import bodies
from tests.model.board_desk import PASS_MS, PAUSE_MS, CardFeed
from tests.scenario.run_table import CodedTable
from tests.style.imports import ROOT

PAGE = (ROOT / "docs/integrate.md").read_text("utf-8")
PROGRAMS: dict[str, str] = dict(
    re.findall(r"```(?:python|js)\n(?:#|//) (\S+)\n(.*?)```", PAGE, re.DOTALL)
)
# dealer first, then seats 1 and 2; seat 2 gets a flush
CARDS = "2S 3H 4D  6S 7H 8D  TS JH QD  AS 2D 3D  5H 6C 9D"
METER_ADDRESS = 0xB0


class ServedTable:
    """Both boards behind real ports, run by a thread; people act there in its time."""

    def __init__(self, folder: Path, is_tcp: bool) -> None:
        self.rig = CodedTable()
        self.rig.start()
        self.folder = folder
        self.keys = {name: self.rig.provision(name) for name in ("shoe", "meter")}
        for name, keys in self.keys.items():
            keys.of_role("table").save(folder / f"{name}.keys")
        self.feed = CardFeed(self.rig)
        make: Callable[[Any], PtyPort | TcpPort] = TcpPort if is_tcp else PtyPort
        self.ports = {name: make(self.rig.boards[name].usb_host) for name in self.keys}
        self.bus = PtyPort(self.rig.bus_host)
        self._acts: queue.Queue[Callable[[], None]] = queue.Queue()
        self._is_over = threading.Event()
        self._runner = PacedRunner(self.rig, [*self.ports.values(), self.bus], 4.0)
        self._look()
        self._thread = threading.Thread(target=self._runner.run, args=(self._is_over.is_set,))
        self._thread.start()

    def _look(self) -> None:
        """In the runner's thread: whatever people do comes from here."""
        while not self._acts.empty():
            self._acts.get()()
        self.rig.kernel.after(20_000, self._look)

    def deal(self) -> None:
        """Chips at both seats, then the cards one after another."""

        def act() -> None:
            expander = self.rig.boards["meter"].expander
            assert expander is not None
            for seat in (0, 1):
                expander.set_sensor(seat, True)
            for place, card in enumerate(CARDS.split()):
                at_ms = 500 + place * (PASS_MS + PAUSE_MS)
                code = card_named(card)
                self.rig.kernel.after(at_ms * 1000, lambda code=code: self.feed.start(code))

        self._acts.put(act)

    def args(self) -> list[str]:
        found: list[str] = []
        for name in ("shoe", "meter"):
            url = self.ports[name].url.removeprefix("socket://")
            found += [url, str(self.folder / f"{name}.keys")]
        return found

    def pay(self) -> None:
        """Supervisor and inspector, on the meter's other port."""
        with Client.open(self.bus.url, METER_ADDRESS) as person:
            person.open_session(self.keys["meter"], "supervisor")
            person.request("CONFIRM_HIT", round=1)
            person.open_session(self.keys["meter"], "inspector")
            person.confirm(person.deed())

    def close(self) -> None:
        self._is_over.set()
        self._thread.join()
        self._runner.close()

    def events(self) -> list[tuple[str, dict[str, Any]]]:
        """The meter's record, once the ports are closed."""
        return JackpotTable(self.rig, keys=self.keys["meter"]).events()


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
            _until_pending(table)
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


def _until_pending(table: ServedTable) -> None:
    with Client.open(table.bus.url, METER_ADDRESS) as person:
        for _ in range(200):
            if person.request("GET_JACKPOT").fields["state"] == 3:
                return
            threading.Event().wait(0.1)
    raise AssertionError("nobody has won")


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
