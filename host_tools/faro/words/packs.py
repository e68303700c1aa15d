"""The words of each capability: modules `words` of the rooms that speak for the rows of one pack.

A pack has EVENTS and FAULTS (see faro.words.board), MESSAGES, FIELDS and SAMPLES (see
faro.docs.notes), and `extra(name, fields)`: texts that an event's sentence needs beside its fields.
"""

from __future__ import annotations

from typing import Any, Protocol

from faro.words import cards, jackpot, proofs, rounds, ruling, shuffler


class WordPack(Protocol):
    """What such a module gives."""

    EVENTS: dict[str, str]
    FAULTS: dict[str, tuple[str, str]]
    MESSAGES: dict[str, str]
    FIELDS: dict[str, str]
    SAMPLES: dict[str, int | bytes]

    @staticmethod
    def extra(name: str, fields: dict[str, Any]) -> dict[str, Any]: ...


PACKS: tuple[WordPack, ...] = (
    cards,
    proofs,
    shuffler,
    rounds,
    ruling,
    jackpot,
)
