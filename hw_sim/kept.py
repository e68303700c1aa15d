"""Chips that live in files: what a board remembers outlasts the simulator, however it ends."""

from __future__ import annotations

import fcntl
import json
import os
from pathlib import Path
from typing import IO, Any

from hw_sim.rig import BoardRig
from hw_sim.vm_process import SimError

_FORMAT = "faro-sim-state-1"


class KeptChips:
    """Flash and FRAM of a board without power are files from now on, until `close`.

    `is_known`: they were there before.  Another simulator cannot use them meanwhile.
    """

    def __init__(self, board: BoardRig, folder: Path) -> None:
        chips = {"fram_a": board.frams[0], "fram_b": board.frams[1], "flash": board.flash}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = _locked(folder)
            self.is_known = (folder / "board.json").exists()
            if self.is_known:
                board.board.unique_id = _read_id(board, folder)
            for name, chip in chips.items():
                chip.live_in(_kept_file(folder / f"{name}.bin", bytes(chip.data), self.is_known))
            if not self.is_known:  # last: a folder with this file is whole
                number = board.board.unique_id.hex()
                facts = {"format": _FORMAT, "kind": board.model.kind, "unique_id": number}
                (folder / "board.json").write_text(json.dumps(facts) + "\n")
        except OSError as error:
            raise SimError(f"cannot keep state in {folder}: {error.strerror}") from None

    def close(self) -> None:
        os.close(self._lock)


def _locked(folder: Path) -> int:
    """The lock goes with the process, however that ends."""
    descriptor = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise SimError(f"another simulator uses {folder}") from None
    return descriptor


def _read_id(board: BoardRig, folder: Path) -> bytes:
    path = folder / "board.json"
    try:
        facts: dict[str, Any] = json.loads(path.read_text())
        if facts["format"] != _FORMAT or facts["kind"] != board.model.kind:
            raise ValueError
        return bytes.fromhex(facts["unique_id"])
    except (ValueError, KeyError, TypeError):
        raise SimError(f"{path} is not the state of a {board.model.kind}") from None


def _kept_file(path: Path, contents: bytes, is_known: bool) -> IO[bytes]:
    if not is_known:
        path.write_bytes(contents)
    elif path.stat().st_size != len(contents):
        raise SimError(f"{path} has {path.stat().st_size} bytes, not {len(contents)}")
    return path.open("r+b")
