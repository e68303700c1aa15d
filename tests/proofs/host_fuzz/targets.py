"""Bytes from outside into each of the host's readers; only a FaroError may come of them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from faro.journal import file as journal
from faro.journal.verify import verify_file
from faro.shuffler import proof
from faro.sim import scenario_file
from faro.wire.dictionary import dictionary_from
from faro.wire.errors import FaroError
from faro.wire.keys import DeviceKeys
from faro.wire.protocol import Protocol

CORPUS = Path(__file__).parent / "corpus"
_SECTIONS = 6


def _file(read: Callable[[Path], object]) -> Callable[[bytes], None]:
    place = Path(tempfile.gettempdir()) / f"faro-fuzz-{os.getpid()}"

    def target(data: bytes) -> None:
        place.write_bytes(data)
        place.chmod(0o600)
        try:
            read(place)
        finally:
            place.unlink()

    return target


def _frames(data: bytes) -> None:
    protocol = Protocol()
    at = 0
    while at < len(data):  # in pieces, as a port gives them
        size = data[at] + 1
        protocol.receive(data[at : at + size])
        at += size


def _dictionary(data: bytes) -> None:
    lines = data.decode("ascii", "replace").split("\n")
    sections: list[list[str]] = [[] for _ in range(_SECTIONS)]
    for line in lines:
        sections[ord(line[0]) % _SECTIONS if line else 0].append(line[1:])
    dictionary_from(sections)


def _journal(path: Path) -> None:
    file = journal.read(path)
    verify_file(file, bytes(32))
    for event in file.events():
        event.as_json()


def _proof(path: Path) -> None:
    proof.findings(proof.load(path))


TARGETS: dict[str, Callable[[bytes], None]] = {
    "frames": _frames,
    "dictionary": _dictionary,
    "journal": _file(_journal),
    "scenario": _file(scenario_file.load),
    "proof": _file(_proof),
    "keys": _file(DeviceKeys.load),
}


def feed(name: str, data: bytes) -> None:
    """One case; raises what the reader should not have raised."""
    try:
        TARGETS[name](data)
    except FaroError:
        pass
