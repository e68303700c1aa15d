"""The simulator's table with the shoe's image on an emulated RP2350, and its twin on the VM."""

from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import faro.sim.rig
from faro.build.image import Image, make_image
from faro.wire.events import Event
from hw_sim.chip.image_file import read_symbols
from hw_sim.chip.rp2350_chip import RAM_AT, RAM_BYTES, Rp2350
from hw_sim.chip.shoe_board import SHOE, ShoeChip
from hw_sim.chip.shoe_rig import OnChip
from hw_sim.chip.tools import ROOT
from tests.chip.states import signing_key

DIST = ROOT / "dist" / SHOE
UF2, ELF, IMG = (DIST / f"{SHOE}.{end}" for end in ("uf2", "elf", "img"))
STACK_BYTES = 12_288
# what two boards that do the same need not have in common: how long they took
_TIMES = re.compile(r"_ms$")
# one byte of the source for each sample, as the chip reads it: the VM fetches whole blocks
_ONE_BY_ONE = """
import simbus
from boards.sim import entropy_source
from hw_sim import bus_ops

class OneByOne:
    def __init__(self):
        self._block = bytearray(1)

    def sample(self):
        simbus.call(bus_ops.ENTROPY, 0, 1, None, 0, self._block)
        return self._block[0]

entropy_source.SimOscillator = OneByOne
from firmware import shoe
run = shoe.main
"""


class ChipRig(OnChip, faro.sim.rig.Rig):
    """One shoe on the chip; `shoe` and `chip` are its board and processor."""

    uf2 = UF2
    image = IMG

    def __init__(self, kinds: Sequence[str] = ("shoe",), seed: int = 1, **options: Any) -> None:
        super().__init__(kinds, seed, **options)
        self.shoe = self.boards["shoe"]
        board = self.shoe.board
        assert isinstance(board, ShoeChip)
        self.board: ShoeChip = board
        self.chip: Rp2350 = board.chip


class SameChance:
    """The same bytes for both boards, however often they ask."""

    def __init__(self, seed: int = 7) -> None:
        self._random = random.Random(seed)

    def __call__(self, n: int) -> bytes:
        return self._random.randbytes(n)


class Twins:
    """Makes the same table twice, on the chip and on the VM, with the same chance."""

    def __init__(self, seed: int = 5) -> None:
        self._seed = seed
        self._folder = tempfile.TemporaryDirectory(prefix="faro-twins-")
        (Path(self._folder.name) / "main.py").write_text(_ONE_BY_ONE)

    def rig(self, on_chip: bool, kinds: Sequence[str] = ("shoe",)) -> faro.sim.rig.Rig:
        path = (Path(self._folder.name),)
        rig = (
            ChipRig(kinds, self._seed)
            if on_chip
            else faro.sim.rig.Rig(kinds, self._seed, shoe_path=path)
        )
        rig.boards["shoe"].board.entropy = SameChance()
        return rig


def told(events: Iterable[Event], *but: str) -> list[tuple[str, dict[str, Any]]]:
    """What was recorded, without when and how long."""
    return [
        (e.name, {name: value for name, value in e.fields.items() if not _TIMES.search(name)})
        for e in events
        if e.name not in but
    ]


def stack_spare(chip: Rp2350) -> int:
    """Bytes of the C stack that nothing has ever written since power-on (RAM starts as zeros)."""
    top = read_symbols(ELF)["__StackTop"]
    stack = chip.ram(top - STACK_BYTES, STACK_BYTES)
    return next((n for n, byte in enumerate(stack) if byte), STACK_BYTES)


def is_ram(at: int) -> bool:
    return RAM_AT <= at < RAM_AT + RAM_BYTES


def signed_image(counter: int = 1) -> Image:
    """The firmware as it is, by the maker's key of the tests."""
    return make_image(
        Image.load(IMG).rom,
        SHOE,
        signing_key(),
        counter=counter,
        version=f"1.0.{counter}",
        build=f"build{counter}",
    )
