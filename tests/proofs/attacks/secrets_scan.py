"""Secrets in any output: a long session of everything, every outgoing byte searched for keys.

Undealt cards (RULES A2, STANDARDS 19) have a scan of their own, undealt_scan.py.
"""

from __future__ import annotations

import base64
import json
import re
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from unittest.mock import patch

from click.testing import CliRunner

from faro.cli import main as faro_main
from faro.journal.commands import read_records
from faro.wire.client import Client
from faro.wire.errors import FaroError
from faro.wire.framing import cobs_decode
from faro.wire.keys import DeviceKeys
from firmware.store.cells import CELL_GENERATOR, CELL_KEYS, CELL_ROLES
from hw_sim.sim_transport import SimTransport
from tests.proofs.attacks.bench import Bench
from tests.proofs.attacks.outcome import Outcome

WINDOW_BYTES = 8
_TEXTS = (
    "help", "ver", "stat", "fault", "ev 20", "keys", "key", "dump", "mem", "debug", "secret",
    "ev 99", "ev x", "show keys", "cell 11", "peek 0", "?",
)  # fmt: skip


class Scanner:
    """Knows the secrets; finds any eight bytes in a row of one, in several spellings."""

    def __init__(self) -> None:
        self._windows: dict[bytes, str] = {}
        self._sizes: set[int] = set()

    def add(self, name: str, secret: bytes) -> None:
        """Take a secret up; parts that are one byte repeated (blank memory) are none."""
        for at in range(len(secret) - WINDOW_BYTES + 1):
            window = secret[at : at + WINDOW_BYTES]
            if len(set(window)) == 1:
                continue
            digits = window.hex()
            for spelling in (window, window[::-1], digits.encode(), digits.upper().encode()):
                self._windows[spelling] = name
        for at in range(0, len(secret) - 11, 3):  # base64 of any alignment of the whole
            for skip in range(3):
                piece = secret[skip + at : skip + at + 9]
                if len(piece) == 9 and len(set(piece)) > 1:
                    self._windows[base64.b64encode(piece)] = name
        self._sizes = {len(window) for window in self._windows}

    def find(self, data: bytes) -> str | None:
        """The name of a secret of which a piece is in the data."""
        for size in self._sizes:
            for at in range(len(data) - size + 1):
                name = self._windows.get(data[at : at + size])
                if name is not None:
                    return name
        return None


def _secrets(bench: Bench, scanner: Scanner) -> None:
    """What the board's memory holds now: keys, role keys, the generator's state."""
    store = bench.store()
    scanner.add("the device key", bytes(store.view(CELL_KEYS)[:32]))
    scanner.add("a role's key", bytes(store.view(CELL_ROLES)[:128]))
    # key and value; version and reseed counter around them are no secrets
    scanner.add("the generator's state", bytes(store.view(CELL_GENERATOR))[1:65])


def _client_secrets(clients: Iterable[Client], scanner: Scanner) -> None:
    for client in clients:
        session: Any = client.protocol.session
        if session is not None:
            scanner.add("a session key", session.key)


def scan(bench: Bench) -> Outcome:
    notes = bench.begin(
        "a long session of everything; every byte that leaves the board, and every log"
    )
    scanner = Scanner()
    scanner.add("the device key", bench.keys.device)
    for role, key in bench.keys.roles.items():
        scanner.add(f"the {role}'s key", key)
    bench.board.usb.trace = []
    bench.rig.bus.trace = []
    texts: dict[str, str] = {}
    _secrets(bench, scanner)
    _run_protocol(bench, scanner, texts)
    texts["log of the firmware"] = bench.board.board.vm.log_text()
    with tempfile.TemporaryDirectory() as folder:
        _run_commands(bench, Path(folder), texts)
    _secrets(bench, scanner)
    sent = b""
    for _time, sender, data in [*bench.board.usb.trace, *bench.rig.bus.trace]:
        if "host" not in sender:
            sent += data
    for where, data in (
        ("the lines", sent),
        ("frames on the lines", _decoded(sent)),
        ("the flash with journal and files", _written(bench.board.flash.contents())),
        *((name, text.encode()) for name, text in texts.items()),
        *((name, _unescaped(text)) for name, text in texts.items()),
    ):
        found = scanner.find(data)
        notes.expect(found is None, f"{found} is in {where}")
    notes.note = f"{len(sent)} bytes sent, {len(texts)} texts and the whole flash searched"
    return notes.outcome()


def _decoded(sent: bytes) -> bytes:
    """Bodies of the frames: COBS would hide a key that holds a zero."""
    bodies = [cobs_decode(piece) for piece in sent.split(b"\0") if piece]
    return b"\0".join(body for body in bodies if body)


