"""Makes the documents that come from the tables: `make docs`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from faro.docs import notes
from faro.docs.architecture import architecture_markdown
from faro.docs.enums import ENUMS, enum_of, meters
from faro.docs.faults import faults_markdown
from faro.docs.integrate import integrate_markdown
from faro.docs.layout import FieldLayout, field_layouts
from faro.docs.protocol import (
    layouts,
    protocol_markdown,
    record_layouts,
    role_names,
    rule_name,
)
from faro.docs.rulings import rulings_markdown
from faro.docs.simulator import simulator_markdown
from faro.docs.wiring import BOARDS, wiring_markdown
from faro.wire.dictionary import ALL_TABLES, board_dictionaries, own_dictionary
from faro.wire.error_words import ADVICE, ERRORS
from faro.words import board as words
from firmware.core.rows import TO_BOARD
from firmware.link.rows import PROTOCOL_VERSION

DICTIONARY = "dist/dictionary.json"  # for programs in any language; not in git


def render() -> dict[str, str]:
    """Every generated file's path in the project, and its text."""
    return {
        "docs/architecture.md": architecture_markdown(),
        "docs/protocol.md": protocol_markdown(),
        DICTIONARY: json.dumps(dictionary_data(), indent=1, ensure_ascii=False) + "\n",
        "docs/faults.md": faults_markdown(),
        "docs/integrate.md": integrate_markdown(),
        "docs/rulings.md": rulings_markdown(),
        "docs/simulator.md": simulator_markdown(),
    } | {f"boards/{board}/WIRING.md": wiring_markdown(board) for board in BOARDS}


def generate(target: Path) -> list[Path]:
    """Write the files below the project's folder; gives back the ones that were new."""
    written: list[Path] = []
    for name, text in render().items():
        path = target / name
        if not path.exists() or path.read_text("utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            written.append(path)
    return written


def dictionary_data() -> dict[str, Any]:
    """All tables as plain data, for programs in any language."""
    known = own_dictionary()
    return {
        "protocol": PROTOCOL_VERSION,
        "crc": {kind: board.crc for kind, board in board_dictionaries().items()},
        "messages": [
            {
                "id": spec.number,
                "name": spec.name,
                "to": "board" if spec.direction == TO_BOARD else "host",
                "roles": role_names(spec.roles),
                "rule": rule_name(spec.rule),
                "answer": known.messages[spec.reply].name if spec.reply else None,
                "fields": [_field(spec.name, row) for row in layouts(spec)],
                "record": [_field(spec.name, row) for row in record_layouts(spec)],
                "text": notes.MESSAGES.get(spec.name, ""),
            }
            for spec in known.messages.values()
        ],
        "events": [
            {
                "type": number,
                "name": name,
                "fields": [_field(name, row) for row in field_layouts(fmt, fields)],
                "text": words.EVENTS.get(name, ""),
            }
            for number, name, fmt, fields in ALL_TABLES.EVENTS
        ],
        "faults": [
            {
                "code": spec.number,
                "name": spec.name,
                "severity": words.SEVERITIES[spec.severity],
                "cleared_by": role_names(spec.clearing_roles),
                "text": words.FAULTS.get(spec.name, ("", ""))[0],
                "steps": words.FAULTS.get(spec.name, ("", ""))[1],
            }
            for spec in known.faults.values()
        ],
        "settings": [vars(spec) for spec in known.settings.values()],
        "counters": known.counters,
        "errors": [
            {"code": code, "name": name, "text": ERRORS[name], "advice": ADVICE[name]}
            for code, name in known.errors.items()
        ],
        "enums": ENUMS,
        "meters": meters(),
    }


def _field(owner: str, row: FieldLayout) -> dict[str, Any]:
    return {
        "name": row.name,
        "offset": row.offset,
        "bytes": row.size,
        "type": row.type,
        "unit": notes.unit_of(row.name),
        "enum": enum_of(owner, row.name),
        "text": notes.field_note(owner, row.name),
    }
