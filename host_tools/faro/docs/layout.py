"""Byte layouts for the documents: offsets and types out of struct formats."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass

_TYPES = {
    "B": "u8",
    "b": "i8",
    "H": "u16",
    "h": "i16",
    "I": "u32",
    "i": "i32",
    "Q": "u64",
    "q": "i64",
}


@dataclass(frozen=True)
class FieldLayout:
    """One field: where it is, how long, and its type (u8 … i64, bytes)."""

    name: str
    offset: int
    size: int | None  # None: to the end
    type: str


def field_layouts(fmt: str, fields: str) -> list[FieldLayout]:
    """The fields of a row of a table; a last field with '*' takes the bytes that follow."""
    codes = re.findall(r"\d+s|[a-zA-Z]", fmt)
    names = fields.split()
    tail = names.pop()[1:] if names and names[-1].startswith("*") else None
    if len(codes) != len(names):
        raise ValueError(f"format {fmt!r} has {len(codes)} fields, its names are {names}")
    found: list[FieldLayout] = []
    offset = 0
    for code, name in zip(codes, names, strict=True):
        size = struct.calcsize("<" + code)
        found.append(FieldLayout(name, offset, size, _TYPES.get(code, "bytes")))
        offset += size
    if tail is not None:
        found.append(FieldLayout(tail, offset, None, "bytes"))
    return found