def _unescaped(text: str) -> bytes:
    """Bytes that Python printed with backslashes."""
    plain = re.sub(r"\\x([0-9a-fA-F]{2})", lambda found: chr(int(found[1], 16)), text)
    return plain.encode("latin-1", "ignore")


def _written(flash: bytes) -> bytes:
    """The sectors that hold anything."""
    sectors = (bytes(flash[at : at + 4096]) for at in range(0, len(flash), 4096))
    return b"".join(sector for sector in sectors if len(set(sector)) > 1)


def _run_protocol(bench: Bench, scanner: Scanner, texts: dict[str, str]) -> None:
    """Every read, every role, every text command, faults and errors, over both lines."""
    clients: list[Client] = []
    for number, role in enumerate(bench.keys.roles):
        client = bench.session(role, 0x90 + number)
        clients.append(client)
        client.request("TIME", utc_s=1_800_000_000)
        texts[f"repr of the client as {role}"] = repr(vars(client))
    technician = clients[-1]
    for setting in range(8):
        _quietly(technician, "GET_SETTING", setting=setting)
        _quietly(technician, "SET_SETTING", setting=setting, value=-1)
    technician.describe()
    _read_journal(technician)
    for line_client, prefix in (
        (bench.client(), ""),
        (bench.bus_client(), f"@{bench.address:02x} "),
    ):
        for text in _TEXTS:
            line_client.text(prefix + text)
        for name in ("GET_HEALTH", "GET_FAULTS"):
            _quietly(line_client, name, first=0)
    _quietly(technician, "ATTEST", nonce=bytes(16))
    for _ in range(100):
        bench.wait_ms(100)
        if technician.request("GET_ATTESTATION").fields["state"] != 1:
            break
    bench.board.set_lid(True)
    bench.board.supply_mv = 4_300
    bench.wait_ms(3_000)
    bench.board.set_lid(False)
    bench.board.supply_mv = 5_000
    _again_provisioned(bench, technician, scanner)
    texts["log of the firmware before"] = bench.board.board.vm.log_text()
    bench.power_cycle()
    _read_journal(bench.client())
    _client_secrets(clients, scanner)


def _again_provisioned(bench: Bench, technician: Client, scanner: Scanner) -> None:
    """New keys by the technician: the old ones stay secret too."""
    new = DeviceKeys.create(bench.keys.unique_id, "shoe")
    scanner.add("the new device key", new.device)
    for role, key in new.roles.items():
        scanner.add(f"the new {role}'s key", key)
    bench.board.set_lid(True)
    bench.wait_ms(50)
    technician.provision(new)
    inspector = bench.session("inspector", 0x88)
    inspector.confirm(inspector.deed())
    bench.board.set_lid(False)
    bench.wait_ms(50)
    bench.keys = new


def _quietly(client: Client, name: str, **fields: Any) -> None:
    try:
        client.request(name, **fields)
    except FaroError:
        pass  # refusals are part of it


def _read_journal(client: Client) -> None:
    last = client.request("GET_JOURNAL").fields["last"]
    list(read_records(client, 1, last))
    client.request("SEAL_JOURNAL", nonce=bytes(16))


def _run_commands(bench: Bench, folder: Path, texts: dict[str, str]) -> None:
    """The `faro` command on the simulated line: what it prints, as text and as JSON."""
    key_file = folder / "keys"
    bench.keys.save(key_file)
    kernel, end = bench.rig.kernel, bench.board.usb_host
    exported = folder / "journal.faro"
    commands = (
        ["status"], ["describe"], ["events", "--last", "50"], ["events"],
        ["text", "stat"], ["settings"], ["settings", "seats", "6", "-k", str(key_file)],
        ["settings", "seats", "99", "-k", str(key_file)],
        ["clear-fault", "LID_OPEN", "-k", str(key_file)],
        ["journal", "export", str(exported)],
        ["provision", str(folder / "new"), "-k", str(key_file)],
        ["confirm", "-k", str(key_file)],
        ["restart", "-k", str(folder / "none")],
    )  # fmt: skip
    runner = CliRunner()

    def connect(_url: str) -> SimTransport:
        return SimTransport(kernel, end)

    with patch("faro.wire.client.open_transport", connect):
        for words in commands:
            for extra in ([], ["--json"]):
                result = runner.invoke(faro_main, [*words, "-p", "sim", *extra])
                name = "output of faro " + " ".join([words[0], *extra])
                text = result.output + repr(result.exception)
                texts[name] = texts.get(name, "") + text
    if exported.exists():
        texts["the exported journal"] = exported.read_bytes().decode(errors="replace")
        for words in (["journal", "verify", "-k", str(key_file)], ["journal", "show"]):
            result = runner.invoke(faro_main, [*words, str(exported)])
            texts["output of faro " + " ".join(words[:2])] = result.output
    texts["a dump of what was printed"] = json.dumps(texts)
