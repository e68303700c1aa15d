"""Writes UF2 files, which a chip in BOOTSEL mode takes as if it were a memory stick.

Format: blocks of 512 bytes with 256 bytes of data each, see the UF2 specification 1.0.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping

from boards.layout import BuildError

FLASH_ADDRESS = 0x1000_0000  # where both chips see their flash
FAMILIES = {"RP2040": 0xE48B_FF56, "RP2350B": 0xE48B_FF59}  # the latter: Arm, secure
BLOCK_BYTES = 512
DATA_BYTES = 256
_MAGIC = (0x0A32_4655, 0x9E5D_5157)
_MAGIC_END = 0x0AB1_6F30
_HAS_FAMILY = 0x2000


def make_uf2(chip: str, parts: Mapping[int, bytes]) -> bytes:
    """Parts by their place in the flash, in bytes; what lies between them stays as it is."""
    if chip not in FAMILIES:
        raise BuildError(f"no UF2 family is known for {chip}")
    pages = [page for at in sorted(parts) for page in _pages(at, parts[at])]
    blocks: list[bytes] = []
    for n, (at, data) in enumerate(pages):
        head = (*_MAGIC, _HAS_FAMILY, FLASH_ADDRESS + at, DATA_BYTES, n, len(pages), FAMILIES[chip])
        block = struct.pack("<8I", *head) + data
        blocks.append(block.ljust(BLOCK_BYTES - 4, b"\0") + struct.pack("<I", _MAGIC_END))
    return b"".join(blocks)


def _pages(at: int, data: bytes) -> Iterator[tuple[int, bytes]]:
    for offset in range(0, len(data), DATA_BYTES):
        # the rest of a last page as in erased flash
        yield at + offset, data[offset : offset + DATA_BYTES].ljust(DATA_BYTES, b"\xff")


def read_uf2(data: bytes) -> dict[int, bytes]:
    """Pages by their place in the flash."""
    pages: dict[int, bytes] = {}
    for start in range(0, len(data), BLOCK_BYTES):
        block = data[start : start + BLOCK_BYTES]
        first, second, _flags, at, size, *_ = struct.unpack_from("<8I", block)
        if (first, second) != _MAGIC or block[-4:] != struct.pack("<I", _MAGIC_END):
            raise BuildError(f"block {start // BLOCK_BYTES} is not one of a UF2 file")
        pages[at - FLASH_ADDRESS] = block[32 : 32 + size]
    return pages
