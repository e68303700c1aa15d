"""Writes docs/protocol.md from the firmware's tables."""

from __future__ import annotations

from binascii import crc32

from faro.docs import notes
from faro.docs.layout import FieldLayout, field_layouts
from faro.docs.marks import renewed, table
from faro.docs.vectors import vectors_markdown
from faro.wire.dictionary import (
    ALL_TABLES,
    Dictionary,
    MessageSpec,
    board_dictionaries,
    own_dictionary,
)
from faro.wire.error_words import ERRORS
from faro.wire.framing import Frame, cobs_encode, encode
from faro.words import board as words
from firmware.board import rows as board
from firmware.board.rows import MSG_STATUS
from firmware.cards import rows as cards
from firmware.core.rows import ONCE, PUSH, READ, ROLE_NAMES, SILENT, TO_BOARD, WHEN_LOCKED
from firmware.jackpot import rows as jackpot
from firmware.link import rows as link
from firmware.link.rows import ADDRESS_HOST, PROTOCOL_VERSION, SECTION_NAMES
from firmware.rounds import rows as rounds

_RULES = {READ: "READ", ONCE: "ONCE", SILENT: "SILENT", PUSH: "–"}
_BOARD = 0xA0
# the format and fields of what stands in a message's tail
RECORDS: dict[int, tuple[str, str]] = dict(
    link.RECORDS + board.RECORDS + cards.RECORDS + rounds.RECORDS + jackpot.RECORDS
)


def protocol_markdown() -> str:
    """The whole reference."""
    known = own_dictionary()
    messages = [_message_index(known), *map(_message, known.messages.values())]
    return renewed(
        "docs/protocol.md",
        version=f"Protocol version {PROTOCOL_VERSION}.",
        example=_worked_example(),
        messages="\n\n".join(messages),
        vectors=vectors_markdown(),
        events=_events(),
        faults=_faults(known),
        settings=_settings(known),
        errors=table(["code", "name", "in words"], *_errors(known)),
        counters=", ".join(f"{i} {name}" for i, name in enumerate(known.counters)) + ".",
        dictionary=_dictionary(),
    )


def spaced(data: bytes) -> str:
    return data.hex(" ")


def role_names(roles: int) -> list[str]:
    return [name for bit, name in ROLE_NAMES if roles & bit]


def rule_name(rule: int) -> str:
    return _RULES[rule]


def example_frame(spec: MessageSpec) -> bytes:
    """The message with sample values, from or to the board with address A0."""
    values: dict[str, int | bytes] = {}
    for row in layouts(spec):
        values[row.name] = notes.sample(spec.name, row.name, row.type == "bytes")
    payload = spec.layout.pack(values)
    to_board = spec.direction == TO_BOARD
    dst, src = (_BOARD, ADDRESS_HOST) if to_board else (ADDRESS_HOST, _BOARD)
    return encode(Frame(spec.number, dst, src, 1, 2, payload))


def layouts(spec: MessageSpec) -> list[FieldLayout]:
    names = list(spec.layout.names)
    if spec.layout.tail is not None:
        names.append("*" + spec.layout.tail)
    return field_layouts(spec.layout.fmt.format, " ".join(names))


def record_layouts(spec: MessageSpec) -> list[FieldLayout]:
    """What stands in its tail, again and again; nothing when that is bytes."""
    return field_layouts(*RECORDS[spec.number]) if spec.number in RECORDS else []


def _worked_example() -> str:
    """STATUS to board A0, step by step."""
    body = bytes((MSG_STATUS, _BOARD, ADDRESS_HOST, 1)) + (2).to_bytes(4, "little")
    crc = crc32(body).to_bytes(4, "little")
    coded = cobs_encode(body + crc)
    rows = [
        "```",
        f"header           {spaced(body)}",
        f"CRC-32           0x{crc32(body):08x}, on the wire {spaced(crc)}",
        f"header and CRC   {spaced(body + crc)}",
        f"COBS             {spaced(coded)}",
        f"frame            00 {spaced(coded)} 00",
        "```",
    ]
    return "\n".join(rows)


def _message_index(known: Dictionary) -> str:
    rows = [["id", "name", "direction", "who", "rule", "answer"]]
    for spec in known.messages.values():
        direction = "to board" if spec.direction == TO_BOARD else "to host"
        who = ", ".join(role_names(spec.roles)) or "anyone"
        who += "; when locked" if spec.roles & WHEN_LOCKED else ""
        answer = known.messages[spec.reply].name if spec.reply else "–"
        link = f"[{spec.name}](#{spec.name.lower()})"
        rows.append([str(spec.number), link, direction, who, _RULES[spec.rule], answer])
    return table(*rows)


def _message(spec: MessageSpec) -> str:
    parts = [f"### {spec.name}", f"Kind {spec.number}. {notes.MESSAGES.get(spec.name, '')}"]
    parts.append(_field_table(spec.name, layouts(spec)) or "No payload.")
    record = record_layouts(spec)
    if record:
        parts += [f"Each record in `{spec.layout.tail}`:", _field_table(spec.name, record)]
    parts.append(f"```\n{spaced(example_frame(spec))}\n```")
    return "\n\n".join(parts)


def _field_table(owner: str, rows: list[FieldLayout]) -> str:
    lines = [["offset", "bytes", "type", "field", "meaning"]]
    for row in rows:
        size = "rest" if row.size is None else str(row.size)
        note = notes.field_note(owner, row.name)
        lines.append([str(row.offset), size, row.type, f"`{row.name}`", note])
    return table(*lines) if rows else ""


def _events() -> str:
    rows = [["type", "name", "payload (offset: type field)", "in words"]]
    for number, name, fmt, fields in ALL_TABLES.EVENTS:
        layout = field_layouts(fmt, fields)
        payload = ", ".join(f"{row.offset}: {row.type} `{row.name}`" for row in layout) or "none"
        rows.append([str(number), name, payload, words.EVENTS.get(name, "")])
    return table(*rows)


def _faults(known: Dictionary) -> str:
    rows = [["code", "name", "severity", "cleared by", "in words", "what to do"]]
    for spec in known.faults.values():
        said = words.FAULTS.get(spec.name, ("", ""))
        who = ", ".join(role_names(spec.clearing_roles)) or "anyone"
        rows.append([str(spec.number), spec.name, words.SEVERITIES[spec.severity], who, *said])
    return table(*rows)


def _settings(known: Dictionary) -> str:
    head = ["id", "name", "default", "least", "most", "unit"]
    return table(
        head, *([str(value) for value in vars(spec).values()] for spec in known.settings.values())
    )


def _errors(known: Dictionary) -> list[list[str]]:
    return [[str(code), name, ERRORS.get(name, "")] for code, name in known.errors.items()]


def _dictionary() -> str:
    sections = ", ".join(f"{i} {name}" for i, name in enumerate(SECTION_NAMES))
    crcs = ", ".join(f"0x{d.crc:08x} ({kind})" for kind, d in board_dictionaries().items())
    return f"Sections: {sections}. `dictionary_crc` of these tables: {crcs}."
