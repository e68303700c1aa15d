"""The words of each capability: modules `words_NAME` that speak for the rows of one pack.

A pack has EVENTS, FAULTS and ERRORS (see faro.words), MESSAGES, FIELDS and SAMPLES (see
faro.docs_notes), and `extra(name, fields)`: texts that an event's sentence needs beside its fields.
"""

from __future__ import annotations

from typing import Any, Protocol

from faro import (
    words_cards,
    words_jackpot,
    words_proofs,
    words_rounds,
    words_ruling,
    words_shuffler,
)


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
    words_cards,
    words_proofs,
    words_shuffler,
    words_rounds,
    words_ruling,
    words_jackpot,
)
