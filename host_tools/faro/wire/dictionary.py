"""What a board can say: messages, events, faults, settings, as typed rows.

Comes from the firmware's own tables, or from a board that hands out another dictionary.
"""

from __future__ import annotations

import struct
from binascii import crc32
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from firmware import meter_rows, shoe_rows
from firmware.link.dictionary import BoardDictionary
from firmware.link.rows import SECTION_NAMES

Value = int | bytes
Fields = dict[str, Any]


@dataclass(frozen=True)
class Layout:
    """Fields of fixed size, then perhaps a tail of bytes whose name starts with '*'."""

    fmt: struct.Struct
    names: tuple[str, ...]
    tail: str | None

    @classmethod
    def parse(cls, fmt: str, fields: str) -> Layout:
        names = fields.split()
        tail = names.pop()[1:] if names and names[-1].startswith("*") else None
        return cls(struct.Struct(fmt), tuple(names), tail)

    def pack(self, values: Mapping[str, Any]) -> bytes:
        fixed = self.fmt.pack(*(values[name] for name in self.names))
        return fixed if self.tail is None else fixed + values[self.tail]

    def unpack(self, payload: bytes) -> Fields:
        values: Fields = dict(zip(self.names, self.fmt.unpack_from(payload), strict=True))
        if self.tail is not None:
            values[self.tail] = payload[self.fmt.size :]
        return values


@dataclass(frozen=True)
class MessageSpec:
    number: int
    name: str
    direction: int
    roles: int
    rule: int
    reply: int
    layout: Layout


@dataclass(frozen=True)
class EventSpec:
    number: int
    name: str
    layout: Layout


@dataclass(frozen=True)
class FaultSpec:
    number: int
    name: str
    severity: int
    clearing_roles: int


@dataclass(frozen=True)
class SettingSpec:
    number: int
    name: str
    default: int
    least: int
    most: int
    unit: str


@dataclass
class Dictionary:
    """All tables of one firmware version, by number and by name."""

    crc: int
    lines: list[list[str]]
    messages: dict[int, MessageSpec] = field(default_factory=dict[int, MessageSpec])
    message_names: dict[str, MessageSpec] = field(default_factory=dict[str, MessageSpec])
    events: dict[int, EventSpec] = field(default_factory=dict[int, EventSpec])
    faults: dict[int, FaultSpec] = field(default_factory=dict[int, FaultSpec])
    settings: dict[str, SettingSpec] = field(default_factory=dict[str, SettingSpec])
    counters: list[str] = field(default_factory=list[str])
    errors: dict[int, str] = field(default_factory=dict[int, str])

    @classmethod
    def parse(cls, lines: list[list[str]]) -> Dictionary:
        """Build it from the lines that DESCRIBE hands out, section by section."""
        text = "".join(line + "\n" for section in lines for line in section)
        result = cls(crc32(text.encode()), lines)
        rows = [[line.split("|") for line in section] for section in lines]
        messages, events, faults, settings, counters, errors = rows[: len(SECTION_NAMES)]
        for number, name, direction, roles, rule, reply, fmt, fields in messages:
            spec = MessageSpec(
                int(number),
                name,
                int(direction),
                int(roles),
                int(rule),
                int(reply),
                Layout.parse(fmt, fields),
            )
            result.messages[spec.number] = result.message_names[name] = spec
        for number, name, fmt, fields in events:
            result.events[int(number)] = EventSpec(int(number), name, Layout.parse(fmt, fields))
        for number, name, severity, roles in faults:
            result.faults[int(number)] = FaultSpec(int(number), name, int(severity), int(roles))
        for number, name, default, least, most, unit in settings:
            result.settings[name] = SettingSpec(
                int(number), name, int(default), int(least), int(most), unit
            )
        result.counters = [name for _number, name in counters]
        result.errors = {int(number): name for number, name in errors}
        return result


class AllTables:
    """The rows of all boards together, in the order of their numbers."""

    def __init__(self) -> None:
        self.MESSAGES = _joined(shoe_rows.MESSAGES, meter_rows.MESSAGES)
        self.EVENTS = _joined(shoe_rows.EVENTS, meter_rows.EVENTS)
        self.FAULTS = _joined(shoe_rows.FAULTS, meter_rows.FAULTS)
        self.SETTINGS = _joined(shoe_rows.SETTINGS, meter_rows.SETTINGS)


def _joined(*tables: tuple[tuple[Any, ...], ...]) -> tuple[tuple[Any, ...], ...]:
    """Rows that boards share stand once; one number never means two things."""
    rows: dict[int, tuple[Any, ...]] = {}
    for table in tables:
        for row in table:
            if rows.setdefault(row[0], row) != row:
                raise ValueError(f"number {row[0]} means {rows[row[0]][1]} and {row[1]}")
    return tuple(rows.values())


ALL_TABLES = AllTables()


def _dictionary_of(tables: Any) -> Dictionary:
    board = BoardDictionary(tables)
    return Dictionary.parse(
        [
            [board.line(section, i).decode() for i in range(board.count(section))]
            for section in range(len(SECTION_NAMES))
        ]
    )


@cache
def own_dictionary() -> Dictionary:
    """The tables of the firmware that this package carries, all boards together."""
    return _dictionary_of(ALL_TABLES)


@cache
def board_dictionaries() -> dict[str, Dictionary]:
    """The same for each kind of board: what a board with this firmware describes."""
    return {"shoe": _dictionary_of(shoe_rows), "meter": _dictionary_of(meter_rows)}


def dictionary_with(crc: int) -> Dictionary | None:
    """Our own copy of what a board calls by this CRC; None for other firmware."""
    return next((d for d in board_dictionaries().values() if d.crc == crc), None)
