"""What a key or a menu's line leads to: plain data, which the screen carries out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Ask:
    """A request to the hub, as a browser's tab sends it."""

    request: dict[str, Any]


@dataclass(frozen=True)
class Prompt:
    """The prompt with these words in it, to be changed or sent."""

    line: str


@dataclass(frozen=True)
class Press:
    """As if this key had been pressed."""

    key: str


@dataclass(frozen=True)
class Say:
    """One line: why nothing was done."""

    text: str


@dataclass(frozen=True)
class Item:
    """A line of a menu; `key` chooses it at once."""

    label: str
    then: Want
    key: str = ""


@dataclass(frozen=True)
class Menu:
    """Lines to choose from, below some words."""

    title: str
    words: tuple[str, ...]
    items: tuple[Item, ...]
    is_chosen_first: bool = True  # False: a second Enter by mistake chooses nothing


Want = Ask | Prompt | Press | Say | Menu


def verb(line: str) -> Ask:
    """A hand at the simulated table."""
    return Ask({"do": line})


def act(action: str, **values: Any) -> Ask:
    return Ask({"act": action, **values})
