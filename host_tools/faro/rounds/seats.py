"""Seats as people write them."""

from __future__ import annotations

from faro.wire.errors import BadInput
from firmware.rounds.steps import SEATS_LEARNED


def parse_seats(text: str) -> int:
    """'1,3,5' or '1-7' or 'none' or 'learn' as the bits of the wire."""
    if text == "learn":
        return SEATS_LEARNED
    if text == "none":
        return 0
    areas = 0
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        if not first.isdigit() or (dash and not last.isdigit()):
            raise BadInput(f"'{text}' names no seats; write 1,3,5 or 1-7, none or learn")
        low, high = int(first), int(last or first)
        if not 1 <= low <= high <= 7:
            raise BadInput(f"there are seats 1 to 7, not {part.strip()}")
        for seat in range(low, high + 1):
            areas |= 1 << (seat - 1)
    return areas
