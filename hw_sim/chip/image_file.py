"""Read what a build gives: flash contents from a UF2, addresses of functions from an ELF."""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from pathlib import Path

FLASH_BASE = 0x1000_0000
_UF2_BLOCK = struct.Struct("<8I")
_UF2_MAGIC = (0x0A324655, 0x9E5D5157)
_SECTION = struct.Struct("<10I")
_SYMBOL = struct.Struct("<IIIBBH")
_SHT_SYMTAB = 2
_STT_FUNC = 2

# The functions that the emulated flash stands in for, and the end of the stack.
WANTED = ("flash_range_erase", "flash_range_program", "flash_do_cmd", "__StackTop", "__StackBottom")


def read_uf2(path: Path) -> dict[int, bytes]:
    """Flash offset → bytes of each block."""
    data = path.read_bytes()
    blocks: dict[int, bytes] = {}
    for at in range(0, len(data), 512):
        magic0, magic1, _flags, address, size, *_rest = _UF2_BLOCK.unpack_from(data, at)
        if (magic0, magic1) != _UF2_MAGIC:
            raise ValueError(f"{path.name}: no UF2 block at {at}")
        blocks[address - FLASH_BASE] = data[at + 32 : at + 32 + size]
    return blocks


def read_symbols(path: Path) -> dict[str, int]:
    """Addresses of WANTED; the Thumb bit is taken off."""
    return {name: at & ~1 for name, at, _info in _symbols(path) if name in WANTED}


def read_functions(path: Path) -> dict[int, str]:
    """Every function by its first address."""
    found = {at & ~1: name for name, at, info in _symbols(path) if info & 15 == _STT_FUNC}
    return dict(sorted(found.items()))


def function_at(functions: Mapping[int, str], address: int) -> str:
    """The name of the function that an address lies in; by 256 MB where there is none."""
    starts = sorted(functions)
    at = bisect_right(starts, address) - 1
    if at >= 0 and starts[at] >> 28 == address >> 28:
        return functions[starts[at]]
    return f"{address >> 28:x}0000000"


def _symbols(path: Path) -> Iterator[tuple[str, int, int]]:
    """Name, value and kind of each symbol in a 32-bit little-endian ELF."""
    data = path.read_bytes()
    if data[:6] != b"\x7fELF\x01\x01":
        raise ValueError(f"{path.name} is not an ELF file of this chip")
    at = struct.unpack_from("<I", data, 32)[0]
    entry_size, count = struct.unpack_from("<HH", data, 46)
    sections: list[tuple[int, ...]] = [
        _SECTION.unpack_from(data, at + i * entry_size) for i in range(count)
    ]
    table = next(s for s in sections if s[1] == _SHT_SYMTAB)
    names_at = sections[table[6]][4]
    for i in range(table[5] // _SYMBOL.size):
        name_at, value, _size, info, _other, _section = _SYMBOL.unpack_from(
            data, table[4] + i * _SYMBOL.size
        )
        end = data.index(b"\0", names_at + name_at)
        yield data[names_at + name_at : end].decode(), value, info
