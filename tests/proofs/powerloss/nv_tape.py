"""Every non-volatile operation of one run, in order, and what a cut at any of them leaves.

A tape is recorded once, on a whole board.  Its operations are then carried out again on the same
models of the chips without a board, so that a cut costs milliseconds instead of the whole run.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from hw_sim.nv_image import NvImage
from hw_sim.parts.flash import SECTOR_BYTES, FlashChip
from hw_sim.parts.fram import FramChip
from hw_sim.power import Cut, CutMode, PowerCut, Supply
from hw_sim.rig import BoardRig

_METHODS = ("program_page", "erase_sector", "write")  # of flash, flash and FRAM


@dataclass(frozen=True)
class Operation:
    """One call of a chip that counted as one operation."""

    chip: int
    method: str
    arguments: tuple[Any, ...]


class Tape:
    """Record with `watch`; then ask for what a cut leaves, best in ascending order."""

    def __init__(self, start: NvImage) -> None:
        self.start = start
        self.operations: list[Operation] = []
        self._walker: _Walker | None = None

    def watch(self, board: BoardRig) -> None:
        """From now on every operation of the board's chips is kept."""
        for index, chip in enumerate((*board.frams, board.flash)):
            for method in _METHODS:
                if hasattr(chip, method):
                    kept = partial(self._keep, board.board.supply, index, method)
                    setattr(chip, method, partial(kept, getattr(chip, method)))

    def left_by(self, operation: int, mode: CutMode) -> NvImage:
        """What the chips hold after a cut; "after" N is "before" N + 1: nothing lies between."""
        if mode == "after":
            operation, mode = operation + 1, "before"
        if self._walker is None or self._walker.at > operation:
            self._walker = _Walker(self.start)
        walker = self._walker
        while walker.at < operation:
            walker.carry_out(self.operations[walker.at])
        if mode == "before":
            return NvImage.take(walker)
        return walker.torn(self.operations[operation])

    def _keep(
        self,
        supply: Supply,
        chip: int,
        method: str,
        carry_out: Callable[..., None],
        *arguments: Any,
    ) -> None:
        before = supply.operations
        carry_out(*arguments)
        if supply.operations != before:  # setting an address is no operation
            self.operations.append(Operation(chip, method, arguments))


class _Walker:
    """Chips without a board, at one place of the tape."""

    def __init__(self, start: NvImage) -> None:
        self.at = 0
        self._supply = Supply()
        self.frams = [FramChip(f"fram{i}", self._supply) for i in range(len(start.frams))]
        self.flash = FlashChip("flash", self._supply, len(start.flash) // SECTOR_BYTES)
        start.put(self)

    def carry_out(self, operation: Operation) -> None:
        chip = (*self.frams, self.flash)[operation.chip]
        getattr(chip, operation.method)(*operation.arguments)
        self.at += 1

    def torn(self, operation: Operation) -> NvImage:
        """The chips with half of it; they stand where they stood afterwards."""
        before = NvImage.take(self)
        self._supply.rng = random.Random(cut_seed(self.at, "torn"))
        self._supply.operations = 0
        self._supply.cut = Cut(0, "torn")
        try:
            self.carry_out(operation)
            raise AssertionError("the plug was not pulled")
        except PowerCut:
            pass
        left = NvImage.take(self)
        before.put(self)
        return left


def cut_seed(operation: int, mode: CutMode) -> str:
    """How much of a torn operation happens comes from its name alone."""
    return f"{operation}-{mode}"
