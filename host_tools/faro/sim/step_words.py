"""The words behind `login`, `ask`, `wait` and `expect`: who, what, with which values.

Messages, events and faults are those of the board's own tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from faro.wire.dictionary import Dictionary, Layout, board_dictionaries
from faro.wire.errors import BadInput
from faro.wire.keys import ROLES
from firmware.cards.codes import card_named
from firmware.core.rows import TO_BOARD
from firmware.rounds.games.catalogue import number_of

ANYONE = "anyone"
NO_ANSWER = "no_answer"  # beside the errors that a board gives: it gave none
_NO_CARD = 0xFF
SLOTS = ("slot_a", "slot_b")
_EXPECTS = {
    "fault": "NAME: this fault is active",
    "no-fault": "[NAME]: none is, or not this one",
    "event": "NAME [field=value …]: it was reported",
    "no-event": "NAME [field=value …]: it was not",
    "lamp": "COLOUR: of the status light",
    "display": "TEXT: what the meter shows",
    "cards": "tray|way|carousel|output COUNT: where cards lie",
}


@dataclass(frozen=True)
class Asked:
    """A request by somebody; `refused` is the error it must be answered with."""

    board: str
    role: str
    message: str
    fields: Mapping[str, Any]
    refused: str = ""


@dataclass(frozen=True)
class Awaited:
    """An event of a board; only what is in `fields` matters."""

    board: str
    event: str
    fields: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def fits(self, name: str, fields: Mapping[str, Any]) -> bool:
        return name == self.event and all(fields.get(k) == v for k, v in self.fields.items())


@dataclass(frozen=True)
class Expected:
    """What must be so now: `what` is a row of _EXPECTS."""

    board: str
    what: str
    words: tuple[str, ...] = ()
    awaited: Awaited | None = None


def parse_login(text: str, boards: Mapping[str, str]) -> Asked:
    board, role, *rest = _words(text, boards, 2, "BOARD ROLE")
    if role not in ROLES or rest:
        raise BadInput(f"right would be: {board} and a role: {', '.join(ROLES)}")
    return Asked(board, role, "OPEN_SESSION", {})


def parse_ask(text: str, boards: Mapping[str, str], refused: str = "") -> Asked:
    board, role, message, *rest = _words(text, boards, 3, "BOARD ROLE MESSAGE field=value …")
    known = board_dictionaries()[boards[board]]
    if role != ANYONE and role not in ROLES:
        raise BadInput(f"{role!r} is nobody's role: {ANYONE}, {', '.join(ROLES)}")
    names = [name for name, spec in known.message_names.items() if spec.direction == TO_BOARD]
    spec = known.message_names[_named(message, names, f"{board} knows no request")]
    fields = _fields(spec.layout, rest, known, message)
    wanted = [*spec.layout.names, *([spec.layout.tail] if spec.layout.tail else [])]
    missing = [name for name in wanted if name not in fields]
    if missing:
        raise BadInput(f"{message}: {', '.join(missing)} missing; it has {', '.join(wanted)}")
    if refused:
        _named(refused, [*known.errors.values(), NO_ANSWER], "there is no error")
    return Asked(board, role, message, fields, refused)


def parse_wait(text: str, boards: Mapping[str, str]) -> Awaited:
    board, event, *rest = _words(text, boards, 2, "BOARD EVENT field=value …")
    return _awaited(board, event, rest, boards)


def parse_expect(text: str, boards: Mapping[str, str]) -> Expected:
    board, what, *rest = _words(text, boards, 2, "BOARD WHAT …")
    if what not in _EXPECTS:
        rows = "; ".join(f"{name} {says}" for name, says in _EXPECTS.items())
        raise BadInput(f"{what!r} cannot be expected; right are {rows}")
    if what in ("event", "no-event"):
        if not rest:
            raise BadInput(f"right would be: {board} {what} {_EXPECTS[what]}")
        return Expected(board, what, awaited=_awaited(board, rest[0], rest[1:], boards))
    least = 0 if what == "no-fault" else 2 if what == "cards" else 1
    if not least <= len(rest) <= max(least, 1):
        raise BadInput(f"right would be: {board} {what} {_EXPECTS[what]}")
    if what in ("fault", "no-fault"):
        known = board_dictionaries()[boards[board]]
        for name in rest:
            _named(name, [spec.name for spec in known.faults.values()], f"{board} knows no fault")
    if what == "cards" and (rest[0] not in ("tray", "way", "carousel", "output")
                            or not rest[1].isdigit() or boards[board] != "shoe"):  # fmt: skip
        raise BadInput(f"right would be: {board} {what} {_EXPECTS[what]}")
    if what == "display" and boards[board] != "meter":
        raise BadInput(f"{board} has no display")
    return Expected(board, what, tuple(rest))


# -- small things --------------------------------------------------------------------------


def _words(text: str, boards: Mapping[str, str], least: int, right: str) -> list[str]:
    words = text.split()
    if len(words) < least:
        raise BadInput(f"{text!r} is too short; right would be: {right}")
    if words[0] not in boards:
        raise BadInput(f"there is no board {words[0]!r} here: {', '.join(boards)}")
    return words


def _awaited(board: str, event: str, rest: list[str], boards: Mapping[str, str]) -> Awaited:
    known = board_dictionaries()[boards[board]]
    specs = {spec.name: spec for spec in known.events.values()}
    spec = specs[_named(event, list(specs), f"{board} reports no")]
    return Awaited(board, event, _fields(spec.layout, rest, known, event))


def _named(name: str, names: list[str], what: str) -> str:
    if name not in names:
        near = get_close_matches(name, names, 3)
        raise BadInput(f"{what} {name!r}" + (f"; near: {', '.join(near)}" if near else ""))
    return name


def _fields(layout: Layout, words: list[str], known: Dictionary, owner: str) -> dict[str, Any]:
    names = [*layout.names, *([layout.tail] if layout.tail else [])]
    found: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadInput(f"{word!r} is not field=value")
        if name not in names:
            raise BadInput(f"{owner} has no field {name!r}; it has {', '.join(names) or 'none'}")
        found[name] = _value(name, value, known)
    return found


def _value(name: str, text: str, known: Dictionary) -> int | bytes:
    """A number; a fault or a game by its name; seats:2,5; hex:00ff; cards:QH,9S; hands by seat."""
    try:
        kind, _, rest = text.partition(":")
        if kind == "seats":
            return sum(1 << (int(seat) - 1) for seat in rest.split(","))
        if kind == "hex":
            return bytes.fromhex(rest)
        if kind == "cards":
            return bytes(card_named(card) for card in rest.split(","))
        if kind == "hands":
            return _hands(rest)
        if name == "fault" and not text.isdigit():
            return next(n for n, spec in known.faults.items() if spec.name == text)
        if name == "game" and not text.isdigit():
            return number_of(text) or int(text)  # no such game: not a number either
        return int(text, 0)
    except (ValueError, StopIteration, KeyError):
        raise BadInput(
            f"{name}={text}: right is a number, a fault's or game's name, seats:2,5, cards:QH,9S,"
            " hands:3=TS,JS,QS,KS,AS or hex:00ff"
        ) from None


def _hands(text: str) -> bytes:
    """3=TS,JS,QS,KS,AS/7=…: what TELL_HANDS has, five cards for each of seven seats."""
    data = bytearray([_NO_CARD] * 35)
    for hand in text.split("/"):
        seat, _, cards = hand.partition("=")
        codes = bytes(card_named(card) for card in cards.split(","))
        if int(seat) not in range(1, 8) or len(codes) != 5:
            raise ValueError(hand)
        data[5 * int(seat) - 5 : 5 * int(seat)] = codes
    return bytes(data)


def parse_damage(text: str, boards: Mapping[str, str]) -> tuple[str, ...]:
    """A file of the scenario's folder, or a board's slot, and a byte of which one bit is turned."""
    *where, byte = text.split()
    is_file = len(where) == 1 and "/" not in where[0] and not where[0].startswith(".")
    is_slot = len(where) == 2 and where[0] in boards and where[1] in SLOTS
    if not (is_file or is_slot) or not byte.isdigit():
        raise BadInput(f"{text!r} is no file and byte, such as shoe.journal 900 or shoe slot_b 900")
    return (*where, byte)
