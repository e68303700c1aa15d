"""`rp2.Flash`: the storage part of the flash chip, as block device."""

import sys

import charging
import simbus as _bus

from hw_sim import bus_ops as _ops

SECTOR_BYTES = 4096
_PROGRAM_US = charging.US["program"]  # per page of 256 bytes
_ERASE_US = charging.US["erase"]
_chip = open(int(sys.argv[3]), "rb")  # for as long as the VM lives


class Flash:
    """Same calls as on the chip: readblocks, writeblocks (with offset: program only), ioctl."""

    def __init__(self, *, start=0, len):
        if start % SECTOR_BYTES or len % SECTOR_BYTES:
            raise ValueError
        self._start = start
        self._bytes = len

    def readblocks(self, block, buf, offset=0):
        _bus.spend_us(_bus.CALL_COST_US)
        _chip.seek(self._at(block, offset))
        if _chip.readinto(buf) != len(buf):
            raise ValueError

    def writeblocks(self, block, buf, offset=None):
        if offset is None:
            self.ioctl(6, block)
            offset = 0
        _bus.call(_ops.FLASH_PROGRAM, 0, self._at(block, offset), buf, len(buf))
        _bus.pass_masked_us(_PROGRAM_US * (len(buf) // 256))

    def ioctl(self, op, arg):
        if op == 4:
            return self._bytes // SECTOR_BYTES
        if op == 5:
            return SECTOR_BYTES
        if op == 6:
            _bus.call(_ops.FLASH_ERASE, 0, self._at(arg, 0) // SECTOR_BYTES)
            _bus.pass_masked_us(_ERASE_US)
        return 0

    def _at(self, block, offset):
        at = block * SECTOR_BYTES + offset
        if not 0 <= at < self._bytes:
            raise ValueError
        return self._start + at


def __getattr__(name):
    """PIO and DMA: a board that has no use for them does not load them."""
    import rp2_pio

    return getattr(rp2_pio, name)
