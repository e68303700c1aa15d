"""Evidence, proofs and journals of any content: one clear line, never all memory, no traceback."""

from __future__ import annotations

import json
import random
import struct
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from click.testing import CliRunner

from faro.cli import main
from faro.jackpot.report import FORMAT as EVIDENCE
from faro.journal.file import RECORD_BYTES, Extent, Seal, write
from faro.shuffler.proof import DealtCard, ProofFile
from faro.wire.dictionary import own_dictionary
from faro.wire.keys import DeviceKeys

MOST_BYTES = 30_000_000
NESTED = b"[" * 3_000 + b"]" * 3_000
STRANGE: tuple[Any, ...] = (
    None, True, -1, 2**70, 1e308, "", "zz", "00", "0" * 70_000, [], {}, [[]], ["00"] * 3, {"a": 1},
)  # fmt: skip


def evidence(first: int, last: int) -> dict[str, Any]:
    head = struct.pack("<IIIIIBBqqqq", 1, 1, first, last, 0, 255, 255, *(2**63 - 1,) * 4)
    data = head.ljust(114, b"\x00") + b"\xff" * 128
    return {"format": EVIDENCE, "board": "00" * 8, "evidence": data.hex(), "nonce": "00" * 16,
            "mac": "00" * 32, "journal": ["11" * RECORD_BYTES]}  # fmt: skip


def proof(path: Path) -> dict[str, Any]:
    card = DealtCard(0, "AS", "00" * 16, ["00" * 32] * 6)
    ProofFile("00" * 8, 1, 52, "00" * 32, [card]).save(path)
    return json.loads(path.read_text())


def a_record(rng: random.Random, number: int) -> bytes:
    """Any event with any fields; its CRC is right."""
    spec = rng.choice(list(own_dictionary().events.values()))
    size = spec.layout.fmt.size if rng.random() < 0.9 else rng.randrange(77)
    payload = rng.choice((rng.randbytes(size), bytes(size), b"\xff" * size))
    head = struct.pack("<IIIHBB", number, 0, rng.randrange(2**32), 1, spec.number, size)
    body = (head + payload[:76]).ljust(92, b"\x00") + bytes(32)
    return body + struct.pack("<I", crc32(body))


def run(*words: object) -> None:
    """Whatever it says, it says it in words."""
    result = CliRunner().invoke(main, [str(word) for word in words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code in (0, 1, 2)
    assert len(result.stderr.splitlines()) <= 1, result.stderr


@pytest.fixture
def check(tmp_path: Path) -> Callable[[str, bytes], None]:
    """A file of that content, read by every command that reads such files."""
    keys = tmp_path / "keys.json"
    DeviceKeys.create("00" * 8, "meter").save(keys)
    path = tmp_path / "file"

    def carry_out(kind: str, data: bytes) -> None:
        path.write_bytes(data)
        if kind == "evidence":
            run("jackpot", "check-evidence", path, "-k", keys)
        elif kind == "proof":
            run("proof", "verify", path)
            run("proof", "verify", path, "--journal", path)
        else:
            run("journal", "verify", path)
            run("journal", "verify", path, "-k", keys)
            run("journal", "show", path)
            run("round", "show", 1, "--file", path)
            run("reconcile", "--journal", path)

    return carry_out


@pytest.mark.parametrize("kind", ["evidence", "proof", "journal"])
def test_any_bytes__refused_in_one_line(kind: str, check: Callable[[str, bytes], None]) -> None:
    rng = random.Random(kind)
    for data in (b"", b"\n", b"{}", b"[]\n", NESTED, NESTED + b"\n", b"\xff" * 99, b"9" * 9_000):
        check(kind, data)
    for _ in range(30):
        check(kind, rng.randbytes(rng.randrange(600)))


def test_evidence__of_four_billion_records__eats_no_memory(
    check: Callable[[str, bytes], None],
) -> None:
    tracemalloc.start()
    for first, last in ((0, 2**32 - 1), (2**32 - 1, 0), (5, 5)):
        check("evidence", json.dumps(evidence(first, last)).encode())
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < MOST_BYTES


@pytest.mark.parametrize("kind", ["evidence", "proof"])
def test_document__each_field_anything__one_line(
    kind: str, tmp_path: Path, check: Callable[[str, bytes], None]
) -> None:
    good = evidence(5, 5) if kind == "evidence" else proof(tmp_path / "good")
    for name in good:
        for value in STRANGE:
            check(kind, json.dumps({**good, name: value}).encode())
        check(kind, json.dumps({k: v for k, v in good.items() if k != name}).encode())
    inner = "journal" if kind == "evidence" else "dealt"
    for value in STRANGE:
        check(kind, json.dumps({**good, inner: [value]}).encode())
    if kind == "proof":
        for name in good["dealt"][0]:
            for value in STRANGE:
                row = {**good["dealt"][0], name: value}
                check(kind, json.dumps({**good, "dealt": [row]}).encode())
        check(kind, json.dumps({**good, "dealt": good["dealt"] * 600}).encode())


@pytest.mark.campaign
def test_journal__any_events_in_any_order__verdict_and_books_in_words(
    tmp_path: Path, check: Callable[[str, bytes], None]
) -> None:
    for seed in range(60):
        rng = random.Random(seed)
        path = tmp_path / "journal"
        records = [a_record(rng, n) for n in range(1, rng.randrange(2, 200))]
        rings = Extent(1, len(records), bytes(32)), Extent(0, 0, bytes(32))
        seal = Seal(bytes(16), 7, rings, bytes(32))
        write(path, bytes(8), records, seal)
        data = bytearray(path.read_bytes())
        if seed % 3 == 0:
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        check("journal", bytes(data[: rng.choice((len(data), rng.randrange(len(data))))]))


def test_file__longer_than_any_of_its_kind__refused(tmp_path: Path) -> None:
    path = tmp_path / "long"
    with path.open("wb") as file:
        file.truncate(5_000_000)
    run("proof", "verify", path)
    result = CliRunner().invoke(main, ["proof", "verify", str(path)])
    assert "longer than" in result.stderr
