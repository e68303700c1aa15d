"""Everything non-volatile of one board as a value: where a case starts, what a cut left."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from hw_sim.parts.flash import FlashChip
from hw_sim.parts.fram import FramChip


class Chips(Protocol):
    """A board's non-volatile parts; without the board they serve as well."""

    frams: list[FramChip]
    flash: FlashChip


@dataclass(frozen=True)
class NvImage:
    """Contents of both FRAM chips and the flash, and which sectors an erase left weak."""

    frams: tuple[bytes, bytes]
    flash: bytes
    weak_sectors: frozenset[int] = frozenset()
    acked_at_most: int = 0
    boots_at_least: int = 0  # boots that ended in a ready board
    boots_at_most: int = 0

    @classmethod
    def take(cls, board: Chips) -> NvImage:
        """Read a board that has no power."""
        first, second = (chip.contents() for chip in board.frams)
        return cls((first, second), board.flash.contents(), frozenset(board.flash.weak_sectors))

    def put(self, board: Chips) -> None:
        """Fit it to a board that has no power."""
        for chip, contents in zip(board.frams, self.frams, strict=True):
            chip.load(contents)
        board.flash.load(self.flash)
        board.flash.weak_sectors.update(self.weak_sectors)

    def with_flipped_bit(self, chip: int, address: int, bit: int) -> NvImage:
        """Give the same with one bit of one FRAM chip turned over."""
        data = bytearray(self.frams[chip])
        data[address] ^= 1 << bit
        frams = (bytes(data), self.frams[1]) if chip == 0 else (self.frams[0], bytes(data))
        return replace(self, frams=frams)
