"""The real heap of the emulated shoe, from its block table: free bytes and the largest piece."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from itertools import groupby

from hw_sim.chip.rp2350_chip import RAM_AT, RAM_BYTES, Rp2350
from tests.chip.shoe.rig import is_ram

_BLOCK = 16
_TO_POOL = (2, 3)  # words from the table's start to the pool's, without and with finalisers


@dataclass(frozen=True)
class Heap:
    """What the collector has; what is garbage counts as used until it runs."""

    total_bytes: int
    free_bytes: int
    largest_bytes: int

    @property
    def used_bytes(self) -> int:
        return self.total_bytes - self.free_bytes


class HeapReader:
    """Finds MicroPython's block table once, by what its four numbers must be to one another."""

    def __init__(self, chip: Rp2350) -> None:
        self._chip = chip
        self._table_at, self._pool_bytes = self._find()

    def read(self) -> Heap:
        blocks = self._pool_bytes // _BLOCK
        table = self._chip.ram(self._table_at, (blocks + 3) // 4)
        kinds = [byte >> shift & 3 for byte in table for shift in (0, 2, 4, 6)][:blocks]
        runs = [sum(1 for _ in run) for kind, run in groupby(kinds) if kind == 0]
        largest = max(runs, default=0)
        return Heap(self._pool_bytes, sum(runs) * _BLOCK, largest * _BLOCK)

    def _find(self) -> tuple[int, int]:
        words = struct.unpack(f"<{RAM_BYTES // 4}I", self._chip.ram(RAM_AT, RAM_BYTES))
        for n in range(len(words) - 5):
            table, size = words[n], words[n + 1]
            if not is_ram(table) or not 4_096 < size < 65_536:
                continue
            for step in _TO_POOL:
                pool, end = words[n + step], words[n + step + 1]
                blocks = (end - pool) // _BLOCK
                if is_ram(pool) and table < pool < end and abs(blocks - 4 * size) < 8:
                    return table, end - pool
        raise LookupError("no heap in this RAM")


