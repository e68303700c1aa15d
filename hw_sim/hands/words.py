"""The words of a verb: what each argument may be, and one clear line when it is something else."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Protocol

from hw_sim.vm_process import SimError

_SEATS = 7
_MOST_MS = 86_400_000  # a day
_MOST_LISTED = 12  # choices that are named when none is near


class BadWords(SimError):
    """What was asked for cannot be done; nothing was."""

    exit_code = 2


class NeedsCards(BadWords):
    """There is no card where the hand reaches."""


class Table(Protocol):
    """Whose boards are meant: a rig, or what a scenario file says of one."""

    @property
    def boards(self) -> Mapping[str, Any]: ...


Parse = Callable[[Table, str], Any]


@dataclass(frozen=True)
class Kind:
    """A kind of argument: `says` stands for it in a usage line, `right` explains it."""

    says: str
    parse: Parse  # ValueError: not that
    right: str = ""


@dataclass(frozen=True)
class Arg:
    """One argument.  An option is written name=value; `is_many` takes all words that are left."""

    name: str
    kind: Kind
    is_option: bool = False
    is_many: bool = False
    default: Any = None
    is_needed: bool = True
    field: str = ""  # the function's name for it, when the word is one of Python's

    @property
    def key(self) -> str:
        return self.field or self.name

    @property
    def usage(self) -> str:
        if self.is_option:
            return f"[{self.name}={self.kind.says}]"
        text = self.kind.says + (" …" if self.is_many else "")
        return text if self.is_needed else f"[{text}]"


def arg(name: str, kind: Kind) -> Arg:
    return Arg(name, kind)


def perhaps(name: str, kind: Kind, default: Any = None) -> Arg:
    return Arg(name, kind, default=default, is_needed=False)


def many(name: str, kind: Kind, is_needed: bool = True) -> Arg:
    return Arg(name, kind, is_many=True, default=(), is_needed=is_needed)


def option(name: str, kind: Kind, default: Any = None, field: str = "") -> Arg:
    return Arg(name, kind, is_option=True, default=default, is_needed=False, field=field)


# -- kinds ---------------------------------------------------------------------------------


def one_of(*choices: str) -> Kind:
    def parse(_table: Table, word: str) -> str:
        if word not in choices:
            raise ValueError(word)
        return word

    return Kind("|".join(choices), parse, " or ".join(choices))


def listed(says: str, choices: Sequence[str]) -> Kind:
    """One of many: the nearest ones are named."""

    def parse(_table: Table, word: str) -> str:
        if word not in choices:
            near = get_close_matches(word, choices, 3) or list(choices[:_MOST_LISTED]) + ["…"]
            raise BadWords(f"there is no {says.lower()} {word!r}: {', '.join(near)}")
        return word

    return Kind(says, parse)


def number(says: str, least: int, most: int) -> Kind:
    def parse(_table: Table, word: str) -> int:
        value = int(word)
        if not least <= value <= most:
            raise ValueError(word)
        return value

    return Kind(says, parse, f"a number from {least} to {most}")


def _seats(_table: Table, word: str) -> list[int]:
    if word == "all":
        return list(range(1, _SEATS + 1))
    seats = [int(part) for part in word.split(",")]
    if not all(1 <= seat <= _SEATS for seat in seats):
        raise ValueError(word)
    return seats


def _board(table: Table, word: str) -> str:
    if word not in table.boards:
        raise BadWords(f"there is no board {word!r} here: {', '.join(table.boards)}")
    return word


def _port(table: Table, word: str) -> str:
    return word if word == "bus" else _board(table, word)


def _amount(_table: Table, word: str) -> float:
    value = float(word)
    if not 0.01 <= value <= _MOST_MS:
        raise ValueError(word)
    return value


def _bytes(_table: Table, word: str) -> bytes:
    return bytes.fromhex(word)


SEATS = Kind("SEAT", _seats, "a seat: 1 to 7, several as 2,5, or all")
BOARD = Kind("BOARD", _board)
PORT = Kind("PORT", _port)
MS = number("MS", 1, _MOST_MS)
AMOUNT = Kind("AMOUNT", _amount, f"a number from 0.01 to {_MOST_MS}")
HEX = Kind("HEX", _bytes, "bytes in hex")


# -- a line --------------------------------------------------------------------------------


def split(line: str | Sequence[str]) -> list[str]:
    """The words of a line, as a shell takes them."""
    if not isinstance(line, str):
        return [str(word) for word in line]
    try:
        return shlex.split(line)
    except ValueError as error:
        raise BadWords(f"{line!r}: {str(error).lower()}") from None


def take(table: Table, verb: str, args: Sequence[Arg], words: Sequence[str]) -> dict[str, Any]:
    """The values of a verb's arguments; BadWords says which word is wrong and what is right."""
    usage = " ".join([verb, *(a.usage for a in args)])
    options = {a.name: a for a in args if a.is_option}
    places = [a for a in args if not a.is_option]
    values: dict[str, Any] = {a.key: a.default for a in args}
    seen: set[str] = set()
    for word in words:
        name, is_option, value = word.partition("=")
        if is_option and name.isidentifier():
            if name not in options:
                raise BadWords(f"{verb}: there is no {name}=; right would be: {usage}")
            if name in seen:
                raise BadWords(f"{verb}: {name}= stands there twice")
            seen.add(name)
            values[options[name].key] = _value(table, verb, options[name], value)
        elif not places:
            raise BadWords(f"{verb}: {word!r} is too much; right would be: {usage}")
        elif places[0].is_many:
            place = places[0]
            seen.add(place.name)
            values[place.key] = (*values[place.key], _value(table, verb, place, word))
        else:
            place = places.pop(0)
            seen.add(place.name)
            values[place.key] = _value(table, verb, place, word)
    missing = next((a for a in args if a.is_needed and a.name not in seen), None)
    if missing:
        raise BadWords(f"{verb}: {missing.kind.says} is missing; right would be: {usage}")
    return values


def _value(table: Table, verb: str, place: Arg, word: str) -> Any:
    try:
        return place.kind.parse(table, word)
    except ValueError:
        raise BadWords(f"{verb}: {word!r} is not {place.kind.right}") from None
