"""Reads and extends .mpy files (version 6): their names, machine code, and what they cost a heap.

Format: MicroPython's py/persistentcode.c.  Header of 4 bytes, number of names, number of objects,
names, objects, code.  A name is its length doubled and its text with a 0 behind it, or an odd
number for one that every MicroPython has.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

_BYTECODE, _NATIVE_PY, _VIPER, _ASM = range(4)
_OBJ_ONE_BYTE = range(5)  # function table, None, False, True, ...
_OBJ_WITH_ZERO = (5, 6)  # str, bytes: a 0 behind the text
_OBJ_TUPLE = 10
_BLOCK_BYTES = 16  # of a heap, with words of four bytes


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

    def object_bytes(self, names: Collection[str]) -> int:
        """What one object takes on a 32-bit VM; one of `names` nothing, nor what may be one."""
        kind = self.byte()
        if kind in _OBJ_ONE_BYTE:
            return 0
        length = self.uint()
        if kind == _OBJ_TUPLE:
            return _blocks(8 + 4 * length) + sum(self.object_bytes(names) for _ in range(length))
        text = self.data[self.at : self.at + length].decode(errors="replace")
        self.at += length + (kind in _OBJ_WITH_ZERO)
        may_be_name = text.isidentifier() and (text.islower() or "_" not in text)
        if kind not in _OBJ_WITH_ZERO or not text or text in names or may_be_name:
            return 0
        return _BLOCK_BYTES + _blocks(length + 1)

    def functions(self) -> Iterable[tuple[int, int, bool]]:
        """Kind, bytes, whether there are others inside: of one and of those inside it."""
        head = self.uint()
        kind, has_children, length = head & 3, head & 4 != 0, head >> 3
        yield kind, length, has_children
        self.at += length
        for _ in range({_BYTECODE: 0, _NATIVE_PY: 1, _VIPER: 1, _ASM: 3}[kind]):
            self.uint()
        for _ in range(self.uint() if has_children else 0):
            yield from self.functions()


def _blocks(size_bytes: int) -> int:
    """What the heap gives for so many."""
    return -(-size_bytes // _BLOCK_BYTES) * _BLOCK_BYTES


def names_of(data: bytes) -> list[str]:
    """The names that loading a file makes, except those that every MicroPython has."""
    reader = _Reader(data)
    count = reader.uint()
    reader.uint()
    return [name for name in (reader.name() for _ in range(count)) if name is not None]


def native_bytes(data: bytes) -> int:
    """Machine code in a file: copied into the heap when it comes from a ROMFS."""
    reader = _Reader(data)
    _skip_to_code(reader, ())
    return sum(length for kind, length, _ in reader.functions() if kind != _BYTECODE)


def loaded_bytes(data: bytes, names: Collection[str]) -> int:
    """What loading a file from a disk leaves in a 32-bit heap and freezing it does not, at least.

    Code that has others inside is counted as gone: a module's or a class's is, once it has run.
    """
    reader = _Reader(data)
    size = _skip_to_code(reader, names)
    _module, *functions = reader.functions()
    return size + sum(
        _blocks(length) for kind, length, has_inner in functions if kind or not has_inner
    )


def _skip_to_code(reader: _Reader, names: Collection[str]) -> int:
    """Names and objects; gives what their table and the objects take."""
    count, objects = reader.uint(), reader.uint()
    for _ in range(count):
        reader.name()
    table = _blocks(-(-count // 2) * 4 + 4 * objects)  # a name is a number of two bytes
    return table + sum(reader.object_bytes(names) for _ in range(objects))


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
