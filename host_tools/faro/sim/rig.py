"""The simulator's table with boards that run this checkout's firmware."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import hw_sim.rig
from faro.build.image import build_rom, make_image
from faro.sim.heaps import vm_heap_bytes
from faro.sim.vm_tree import search_path


def make_program(board: str, overlays: Sequence[Path] = ()) -> hw_sim.rig.Program:
    """The firmware as it is, by the one way to make it; `overlays` stand in front of it."""
    rom = build_rom(board, is_sim=True, overlays=overlays)
    image = make_image(rom, board).data
    heap_bytes = vm_heap_bytes(board, len(rom))
    return hw_sim.rig.Program(search_path(board, overlays), heap_bytes, image)


class Rig(hw_sim.rig.Rig):
    """Boards by kind, in one clock; the same seed gives the same bytes."""

    def __init__(
        self,
        kinds: Sequence[str] = ("shoe", "meter"),
        seed: int = 1,
        extra_path: Sequence[Path] = (),
    ) -> None:
        overlays = tuple(extra_path)
        super().__init__(lambda board: make_program(board, overlays), kinds, seed)
