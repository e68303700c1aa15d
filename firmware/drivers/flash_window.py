"""The flash as the chip maps it into memory: code runs there, and the base is read there."""

import flash_layout  # pyright: ignore[reportMissingImports] (made from board.toml)
import uctypes

_XIP_AT = 0x10000000  # RP2040 and RP2350: flash, executed in place
_SECTOR_BYTES = 4096


def rom_window(slot, head_bytes, rom_bytes):
    """The ROMFS of a slot, in place: no byte of it is copied."""
    at = flash_layout.SLOT_A_AT if slot == 1 else flash_layout.SLOT_B_AT
    at = (flash_layout.BASE_SECTORS + at) * _SECTOR_BYTES + head_bytes
    return uctypes.bytearray_at(_XIP_AT + at, rom_bytes)


def base_window():
    """MicroPython and what is frozen in it, for attestation."""
    return uctypes.bytearray_at(_XIP_AT, flash_layout.BASE_SECTORS * _SECTOR_BYTES)
