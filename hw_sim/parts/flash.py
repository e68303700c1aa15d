"""The journal's part of the QSPI flash (W25Q family): page program, sector erase, wear.

Stricter than the real part, so that firmware cannot lean on luck: raising a bit by programming
is an error, a torn erase leaves a *weak* sector that may read blank but does not hold what is
programmed into it, and a torn page ends in a half-programmed byte.
"""

from __future__ import annotations

import os
from mmap import mmap
from tempfile import TemporaryFile
from typing import IO

from hw_sim.power import Supply

PAGE_BYTES = 256
SECTOR_BYTES = 4096
ENDURANCE_ERASES = 100_000  # W25Q16JV and W25Q32JV data sheets: erase/program cycles per sector


class FlashMisuse(Exception):
    """Firmware did what no flash can do: a bug, never a hardware fault."""


def memory_file() -> IO[bytes]:
    """A file without a name, for a chip that a VM reads."""
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("flash"), "r+b", buffering=0)
    return TemporaryFile(buffering=0)


class FlashChip:
    """A region of `sectors` sectors, with counters of everything that wears it.

    A board's is in a file: as on the chip, its processor sees the flash as memory and reads it
    without asking anybody.
    """

    def __init__(
        self, name: str, supply: Supply, sectors: int, file: IO[bytes] | None = None
    ) -> None:
        self.name = name
        self.supply = supply
        self.sectors = sectors
        self.file: IO[bytes] | None = None
        blank = b"\xff" * (sectors * SECTOR_BYTES)
        self.data: bytearray | mmap
        if file:
            file.write(blank)
            self.live_in(file)
        else:
            self.data = bytearray(blank)
        self.erases_by_sector = [0] * sectors
        self.program_count = 0
        self.erase_count = 0
        self.weak_sectors: set[int] = set()

    def live_in(self, file: IO[bytes]) -> None:
        """Be what is in a file from now on."""
        self.file = file
        self.data = mmap(file.fileno(), 0)

    def read(self, offset: int, n: int) -> bytes:
        """Read `n` bytes."""
        if offset < 0 or offset + n > len(self.data):
            raise FlashMisuse("read %d+%d outside the region" % (offset, n))
        return bytes(self.data[offset : offset + n])

    def program_page(self, page: int, data: bytes) -> None:
        """Program one page; bytes of 0xFF leave what is there."""
        at = page * PAGE_BYTES
        if len(data) != PAGE_BYTES or not 0 <= at < len(self.data):
            raise FlashMisuse("program of %d bytes at page %d" % (len(data), page))
        before = self.data[at : at + PAGE_BYTES]
        after = _both(before, data)
        if after != data:
            for i, value in enumerate(data):
                if after[i] != value != 0xFF:
                    raise FlashMisuse("page %d byte %d: a bit from 0 to 1" % (page, i))
        self.program_count += 1
        kept = self.supply.begin(self.name, PAGE_BYTES)
        self.data[at : at + kept] = after[:kept]
        if 0 < kept < PAGE_BYTES:
            # Some bits of the next byte have moved, some have not yet.
            self.data[at + kept] &= data[kept] | self.supply.rng.randrange(256)
        if at // SECTOR_BYTES in self.weak_sectors and kept:
            self._disturb(at, data)
        self.supply.end()

    def erase_sector(self, sector: int) -> None:
        """Set a sector to 0xFF; a cut inside leaves it weak, whatever it looks like."""
        if not 0 <= sector < self.sectors:
            raise FlashMisuse("erase of sector %d of %d" % (sector, self.sectors))
        kept = self.supply.begin(self.name, SECTOR_BYTES)
        if kept:
            self.erase_count += 1
            self.erases_by_sector[sector] += 1
        at = sector * SECTOR_BYTES
        if kept == SECTOR_BYTES:
            self.data[at : at + SECTOR_BYTES] = b"\xff" * SECTOR_BYTES
            self.weak_sectors.discard(sector)
        elif kept:
            self.weak_sectors.add(sector)
            self._tear_erase(at, kept)
        self.supply.end()

    def wear_sector(self) -> int:
        """Give the erases of the most worn sector."""
        return max(self.erases_by_sector)

    def contents(self) -> bytes:
        """Give everything stored, for a state file."""
        return bytes(self.data)

    def load(self, contents: bytes) -> None:
        """Take everything from a state file."""
        if len(contents) != len(self.data):
            raise ValueError("%s: %d bytes, not %d" % (self.name, len(contents), len(self.data)))
        self.data[:] = contents
        self.weak_sectors.clear()

    def _tear_erase(self, at: int, kept: int) -> None:
        """Leave what a cut erase can leave: the chip first programs to 0, then lifts all bits."""
        rng = self.supply.rng
        end = at + SECTOR_BYTES
        phase = rng.randrange(3)
        if phase == 0:  # cut while it was programming everything to 0
            self.data[at : at + kept] = bytes(kept)
            if at + kept < end:
                self.data[at + kept] &= rng.randrange(256)
        elif phase == 1:  # cut while bits were rising: some bytes have none, some have all
            self.data[at : at + kept] = b"\xff" * kept
            for i in range(at + kept, min(at + kept + 64, end)):
                self.data[i] |= rng.randrange(256)
        else:  # every bit reads 1 already, but the charge is not gone
            self.data[at:end] = b"\xff" * SECTOR_BYTES

    def _disturb(self, at: int, data: bytes) -> None:
        """Turn one bit over in what was just programmed: a weak cell does not hold."""
        rng = self.supply.rng
        used = [i for i in range(PAGE_BYTES) if data[i] != 0xFF]
        if used:
            self.data[at + rng.choice(used)] ^= 1 << rng.randrange(8)


def _both(a: bytes | bytearray, b: bytes) -> bytes:
    """The bits that are set in both; as one long number, because bytes one by one take long."""
    both = int.from_bytes(a, "little") & int.from_bytes(b, "little")
    return both.to_bytes(len(a), "little")
