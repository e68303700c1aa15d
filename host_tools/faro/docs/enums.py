"""Numbers on the wire that stand for words: one place, from the firmware's own names."""

from __future__ import annotations

from collections.abc import Iterable

from faro.wire.protocol import KIND_NAMES
from faro.words import board as words
from faro.words.jackpot import FIRST_COUNT, METERS
from firmware.board.board_state import STATE_NAMES
from firmware.cards.codes import CARDS_PER_DECK, NOT_CARDS, name_of
from firmware.core.rows import ROLE_NAMES
from firmware.jackpot.what_if import CLASS_NAMES
from firmware.rounds.deal_order import DECISION_NAMES
from firmware.rounds.findings import FINDINGS
from firmware.rounds.games import catalogue
from firmware.rounds.games.vocabulary import EQUIPMENT_NAMES, RESULT_NAMES
from firmware.rounds.phases import PHASE_NAMES
from firmware.rounds.steps import CLOSED_NAMES
from firmware.rounds.telling import TELL_NAMES
from firmware.ruling.rulings import RULINGS
from firmware.ruling.told_table import TOLD
from firmware.ruling.vocabulary import FACTS

_JACKPOT_STATES = ("open", "frozen", "asking", "pending", "paying", "done")


def _counted(names: Iterable[str], first: int = 0) -> dict[int, str]:
    return dict(enumerate(names, first))


# name of the enumeration → number → word
ENUMS: dict[str, dict[int, str]] = {
    "game": {0: "none"} | {row[0]: row[1] for row in catalogue.GAMES},
    "equipment": _counted(EQUIPMENT_NAMES),
    "phase": _counted(PHASE_NAMES),
    "closed_as": _counted(CLOSED_NAMES),
    "decision": _counted(DECISION_NAMES),
    "told": dict(TELL_NAMES),
    "result": _counted(RESULT_NAMES),
    "irregularity": {row[0]: row[1].lower() for row in (*FINDINGS, *TOLD)},
    "fact": dict(FACTS),
    "ruling": {row[0]: row[1].lower() for row in RULINGS},
    "jackpot_state": _counted(_JACKPOT_STATES),
    "hand_class": _counted(CLASS_NAMES),
    "role": dict(ROLE_NAMES),
    "severity": _counted(words.SEVERITIES),
    "board_state": _counted(STATE_NAMES),
    "kind": dict(KIND_NAMES),
    "place": {0: "dealer", **{seat: f"seat {seat}" for seat in range(1, 8)}, 255: "nobody"},
    "card": {code: name_of(code) for code in range(CARDS_PER_DECK)} | dict(NOT_CARDS),
}

# which enumeration a field's number is of; (message or event, field) where names differ
FIELDS: dict[str | tuple[str, str], str] = {
    name: name
    for name in ENUMS
    if name not in ("jackpot_state", "board_state", "result", "severity", "kind")
} | {
    ("HELLO_REPLY", "kind"): "kind",
    ("STATUS_REPLY", "state"): "board_state",
    ("JACKPOT", "state"): "jackpot_state",
    "asked_by": "role",
    "confirmed_by": "role",
}


def enum_of(owner: str, field: str) -> str | None:
    """The enumeration that a field of a message or event speaks in; None: a plain number."""
    return FIELDS.get((owner, field)) or FIELDS.get(field)


def meters() -> list[dict[str, str | int]]:
    """The meters of the jackpot in the order of METERS, with their units."""
    return [
        {"place": place, "name": name, "unit": "" if place >= FIRST_COUNT else "micro-cents"}
        for place, name in enumerate(METERS)
    ]
