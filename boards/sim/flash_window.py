"""A slot's code on the simulator: no flash is mapped into the PC's memory, so it is read once.

The 32-bit VM has memory outside the heap for it; elsewhere it lies in the heap.
"""

import flash_layout
import rp2

try:
    from mapped_flash import region
except ImportError:
    region = bytearray

_SECTOR_BYTES = 4096


def rom_window(slot, head_bytes, rom_bytes):
    at = flash_layout.SLOT_A_AT if slot == 1 else flash_layout.SLOT_B_AT
    sectors = flash_layout.SLOT_A_SECTORS
    device = rp2.Flash(start=at * _SECTOR_BYTES, len=sectors * _SECTOR_BYTES)
    rom = region(rom_bytes)
    device.readblocks(head_bytes // _SECTOR_BYTES, rom)
    return rom
