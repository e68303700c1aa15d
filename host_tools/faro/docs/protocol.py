"""Writes docs/protocol.md from the firmware's tables."""

from __future__ import annotations

from binascii import crc32

from faro.docs import notes
from faro.docs.layout import FieldLayout, field_layouts
from faro.docs.text import EVENTS_PROSE, INTRO, SESSIONS_PROSE, TEXT_PROSE
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
    parts = [
        INTRO.replace("@EXAMPLE@", _worked_example()).replace("@VERSION@", str(PROTOCOL_VERSION)),
        _message_index(known),
        *(_message(spec) for spec in known.messages.values()),
        SESSIONS_PROSE,
        vectors_markdown(),
        EVENTS_PROSE,
        _events(),
        _faults(known),
        _settings(known),
        _errors(known),
        _counters(known),
        _dictionary(known),
        TEXT_PROSE,
    ]
    return "\n".join(part.strip("\n") + "\n" for part in parts)


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
        f"header           {spaced(body)}",
        f"CRC-32           0x{crc32(body):08x}, on the wire {spaced(crc)}",
        f"header and CRC   {spaced(body + crc)}",
        f"COBS             {spaced(coded)}",
        f"frame            00 {spaced(coded)} 00",
    ]
    return "\n".join(rows)


def _message_index(known: Dictionary) -> str:
    rows = [
        "## Messages",
        "",
        "| id | name | direction | who | rule | answer |",
        "|---|---|---|---|---|---|",
    ]
    for spec in known.messages.values():
        direction = "to board" if spec.direction == TO_BOARD else "to host"
        who = ", ".join(role_names(spec.roles)) or "anyone"
        who += "; when locked" if spec.roles & WHEN_LOCKED else ""
        answer = known.messages[spec.reply].name if spec.reply else "–"
        link = f"[{spec.name}](#{spec.name.lower()})"
        rows.append(
            f"| {spec.number} | {link} | {direction} | {who} | {_RULES[spec.rule]} | {answer} |"
        )
    return "\n".join(rows)


def _message(spec: MessageSpec) -> str:
    rows = [f"### {spec.name}", "", f"Kind {spec.number}. {notes.MESSAGES.get(spec.name, '')}", ""]
    rows += _field_table(spec.name, layouts(spec)) or ["No payload."]
    record = record_layouts(spec)
    if record:
        rows += ["", f"Each record in `{spec.layout.tail}`:", ""]
        rows += _field_table(spec.name, record)
    rows += ["", "```", spaced(example_frame(spec)), "```"]
    return "\n".join(rows)


def _field_table(owner: str, rows: list[FieldLayout]) -> list[str]:
    if not rows:
        return []
    table = ["| offset | bytes | type | field | meaning |", "|---|---|---|---|---|"]
    for row in rows:
        size = "rest" if row.size is None else row.size
        note = notes.field_note(owner, row.name)
        table.append(f"| {row.offset} | {size} | {row.type} | `{row.name}` | {note} |")
    return table


def _events() -> str:
    rows = ["### Event types", "", "| type | name | payload (offset: type field) | in words |"]
    rows.append("|---|---|---|---|")
    for number, name, fmt, fields in ALL_TABLES.EVENTS:
        layout = field_layouts(fmt, fields)
        payload = ", ".join(f"{row.offset}: {row.type} `{row.name}`" for row in layout) or "none"
        rows.append(f"| {number} | {name} | {payload} | {words.EVENTS.get(name, '')} |")
    rows += ["", "An unknown type is kept as it is: its length is in the record."]
    return "\n".join(rows)


def _faults(known: Dictionary) -> str:
    rows = ["## Faults", ""]
    rows += ["A fault stays until it is cleared, over power cycles too. *warning*: the board works"]
    rows += ["on; *stop*: the machine stands still; *lock*: reads, and what leads out of it.", ""]
    rows += ["| code | name | severity | cleared by | in words | what to do |"]
    rows += ["|---|---|---|---|---|---|"]
    for spec in known.faults.values():
        text, steps = words.FAULTS.get(spec.name, ("", ""))
        severity = words.SEVERITIES[spec.severity]
        who = ", ".join(role_names(spec.clearing_roles)) or "anyone"
        rows.append(f"| {spec.number} | {spec.name} | {severity} | {who} | {text} | {steps} |")
    return "\n".join(rows)


def _settings(known: Dictionary) -> str:
    rows = [
        "## Settings",
        "",
        "| id | name | default | least | most | unit |",
        "|---|---|---|---|---|---|",
    ]
    for spec in known.settings.values():
        rows.append(
            f"| {spec.number} | {spec.name} | {spec.default} | {spec.least} | {spec.most}"
            f" | {spec.unit} |"
        )
    rows += ["", "`address` 0 is the board's own default; else 144 (0x90) to 254, after a restart."]
    return "\n".join(rows)


def _errors(known: Dictionary) -> str:
    rows = ["## Errors", ""]
    rows += ["`detail` of ERROR is 0 but for `past_end` (the last event's number) and `wait` (ms)."]
    rows += ["`internal`: the firmware failed in this request; half a change is undone, the board"]
    rows += ["goes on, and its event PROGRAM_ERROR names the place.", ""]
    rows += ["| code | name | in words |", "|---|---|---|"]
    rows += [
        f"| {code} | {name} | {ERRORS.get(name, '')} |" for code, name in known.errors.items()
    ]
    return "\n".join(rows)


def _counters(known: Dictionary) -> str:
    names = ", ".join(f"{i} {name}" for i, name in enumerate(known.counters))
    return f"## Counters\n\nUnsigned 32 bit, wrap to 0, start at 0 with each boot: {names}."


def _dictionary(known: Dictionary) -> str:
    sections = ", ".join(f"{i} {name}" for i, name in enumerate(SECTION_NAMES))
    crcs = ", ".join(f"0x{d.crc:08x} ({kind})" for kind, d in board_dictionaries().items())
    return f"""## Dictionary

A board hands out its own tables, so that a host can talk to firmware newer than itself. Sections:
{sections}. Ask DESCRIBE with `index` 0, 1, … below `count`, and with a growing `offset` until
`line_bytes` are there. A line's columns are parted by `|`:

- messages: id, name, direction (0 to board), who (bits: 1 table, 2 supervisor, 4 inspector,
  8 technician, 16 also on a locked board), rule (0 READ, 1 ONCE, 2 SILENT, 3 from the board), id
  of the answer, struct format, field names (`*` marks the bytes that follow)
- events: type, name, struct format, field names
- faults: code, name, severity (0 warning, 1 stop, 2 lock), who may clear it (bits as above)
- settings: id, name, default, least, most, unit
- counters: index, name
- errors: code, name

Struct formats are Python's: `<` little endian, B u8, H u16, I u32, i i32, `16s` 16 bytes.
`dictionary_crc` in HELLO_REPLY is the CRC-32 over all lines of all sections in order, each ended
by a line feed (0x0a); with these tables {crcs}. `make docs`
writes the same tables for programs, as `dist/dictionary.json`."""
