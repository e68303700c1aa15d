"""What only people see, as the page tells it: each fact with the values that it needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from faro.page.params import PLACE, Param, number, take
from firmware.cards.codes import card_named
from firmware.rounds.telling import TELL_NAMES

_CODES = {name: code for code, name in TELL_NAMES}
_CARD_NUMBER = number("card", 0, 255)  # 0: the first burned one
_NAME = Param("value", "the name of a card such as 7D", lambda value: card_named(value))


def _chosen(value: Any) -> int:
    """[1, 2, 4, 6]: the dealer's cards that were set as the hand, a bit each."""
    if not all(type(card) is int and 1 <= card <= 8 for card in value):
        raise ValueError
    return sum({1 << (card - 1) for card in value})


_NEEDS: dict[str, tuple[Param, ...]] = {
    "extra": (PLACE, _CARD_NUMBER),
    "skipped": (PLACE, _CARD_NUMBER),
    "name": (_CARD_NUMBER, _NAME),
    "not_burned": (number("value", 0, 255),),
    "no_wager": (PLACE,),
    "exposed": (PLACE, number("card", 0, 255, 0)),
    "not_cut": (),
    "missing": (_NAME,),
    "dealer_set": (Param("value", "a list of cards such as [1, 2, 4, 6]", _chosen),),
}


def tell_fields(fact: str, values: Mapping[str, Any]) -> dict[str, int]:
    """The fields of TELL_ROUND; BadInput names what is missing or wrong."""
    given = {name: value for name, value in values.items() if value is not None}
    found = take(f"{fact}", _NEEDS[fact], given)
    told = {"place": 0, "card_number": found.pop("card", 0), "value": 0, **found}
    return {"told": _CODES[fact], **told}
