"""Boards of the chip tests: images, keys, and the memories of a used board, made once and kept."""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from boards.layout import load_layout
from faro.build.image import Image, make_image
from faro.build.signing import SigningKey, create_key
from faro.update.sender import send_update
from faro.wire.keys import DeviceKeys
from hw_sim.chip.board import ChipBoard, Contents
from hw_sim.chip.tools import CACHE, ROOT
from tests.chip.table import ChipTable

BOARD = "meter_pico"
DIST = ROOT / "dist" / BOARD
UF2, ELF, IMG = (DIST / f"{BOARD}.{end}" for end in ("uf2", "elf", "img"))
LAYOUT = load_layout(BOARD)
SLOT_AT = {n: LAYOUT.regions[f"slot_{'ab'[n - 1]}"].at * 4096 for n in (1, 2)}
GREEN_LIMIT_MS = 2_500
STACK_SPARE_BYTES = 1_024


@dataclass(frozen=True)
class Used:
    """A provisioned board without power: signed firmware in both slots, one round played."""

    contents: Contents
    keys: DeviceKeys
    image: Image


def signing_key() -> SigningKey:
    """The maker's key of the tests; kept, since making one takes longer than a test."""
    folder = CACHE / "signer10"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "maker"
    if path.exists():
        return SigningKey(path, folder / "state")
    return create_key(path, folder / "state")


def used_board() -> Used:
    """From the cache, or made by the firmware itself on a new board (about half a minute)."""
    return _kept("used", _make_used)


def staged_board() -> Used:
    """The used board after a signed update was sent to it: a restart would try slot b."""
    return _kept("staged", lambda: _make_staged(used_board()))


def _kept(name: str, make: Callable[[], Used]) -> Used:
    made_by = [Path(__file__), UF2, *sorted((ROOT / "hw_sim/chip").rglob("*.py"))]
    made_by += sorted((ROOT / "hw_sim/chip").rglob("*.mjs"))
    key = hashlib.sha256(b"".join(path.read_bytes() for path in made_by)).hexdigest()[:24]
    kept = CACHE / name / key
    if not kept.exists():
        made = make()
        kept.parent.mkdir(parents=True, exist_ok=True)
        fresh = kept.with_suffix(f".{os.getpid()}")
        fresh.write_bytes(pickle.dumps(made))
        fresh.rename(kept)
    return pickle.loads(kept.read_bytes())


def signed(used: Used, counter: int, rom: bytes | None = None) -> Image:
    """An image by the maker's key; the firmware as it is, unless another ROMFS is given.

    Kept, since each signature costs the key a leaf.
    """
    rom = rom or used.image.rom
    kept = CACHE / "signed" / hashlib.sha256(bytes([counter]) + rom).hexdigest()[:24]
    if not kept.exists():
        names = {"version": f"1.0.{counter}", "build": f"build{counter}"}
        fresh = kept.with_suffix(f".{os.getpid()}")
        make_image(rom, BOARD, signing_key(), counter=counter, **names).save(fresh)
        fresh.rename(kept)
    return Image.load(kept)


def _make_staged(used: Used) -> Used:
    with ChipBoard(UF2, ELF) as board:
        board.put(used.contents)
        board.power_on()
        board.wait_colour("green")
        table = ChipTable(board, used.keys)
        table.client.open_session(used.keys, "technician")
        image = signed(used, 2)
        send_update(table.client, image)
        board.power_off()
        return Used(board.contents(), used.keys, image)


def _make_used() -> Used:
    key = signing_key()
    image = make_image(Image.load(IMG).rom, BOARD, key, counter=1, version="1.0.1", build="one")
    with ChipBoard(UF2, ELF) as board:
        board.power_on()
        board.wait_colour()
        table = ChipTable(board)
        keys = table.keys
        board.lid(True)
        table.wait(100)
        table.ask("technician", "SET_SIGNER", public_key=key.public_key)
        board.lid(False)
        table.wait(100)
        table.ask("technician", "CLEAR_FAULT", fault=10)
        table.end(table.deal(1, 2))
        table.wait(500)
        board.power_off()
        for at in SLOT_AT.values():
            board.poke(at, image.padded(LAYOUT.regions["slot_a"].size_bytes))
        board.power_on()
        board.wait_colour()
        if board.colour != "green":  # the latch was set while the lid was open with power
            table.ask("inspector", "CLEAR_FAULT", fault=16)
        board.wait_colour("green")
        table.wait(2_000)
        board.power_off()
        return Used(board.contents(), keys, image)
