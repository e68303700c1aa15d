"""A pack's census as the board has it: asked for, waited for, printed."""

from __future__ import annotations

import struct
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from faro.wire.client import Client
from faro.words.cards import card_text, colour_text, line_text
from firmware.cards import pack_audit as pa
from firmware.cards.codes import CARDS_PER_DECK, name_of
from firmware.cards.rows import AUDIT_LINE

_KINDS = {
    pa.LINE_MISSING: "missing",
    pa.LINE_EXTRA: "extra",
    pa.LINE_STRANGE: "foreign",
    pa.LINE_WRONG_BACK: "wrong_back",
    pa.LINE_REFUSED: "unread",
}
_LOOK_S = 0.25
_ONE_MORE_S = 1.5  # a pack that is complete gets this long for a card too many


@dataclass(frozen=True)
class Finding:
    """One line: what, which card, how often, where."""

    kind: int
    reading: int
    count: int
    position: int
    other_position: int

    def text(self) -> str:
        return line_text(self.kind, self.reading, self.count, self.position, self.other_position)

    def as_json(self) -> dict[str, Any]:
        positions = [p for p in (self.position, self.other_position) if p]
        found: dict[str, Any] = {"card": name_of(self.reading), "positions": positions}
        if self.kind == pa.LINE_WRONG_BACK:
            found["back"] = colour_text(self.count)
        elif self.kind in (pa.LINE_MISSING, pa.LINE_EXTRA):
            found["count"] = self.count
        return found


@dataclass(frozen=True)
class Census:
    """The board's counts and findings at one moment."""

    fields: dict[str, Any]
    findings: list[Finding]

    @property
    def is_good(self) -> bool:
        return bool(self.fields["is_good"])

    @property
    def is_all_there(self) -> bool:
        """So many cards that what is missing now is missing."""
        own = self.fields["cards"] - self.fields["strange_cards"]
        return own >= self.fields["decks"] * CARDS_PER_DECK

    def as_json(self) -> dict[str, Any]:
        """One object; every card by name."""
        lists: dict[str, list[dict[str, Any]]] = {name: [] for name in _KINDS.values()}
        for finding in self.findings:
            lists[_KINDS[finding.kind]].append(finding.as_json())
        f = self.fields
        return {
            "is_good": self.is_good,
            "is_running": bool(f["is_running"]),
            "decks": f["decks"],
            "cards": f["cards"],
            "read": f["reads"],
            "back": colour_text(f["back"]),
            "contradictions": f["contradictions"],
            **lists,
        }

    def lines(self) -> list[str]:
        """The printable result."""
        f = self.fields
        if not f["cards"] and not f["is_running"]:
            return ["no pack has been checked yet; with --keys this begins a check"]
        decks = "1 deck" if f["decks"] == 1 else f"{f['decks']} decks"
        backs = f"{colour_text(f['back'])} backs" if f["back"] else "backs not seen"
        head = f"{f['cards']} cards fed, {f['reads']} read; pack of {decks}, {backs}"
        if self.is_good:
            return [head, "GOOD: every card is there once per deck, and nothing else"]
        verdict = "NOT GOOD" if self.is_all_there or not f["is_running"] else "NOT COMPLETE YET"
        told = [f for f in self.findings if f.kind != pa.LINE_MISSING]
        missing = [f for f in self.findings if f.kind == pa.LINE_MISSING]
        text = [head, f"{verdict}:"]
        if missing:
            names = [
                card_text(m.reading) + (f" × {m.count}" if m.count > 1 else "") for m in missing
            ]
            text.append(f"  missing: {', '.join(names)}")
        text += [f"  {finding.text()}" for finding in told]
        return text


def census(client: Client) -> Census:
    """The census as it stands."""
    fields = dict(client.request("GET_AUDIT").fields)
    findings: list[Finding] = []
    while len(findings) < fields["lines"]:
        data: bytes = client.request("GET_AUDIT_LINES", first=len(findings)).fields["records"]
        if not data:
            break
        findings += [Finding(*line) for line in struct.iter_unpack(AUDIT_LINE[0], data)]
    return Census(fields, findings)


def check(
    client: Client,
    decks: int,
    back: int,
    idle_s: float,
    on_progress: Callable[[dict[str, Any]], None],
) -> Census:
    """Begin a census, wait while cards are fed, end it; `idle_s` without a card ends it too."""
    client.request("AUDIT_BEGIN", decks=decks, back=back)
    cards = unread = -1
    changed_s = time.monotonic()
    while True:
        now = client.request("GET_AUDIT").fields
        if (now["cards"], now["unread_cards"]) != (cards, unread):
            cards, unread = now["cards"], now["unread_cards"]
            changed_s = time.monotonic()
            on_progress(dict(now))
        silent_s = time.monotonic() - changed_s
        if silent_s > (_ONE_MORE_S if now["is_good"] else idle_s):
            break
        time.sleep(_LOOK_S)
    client.request("AUDIT_END", is_whole=1)
    return census(client)
