"""Store and journal on simulated chips in one process: boots, power cuts, and sweeps of cuts.

A *case* is a plain function on a `StoreRig`; a sweep counts its non-volatile operations, then
runs it once per operation and moment of the cut, boots again and lets a named check look.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from firmware.core.rows import RINGS
from firmware.drivers.flash_region import FlashRegion
from firmware.drivers.fram import Fram
from firmware.journal.journal import Journal
from firmware.journal.kept_head import KeptHead
from firmware.journal.ring import LEAST_SECTORS
from firmware.store.cell_store import CellStore
from hw_sim.parts.flash import FlashChip
from hw_sim.parts.fram import FramChip
from hw_sim.parts.local_bus import LocalFlash, LocalI2c
from hw_sim.power import CUT_MODES, Cut, CutMode, PowerCut, Supply

STORE_ID = b"rig-0001"
DEVICE_ID = b"device-1"
Maker = Callable[["StoreRig"], CellStore]


class StoreRig:
    """Two FRAM chips and a flash region under one supply; `boot` gives fresh RAM over them."""

    def __init__(self, seed: int = 0, sectors: int = 4, cells: object = None) -> None:
        """`sectors` are for evidence; chatter gets the least that a ring can have."""
        self.supply = Supply(rng=random.Random(seed))
        self.frams = (FramChip("fram_a", self.supply), FramChip("fram_b", self.supply))
        self.flash = FlashChip("flash", self.supply, sectors + LEAST_SECTORS)
        self.i2c = LocalI2c({0x50: self.frams[0], 0x51: self.frams[1]})
        self.cells = cells
        self.make_store: Maker = plain_store

    def store(self) -> CellStore:
        """Give a store with empty RAM, not opened."""
        return self.make_store(self)

    def journal(self, store: CellStore) -> Journal:
        """Give a journal with empty RAM, not opened."""
        region = FlashRegion(LocalFlash(self.flash), self.flash.sectors)
        heads = [KeptHead(store, which) for which in range(RINGS)]
        return Journal(region, heads, DEVICE_ID)

    def boot(self, acked: int = 0) -> tuple[CellStore, Journal]:
        """Open store and journal, in the order a board does."""
        store = self.store()
        store.open()
        journal = self.journal(store)
        journal.open(acked)
        return store, journal

    def snapshot(self) -> tuple[bytes, bytes, bytes, frozenset[int]]:
        """Keep everything non-volatile."""
        return (
            self.frams[0].contents(),
            self.frams[1].contents(),
            self.flash.contents(),
            frozenset(self.flash.weak_sectors),
        )

    def restore(self, kept: tuple[bytes, bytes, bytes, frozenset[int]]) -> None:
        """Put everything non-volatile back and mend the supply."""
        self.frams[0].load(kept[0])
        self.frams[1].load(kept[1])
        self.flash.load(kept[2])
        self.flash.weak_sectors.update(kept[3])
        self.supply.cut = None
        self.supply.operations = 0


def plain_store(rig: StoreRig) -> CellStore:
    """Make the real store, with the rig's cell table or the product's."""
    frams = (Fram(rig.i2c, 0x50), Fram(rig.i2c, 0x51))
    if rig.cells is None:
        return CellStore(frams[0], frams[1], STORE_ID)
    return CellStore(frams[0], frams[1], STORE_ID, rig.cells)


@dataclass(frozen=True)
class CutPoint:
    """Where a sweep has cut; `id` replays it."""

    operation: int
    mode: CutMode
    seed: int

    @property
    def id(self) -> str:
        """Give the text that names this cut."""
        return "%d-%s-%d" % (self.operation, self.mode, self.seed)


def count_operations(rig: StoreRig, case: Callable[[StoreRig], None]) -> int:
    """Run a case uncut from the present contents and put them back; gives the operations."""
    kept = rig.snapshot()
    rig.supply.operations = 0
    case(rig)
    count = rig.supply.operations
    rig.restore(kept)
    return count


def sweep(
    rig: StoreRig,
    case: Callable[[StoreRig], None],
    check: Callable[[StoreRig, CutPoint], None],
    tears: int = 2,
) -> int:
    """Cut a case at every operation and moment and check each; gives the count of cut points."""
    kept = rig.snapshot()
    points = 0
    for operation in range(count_operations(rig, case)):
        for mode in CUT_MODES:
            for seed in range(tears if mode == "torn" else 1):
                point = CutPoint(operation, mode, seed)
                rig.restore(kept)
                rig.supply.rng = random.Random(point.id)
                rig.supply.cut = Cut(operation, mode)
                try:
                    case(rig)
                except PowerCut:
                    pass
                rig.supply.cut = None
                check(rig, point)
                points += 1
    rig.restore(kept)
    return points
