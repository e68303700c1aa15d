"""What a browser may send beside an action: each value is checked before anything is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from faro.rounds.commands import parse_place
from faro.rounds.seats import parse_seats
from faro.wire.errors import BadInput
from firmware.cards.codes import card_named
from firmware.rounds.findings import NO_PLACE
from firmware.rounds.steps import SEATS_LEARNED

_NEEDED = object()


@dataclass(frozen=True)
class Param:
    """One value by its name; `parse` raises ValueError when it is not `right`."""

    name: str
    right: str
    parse: Callable[[Any], Any]
    default: Any = _NEEDED

    @property
    def is_needed(self) -> bool:
        return self.default is _NEEDED


def number(name: str, least: int, most: int, default: Any = _NEEDED) -> Param:
    def parse(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:
            raise ValueError
        return value

    return Param(name, f"a number from {least} to {most}", parse, default)


def choice(name: str, choices: Sequence[str], default: Any = _NEEDED) -> Param:
    def parse(value: Any) -> str:
        if not isinstance(value, str) or value not in choices:
            raise ValueError
        return value

    return Param(name, " or ".join(choices) if len(choices) < 9 else "one of its list",
                 parse, default)  # fmt: skip


def switch(name: str) -> Param:
    def parse(value: Any) -> bool:
        if not isinstance(value, bool):
            raise ValueError
        return value

    return Param(name, "true or false", parse, False)


def _seats(value: Any) -> int:
    """[1, 2, 5], or "learn": a bit each."""
    if value == "learn":
        return SEATS_LEARNED
    seats = cast(list[Any], value) if isinstance(value, list) else [value]
    if not all(type(seat) is int for seat in seats):
        raise ValueError
    return parse_seats(",".join(map(str, seats)) or "none")


def _seat_or_nobody(value: Any) -> int:
    if value is None or value == "":
        return NO_PLACE
    if value in ("dealer", "banker"):
        return 0
    if type(value) is not int or not 1 <= value <= 7:
        raise ValueError
    return value


def _place(value: Any) -> int:
    return parse_place(str(value))


def _card_or_number(value: Any) -> int:
    if type(value) is int and -0x8000 <= value <= 0x7FFF:
        return value
    if not isinstance(value, str):
        raise ValueError
    return card_named(value)


def _yes_no_or_seat(value: Any) -> bool | int:
    if isinstance(value, bool) or (type(value) is int and 1 <= value <= 7):
        return value
    if value in ("yes", "no"):
        return value == "yes"
    raise ValueError


SEATS = Param("seats", "a list of seats such as [1, 2, 5], or 'learn'", _seats)
SEAT = number("seat", 1, 7)
AT_SEAT = Param("seat", "a seat from 1 to 7, dealer, or nothing", _seat_or_nobody, NO_PLACE)
PLACE = Param("place", "dealer, 1 to 7, burned or kept", _place, 0)
DETAIL = Param("detail", "a card such as 7D or a number", _card_or_number, 0)
VALUE = Param("value", "a card such as 7D or a number", _card_or_number, 0)
ANSWER = Param("value", "yes, no, or a seat from 1 to 7", _yes_no_or_seat)


def take(action: str, params: Sequence[Param], values: Mapping[str, Any]) -> dict[str, Any]:
    """All values of an action; BadInput names the one that is wrong."""
    strange = [name for name in values if name not in {param.name for param in params}]
    if strange:
        raise BadInput(f"{action} knows no {strange[0]!r}"[:120])
    found: dict[str, Any] = {}
    for param in params:
        if param.name not in values:
            if param.is_needed:
                raise BadInput(f"{action}: {param.name} is missing; right is {param.right}")
            found[param.name] = param.default
            continue
        try:
            found[param.name] = param.parse(values[param.name])
        except (ValueError, TypeError):
            raise BadInput(f"{action}: {param.name} must be {param.right}") from None
    return found
