"""The words of each capability: modules `words` of the rooms that speak for the rows of one pack.

A pack has EVENTS, FAULTS and ERRORS (see faro.board.words), MESSAGES, FIELDS and SAMPLES (see
faro.docs.notes), and `extra(name, fields)`: texts that an event's sentence needs beside its fields.
"""

from __future__ import annotations

from typing import Any, Protocol

from faro.cards import words as cards
from faro.jackpot import words as jackpot
from faro.rounds import words as rounds
from faro.ruling import words as ruling
from faro.shuffler import proof_words as proofs
from faro.shuffler import words as shuffler


class WordPack(Protocol):
    """What such a module gives."""

    EVENTS: dict[str, str]
    FAULTS: dict[str, tuple[str, str]]
    ERRORS: dict[str, str]
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
