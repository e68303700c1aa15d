"""The parts of the flash by name, at the places that the board's layout gives them."""

import flash_layout  # pyright: ignore[reportMissingImports] (made from board.toml)
import rp2

from firmware.drivers.flash_region import FlashRegion

SECTOR_BYTES = 4096


def _open(at, sectors):
    device = rp2.Flash(start=at * SECTOR_BYTES, len=sectors * SECTOR_BYTES)
    return FlashRegion(device, sectors)


def slot(number):
    """The region of slot 1 or 2."""
    at = flash_layout.SLOT_A_AT if number == 1 else flash_layout.SLOT_B_AT
    return _open(at, flash_layout.SLOT_A_SECTORS)


def journal():
    return _open(flash_layout.JOURNAL_AT, flash_layout.JOURNAL_SECTORS)


def pictures():
    """The service file: pictures of refused cards."""
    return _open(flash_layout.FRAMES_AT, flash_layout.FRAMES_SECTORS)


def templates():
    """The enrolled deck, old and new."""
    return _open(flash_layout.TEMPLATES_AT, flash_layout.TEMPLATES_SECTORS)
