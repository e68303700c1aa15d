"""The simulated store parts behind machine.I2C and rp2.Flash calls, in one process.

The same drivers run over it as over the sim bus, without a VM, so that thousands of power cuts
take seconds.
"""

from __future__ import annotations

from hw_sim.parts.flash import SECTOR_BYTES, FlashChip
from hw_sim.parts.i2c_target import I2cTarget, Nack


class LocalI2c:
    """The calls of machine.I2C that the drivers use, on a table of address → chip."""

    def __init__(self, targets: dict[int, I2cTarget]) -> None:
        self.targets = targets

    def writeto(self, addr: int, buf: bytes | bytearray | memoryview) -> None:
        """Write one transfer."""
        self._transfer(addr, bytes(buf), 0)

    def readfrom_into(self, addr: int, buf: bytearray | memoryview) -> None:
        """Fill buf from the current address."""
        buf[:] = self._transfer(addr, b"", len(buf))

    def writeto_mem(
        self, addr: int, memaddr: int, buf: bytes | bytearray | memoryview, *, addrsize: int = 8
    ) -> None:
        """Write memory address and data in one transfer."""
        self._transfer(addr, memaddr.to_bytes(addrsize // 8, "big") + bytes(buf), 0)

    def readfrom_mem_into(
        self, addr: int, memaddr: int, buf: bytearray | memoryview, *, addrsize: int = 8
    ) -> None:
        """Set the memory address, then read after a repeated start."""
        buf[:] = self._transfer(addr, memaddr.to_bytes(addrsize // 8, "big"), len(buf))

    def _transfer(self, addr: int, out: bytes, want: int) -> bytes:
        try:
            target = self.targets.get(addr)
            if target is None:
                raise Nack
            if out:
                target.write(out)
            return target.read(want) if want else b""
        except Nack as nack:
            raise OSError(nack.errno, "I2C 0x%02x" % addr) from None


class LocalFlash:
    """The calls of rp2.Flash: with an offset `writeblocks` programs only."""

    def __init__(self, chip: FlashChip) -> None:
        self.chip = chip

    def readblocks(self, block: int, buf: bytearray | memoryview, offset: int = 0) -> None:
        """Fill buf."""
        buf[:] = self.chip.read(block * SECTOR_BYTES + offset, len(buf))

    def writeblocks(self, block: int, buf: bytes | bytearray, offset: int | None = None) -> None:
        """Program whole pages; without an offset the sector is erased first, as on the chip."""
        if offset is None:
            self.chip.erase_sector(block)
            offset = 0
        at = block * SECTOR_BYTES + offset
        for start in range(0, len(buf), 256):
            self.chip.program_page((at + start) // 256, bytes(buf[start : start + 256]))

    def ioctl(self, op: int, arg: int) -> int:
        """Count (4), size (5) and erase (6) of blocks."""
        if op == 4:
            return self.chip.sectors
        if op == 5:
            return SECTOR_BYTES
        if op == 6:
            self.chip.erase_sector(arg)
        return 0
