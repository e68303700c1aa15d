"""What is open at a table, what it holds and who ends it, in words, beside rounds/holds.py."""

from __future__ import annotations

from typing import Any

from faro.wire.hold_words import OPEN
from faro.words.ruling_terms import round_words
from firmware.rounds import holds as h
from firmware.rounds.table_state import ORDERS_SHUFFLE

# what they hold; CLAIM and CONFIRM_HIT are the meter's
HELD = {
    h.HOLDS_CARD: "nothing is dealt",
    h.HOLDS_END: "the {round} is not settled",
    h.HOLDS_PACK: "no cards may come into play",
    h.HOLDS_ROUND: "no {round} may begin",
    h.HOLDS_CLAIM: "no jackpot is claimed",
    h.HOLDS_CONFIRM: "no jackpot is paid",
    h.HOLDS_VOID: "the {round} is not made void",
    h.HOLDS_CLOSE: "the table is not closed",
}
_rows: Any = h  # tables of the firmware have no types
_AT_THE_TABLE = (h.HOLDS_CARD, h.HOLDS_END, h.HOLDS_ROUND, h.HOLDS_PACK)


def stops_text(bits: int, game: str = "") -> str:
    """What open matters hold up at the table, and what rulings order; "" for nothing."""
    word = round_words(game)
    held = [action for action in _AT_THE_TABLE if _rows.held_by(bits, action)]
    found = [HELD[action].format(round=word) for action in held]
    if bits & ORDERS_SHUFFLE:
        found.append(f"a shuffle is due before the next {word}")
    return ", ".join(found)


def open_notes(bits: int, game: str = "") -> list[str]:
    """A line for each open matter: what it is, what it holds, what ends it."""
    word = round_words(game)
    return [
        f"{OPEN[row[0]][0].format(round=word)}: {stops_text(row[0], game) or held_text(row[0])}"
        f" ({OPEN[row[0]][1]})"
        for row in h.ROWS
        if bits & row[0]
    ]


def open_text(bits: int, game: str = "") -> str:
    """All that is open, in one line."""
    word = round_words(game)
    found = [text[0].format(round=word) for bit, text in OPEN.items() if bits & bit]
    return "; ".join(found) or "nothing"


def held_text(bits: int, game: str = "") -> str:
    """All that open matters hold, at either board."""
    word = round_words(game)
    found = [text for action, text in HELD.items() if _rows.held_by(bits, action)]
    return ", ".join(found).format(round=word)
