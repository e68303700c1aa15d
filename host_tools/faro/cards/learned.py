"""What a shoe has learned of its deck, drawn for people: is each symbol what it is said to be?"""

from __future__ import annotations

from faro.wire.client import Client
from faro.wire.errors import FaroError
from firmware.cards.codes import RANKS, SUITS
from firmware.cards.recognise import templates
from firmware.cards.recognise.maps import RANK_CELLS, SUIT_CELLS
from firmware.cards.rows import LEARNED_FRAME

_ACROSS = 12  # cells of a map
_INK = 128
_IN_A_LINE = 5  # symbols; a line has 75 characters then
_BLOCKS = " ▄▀█"
_SUIT_SIGNS = dict(zip("SHDC", "♠♥♦♣", strict=True))


def fetch(client: Client) -> bytes:
    """The templates of a good enrolment, else of the enrolled deck; needs a technician's session
    or a supervisor's."""
    data = b""
    while len(data) < templates.TEMPLATE_BYTES:
        answer = client.request("GET_FRAME", frame=LEARNED_FRAME, offset=len(data))
        data += answer.fields["data"]
    if data[templates.H_MAGIC] != templates.MAGIC or data[templates.H_VERSION] != templates.VERSION:
        raise FaroError("the board has templates of another version; enrol the deck again")
    return data


def lines(block: bytes) -> list[str]:
    """The 13 ranks and 4 suits as text, each under the name that it will be read as."""
    symbols = [
        (name.replace("T", "10"), _map(block, templates.RANKS_AT + i * RANK_CELLS, RANK_CELLS))
        for i, name in enumerate(RANKS)
    ]
    symbols += [
        (_SUIT_SIGNS[name], _map(block, templates.SUITS_AT + i * SUIT_CELLS, SUIT_CELLS))
        for i, name in enumerate(SUITS)
    ]
    text: list[str] = []
    for first in range(0, len(symbols), _IN_A_LINE):
        group = symbols[first : first + _IN_A_LINE]
        text.append("  ".join(f"{name + ':':<{_ACROSS + 1}}" for name, _ in group).rstrip())
        for row in range(max(len(rows) for _, rows in group)):
            drawn = [rows[row] if row < len(rows) else "" for _, rows in group]
            text.append("  ".join(f"{line:<{_ACROSS + 1}}" for line in drawn).rstrip())
    return text


def _map(block: bytes, at: int, cells: int) -> list[str]:
    """Two rows of cells to a line of text; a map holds one column of a symbol after another."""
    tall = cells // _ACROSS

    def is_ink(across: int, along: int) -> int:
        return 1 if block[at + across * tall + along] >= _INK else 0

    return [
        "".join(_BLOCKS[is_ink(x, y) * 2 + is_ink(x, y + 1)] for x in range(_ACROSS))
        for y in range(0, tall, 2)
    ]
