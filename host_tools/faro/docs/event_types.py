"""Writes event_types.py: a class per row of the event table."""

from __future__ import annotations

from faro.board import words
from faro.docs.layout import FieldLayout, field_layouts
from faro.wire.dictionary import ALL_TABLES

_COMMON = ("board", "number", "boot_count", "time_ms", "utc_s")

_HEAD = '''"""Events as typed objects; made by `make docs` from the event table: do not edit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from faro.wire.events import Event


@dataclass(frozen=True, slots=True)
class TypedEvent:
    """What every event has; (board, number) is its identity for ever."""

    board: str
    number: int
    boot_count: int
    time_ms: int
    utc_s: int


@dataclass(frozen=True, slots=True)
class UnknownEvent(TypedEvent):
    """An event of other firmware: its name and fields as the board's dictionary has them."""

    name: str
    values: dict[str, Any]
'''

_TAIL = '''

def typed(event: Event) -> TypedEvent:
    """The event as an instance of its class; UnknownEvent when its fields are other ones."""
    common = (event.board, event.number, event.boot_count, event.time_ms, event.utc_s)
    kind, names = EVENT_TYPES.get(event.name, (None, ()))
    if kind is None or not set(names) <= set(event.fields):
        return UnknownEvent(*common, event.name, event.fields)
    return kind(*common, *(event.fields[name] for name in names))
'''


def class_name(event: str) -> str:
    """CARD_PASSED → CardPassed."""
    return "".join(word.capitalize() for word in event.split("_"))


def event_types_source() -> str:
    """The module's text."""
    parts = [_HEAD]
    events = ALL_TABLES.EVENTS
    parts += [_event_class(name, own_fields(fmt, names)) for _, name, fmt, names in events]
    parts.append("\n\n# class, and the fields that follow the common ones\n")
    parts.append("EVENT_TYPES: dict[str, tuple[type[TypedEvent], tuple[str, ...]]] = {\n")
    for _, name, fmt, names in events:
        quoted = [f'"{row.name}"' for row in own_fields(fmt, names)]
        fields = f"({quoted[0]},)" if len(quoted) == 1 else f"({', '.join(quoted)})"
        parts.append(f'    "{name}": ({class_name(name)}, {fields}),\n')
    return "".join([*parts, "}\n", _TAIL])


def own_fields(fmt: str, names: str) -> list[FieldLayout]:
    """The fields of one event; BOOTED's boot count is what every record has anyway."""
    return [row for row in field_layouts(fmt, names) if row.name != "boot_count"]


def _event_class(name: str, rows: list[FieldLayout]) -> str:
    sentence = words.EVENTS.get(name, name.lower())
    lines = [
        "\n",
        "@dataclass(frozen=True, slots=True)",
        f"class {class_name(name)}(TypedEvent):",
        f'    """{sentence[0].upper()}{sentence[1:]}."""',
    ]
    for i, row in enumerate(rows):
        # a field that is called like a common one keeps its place under another name
        attribute = f"{row.name}_value" if row.name in _COMMON else row.name
        kind = "bytes" if row.type == "bytes" else "int"
        lines.append(f"{'' if i else chr(10)}    {attribute}: {kind}")
    return "\n".join(lines) + "\n"
