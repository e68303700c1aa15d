"""Boards that know a deck already: enrolled once by the firmware itself, kept for the next time.

The first use of a design feeds a new deck six times through a simulated shoe (seconds); what
that board then has in flash and cell is given to others before they are powered.
"""

from __future__ import annotations

import hashlib
import struct
from functools import cache
from pathlib import Path

from faro.cache import cache_folder
from faro.sim.rig import Rig
from faro.wire.client import Client
from firmware.store.cells import CELL_CARDS
from hw_sim.rig import BoardRig
from hw_sim.unpowered import open_store
from hw_sim.vm import ROOT
from hw_sim.vm_process import SimError
from hw_sim.world.cards import deck
from hw_sim.world.shoe import ShoeWorld

_SEED = 52
_CELL_BYTES = 14
_MOST_TRIES = 3
# what a new set of templates depends on
_SOURCES = (
    "firmware/cards/recognise",
    "firmware/cards/enrol_session.py",
    "hw_sim/optics",
    "hw_sim/world",
)


def enrol(board: BoardRig, design: str = "plain") -> None:
    """Give a shoe without power the templates of a design, as after its own enrolment."""
    cell, templates = _enrolled(design)
    at = board.layout.storage_at("templates")
    board.flash.data[at : at + len(templates)] = templates
    store = open_store(board)
    store.edit(CELL_CARDS)[:_CELL_BYTES] = cell
    store.commit()


def is_known(design: str = "plain") -> bool:
    """Whether it was enrolled before; else that takes a while."""
    return _path(design).exists()


def _path(design: str) -> Path:
    return cache_folder() / "enrolled" / f"{design.replace('/', '_')}-{_fingerprint()}"


@cache
def _enrolled(design: str) -> tuple[bytes, bytes]:
    path = _path(design)
    if not path.exists():
        made = b"".join(_make(design))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_suffix(".new").write_bytes(made)
        path.with_suffix(".new").replace(path)
    data = path.read_bytes()
    return data[:_CELL_BYTES], data[_CELL_BYTES:]


def _fingerprint() -> str:
    digest = hashlib.sha256()
    for source in _SOURCES:
        path = ROOT / source
        files: list[Path] = sorted(path.rglob("*.py")) if path.is_dir() else [path]
        for file in files:
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _make(design: str) -> tuple[bytes, bytes]:
    """An enrolment as a technician does it, in virtual time."""
    with Rig(("shoe",), _SEED) as rig:
        rig.start()
        board = rig.boards["shoe"]
        client = rig.client("shoe")
        client.open_session(rig.provision("shoe"), "technician")
        client.request("ENROL_BEGIN", order=0)
        feed_for_enrolment(rig, client, ShoeWorld(board), design)
        report = client.request("ENROL_END", is_kept=1).fields
        if report["version"] == 0:
            raise SimError(f"design {design} cannot be enrolled: {report}")
        at = board.layout.storage_at("templates")
        board.board.power_off()
        cell = bytes(open_store(board).view(CELL_CARDS)[:_CELL_BYTES])
        size_bytes = struct.unpack_from("<I", cell, 4)[0]
        return cell, bytes(board.flash.data[at : at + size_bytes])


def feed_for_enrolment(
    rig: Rig, client: Client, world: ShoeWorld, design: str = "plain", wear: int = 1
) -> dict[str, int]:
    """A new deck, six times, each refused card again; what the board says at the end."""
    now = client.request("GET_ENROLMENT").fields
    for number in range(6 * 52):
        card = deck(design=design, wear=wear)[number % 52]
        for _ in range(_MOST_TRIES):
            world.feed(card)
            rig.kernel.run_for_ms(200)
            now = client.request("GET_ENROLMENT").fields
            if now["cards"] > number or now["state"] != 2:
                break
        if now["state"] != 2:
            break
    return dict(now)
