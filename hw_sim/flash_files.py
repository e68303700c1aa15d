"""Files into a simulated board's littlefs while it has no power, and its keys into the store."""

from __future__ import annotations

import struct
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from firmware.drivers.fram import Fram
from firmware.store import cell_store
from firmware.store.cells import CELL_KEYS, CELL_UPDATES
from firmware.store.states import ST_BLANK
from firmware.trust.keys import SIGNER_AT
from hw_sim.parts.flash import SECTOR_BYTES
from hw_sim.parts.local_bus import LocalI2c
from hw_sim.rig import BoardRig, Rig
from hw_sim.vm import ROOT, SimError, find_micropython

# littlefs is MicroPython's own, so that its layout is the one that the board sees
_SCRIPT = ROOT / "hw_sim/shims/littlefs_tool.py"


# The loader's modules are frozen on the chip and take no RAM there; here they are compiled into
# the heap, and what they leave in it (interned names, mostly) was measured as 60 kB.
LOADER_HEAP_KB = 64


def loader_rig(kinds: Sequence[str], seed: int = 1, extra_path: Sequence[Path] = ()) -> Rig:
    """Boards that start with the boot loader instead of the application; not powered yet."""
    loader = (ROOT / "boards/sim/loader", ROOT / "boards/common")
    rig = Rig(kinds, seed, (*extra_path, *loader))
    for board in rig.boards.values():
        board.board.vm.heap_kb += LOADER_HEAP_KB
    return rig


def write_files(board: BoardRig, files: Mapping[str, bytes | None]) -> None:
    """Write (or with None remove) files by path; the file system is made when there is none."""
    _tool(board, files, "write")


def read_files(board: BoardRig) -> dict[str, bytes]:
    """Everything in the board's file system."""
    return _tool(board, {}, "list")


def _tool(board: BoardRig, files: Mapping[str, bytes | None], what: str) -> dict[str, bytes]:
    size_bytes = board.pins.LITTLEFS_SECTORS * SECTOR_BYTES
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "flash").write_bytes(board.flash.data[:size_bytes])
        lines: list[str] = []
        for number, (path, data) in enumerate(files.items()):
            lines.append("%s %s" % ("-" if data is None else number, path))
            if data is not None:
                (folder / str(number)).write_bytes(data)
        (folder / "jobs").write_text("\n".join(lines))
        command = [*find_micropython(), "-X", "heapsize=32m", str(_SCRIPT), name, what]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SimError("littlefs: " + done.stderr + done.stdout)
        board.flash.data[:size_bytes] = (folder / "flash").read_bytes()
        found: dict[str, bytes] = {}
        lines = (folder / "found").read_text().splitlines() if what == "list" else []
        for line in lines:
            number, path = line.split(" ", 1)
            found[path] = (folder / ("found" + number)).read_bytes()
        return found


def open_store(board: BoardRig) -> Any:
    """The store of a board without power, opened in this process; made when the chips are new."""
    addresses = board.pins.FRAM_ADDRESSES
    i2c = LocalI2c(dict(zip(addresses, board.frams, strict=True)))
    frams = [Fram(i2c, address) for address in addresses]
    store: Any = cell_store.CellStore(frams[0], frams[1], board.board.unique_id)
    store.open()
    if store.state == ST_BLANK:
        store.format()
    return store


def set_signer(board: BoardRig, public_key: bytes) -> None:
    """Provision the key that images must be signed with."""
    store = open_store(board)
    store.edit(CELL_KEYS)[SIGNER_AT : SIGNER_AT + len(public_key)] = public_key
    store.commit()


def install(
    board: BoardRig, manifest: bytes, signature: bytes, pack: bytes, slot: int, minimum: int
) -> None:
    """Put an image into a slot and make it the active one, as after a proved update."""
    folder = "slots/" + ("", "a", "b")[slot]
    contents = {"manifest": manifest, "signature": signature, "pack": pack}
    write_files(board, {f"{folder}/{name}": data for name, data in contents.items()})
    store = open_store(board)
    cell = store.edit(CELL_UPDATES)
    struct.pack_into("<BBBBI", cell, 0, 0, slot, 0, 0, minimum)
    store.commit()
