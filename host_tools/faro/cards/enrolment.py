"""Enrolment from the host: what the board wants next, how it went, which cards look alike."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from faro.wire.client import Client
from faro.wire.errors import FaroError
from faro.words.cards import card_text, enrol_why_text, reason_text
from firmware.cards.codes import CARDS_PER_DECK, RANKS, SUITS

NOT_ENROLLED, ENROLLED, ENROLLING, GOOD, FAILED = range(5)
RUNS = 6
CARDS = RUNS * CARDS_PER_DECK
_LOOK_S = 0.2
_SYMBOLS = [*RANKS, *SUITS]


@dataclass(frozen=True)
class Report:
    """What the board says about its enrolled deck."""

    fields: dict[str, Any]

    def pairs(self) -> list[dict[str, Any]]:
        """Ranks or suits that look alike, the closest first."""
        data: bytes = self.fields["close_pairs"]
        return [
            {"a": _symbol(data[i]), "b": _symbol(data[i + 1]), "difference": data[i + 2] * 64}
            for i in range(0, len(data) - 2, 3)
        ]

    def as_json(self) -> dict[str, Any]:
        return {
            "is_enrolled": self.fields["state"] == ENROLLED,
            "version": self.fields["version"],
            "crc": f"{self.fields['crc']:08x}",
            "close_pairs": self.pairs(),
        }

    def lines(self) -> list[str]:
        if self.fields["state"] != ENROLLED:
            return ["no deck is enrolled: cards are counted, but not read"]
        text = [f"deck enrolled: version {self.fields['version']}, CRC {self.fields['crc']:08x}"]
        for pair in self.pairs():
            text.append(f"  {pair['a']} and {pair['b']} look alike ({pair['difference']})")
        return text


def _symbol(number: int) -> str:
    return _SYMBOLS[number] if number < len(_SYMBOLS) else str(number)


def report(client: Client) -> Report:
    return Report(dict(client.request("GET_ENROLMENT").fields))


def enrol(
    client: Client, order: int, idle_s: float, on_progress: Callable[[dict[str, Any]], None]
) -> Report:
    """A technician's enrolment; FaroError says why it was refused, and the old deck stays."""
    client.request("ENROL_BEGIN", order=order)
    seen = (-1, -1)
    changed_s = time.monotonic()
    while True:
        now = dict(client.request("GET_ENROLMENT").fields)
        if now["state"] != ENROLLING:
            break
        if (now["cards"], now["refused_cards"]) != seen:
            seen = (now["cards"], now["refused_cards"])
            changed_s = time.monotonic()
            on_progress(now)
        if time.monotonic() - changed_s > idle_s:
            break
        time.sleep(_LOOK_S)
    on_progress(now)
    client.request("ENROL_END", is_kept=1 if now["state"] == GOOD else 0)
    if now["state"] == GOOD:
        return report(client)
    if now["state"] == ENROLLING:
        raise FaroError(f"enrolment ended: no card for {idle_s:.0f} s; the old deck stays")
    card = card_text(now["card"])
    raise FaroError(
        f"enrolment refused at {card}: {enrol_why_text(now['why'])} "
        f"({reason_text(now['reason'])}); the old deck stays"
    )
