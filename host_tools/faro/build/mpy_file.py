"""Reads and extends .mpy files (version 6): their names, and how much machine code they hold.

Format: MicroPython's py/persistentcode.c.  Header of 4 bytes, number of names, number of objects,
names, objects, code.  A name is its length doubled and its text with a 0 behind it, or an odd
number for one that every MicroPython has.
"""

from __future__ import annotations

_BYTECODE, _NATIVE_PY, _VIPER, _ASM = range(4)
_OBJ_ONE_BYTE = range(5)  # function table, None, False, True, ...
_OBJ_WITH_ZERO = (5, 6)  # str, bytes: a 0 behind the text
_OBJ_TUPLE = 10


class _Reader:
    def __init__(self, data: bytes) -> None:
        if data[:2] != b"M\x06":
            raise ValueError("not a .mpy file of version 6")
        self.data = data
        self.at = 4

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def uint(self) -> int:
        value = 0
        while True:
            byte = self.byte()
            value = value << 7 | byte & 0x7F
            if byte < 0x80:
                return value

    def name(self) -> str | None:
        length = self.uint()
        if length & 1:
            return None  # every MicroPython has it
        at = self.at
        self.at += (length >> 1) + 1
        return self.data[at : self.at - 1].decode()

    def skip_object(self) -> None:
        kind = self.byte()
        if kind in _OBJ_ONE_BYTE:
            return
        length = self.uint()
        if kind == _OBJ_TUPLE:
            for _ in range(length):
                self.skip_object()
        else:
            self.at += length + (kind in _OBJ_WITH_ZERO)

    def native_bytes(self) -> int:
        """Of one function and those inside it."""
        head = self.uint()
        kind, has_children, length = head & 3, head & 4, head >> 3
        self.at += length
        for _ in range({_BYTECODE: 0, _NATIVE_PY: 1, _VIPER: 1, _ASM: 3}[kind]):
            self.uint()
        inside = sum(self.native_bytes() for _ in range(self.uint())) if has_children else 0
        return inside + (0 if kind == _BYTECODE else length)


def names_of(data: bytes) -> list[str]:
    """The names that loading a file makes, except those that every MicroPython has."""
    reader = _Reader(data)
    count = reader.uint()
    reader.uint()
    return [name for name in (reader.name() for _ in range(count)) if name is not None]


def native_bytes(data: bytes) -> int:
    """Machine code in a file: copied into the heap when it comes from a ROMFS."""
    reader = _Reader(data)
    names, objects = reader.uint(), reader.uint()
    for _ in range(names):
        reader.name()
    for _ in range(objects):
        reader.skip_object()
    return reader.native_bytes()


def with_names(data: bytes, names: list[str]) -> bytes:
    """The same file with more names, which none of its code uses."""
    reader = _Reader(data)
    count, objects = reader.uint(), reader.uint()
    start = reader.at
    for _ in range(count):
        reader.name()
    old, code = data[start : reader.at], data[reader.at :]
    texts = [name.encode() for name in names]
    new = b"".join(_uint(len(text) << 1) + text + b"\0" for text in texts)
    return data[:4] + _uint(count + len(names)) + _uint(objects) + old + new + code


def _uint(value: int) -> bytes:
    out = bytes([value & 0x7F])
    while value := value >> 7:
        out = bytes([value & 0x7F | 0x80]) + out
    return out
