"""Did an undealt card leave the board?  Two pure checks over everything that it said.

`leaks` knows the true order and looks for pieces of it, in several spellings, in every byte that
left before those cards were dealt.  `differences` needs no idea of how a leak would look: two runs
that differ in undealt cards alone must say the same, but for hashes.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from faro.shuffler.proof import card_name
from faro.wire.dictionary import own_dictionary
from faro.wire.framing import Frame, Splitter, cobs_decode
from firmware.link.rows import EVENT_RECORD
from firmware.shuffler.rows import NO_CARD
from tests.proofs.attacks.secrets_scan import Scanner

NEVER = 1 << 62
_WINDOW = 5  # cards in a row: chance finds them once in 2**40 bytes
_RECORD = struct.Struct(EVENT_RECORD[0])
# hashes over the order, and what is made from hashes: they differ, and nobody can read them
_HASHES = {"root", "path", "seal", "evidence_head", "chatter_head", "mac", "nonce", "code_hash",
           "settings_hash"}  # fmt: skip
_PRINTED_HASH = re.compile(r"root=b(['\"]).*?\1")

Said = tuple[int, bytes]  # when it left the board (µs), what


@dataclass(frozen=True)
class Pack:
    """The truth about a pack, from the simulated world and never from the board's words."""

    cards: bytes  # by position
    dealt_us: Sequence[int]  # by position; NEVER for a card that stayed inside
    indices: Sequence[int] = ()  # in-feed index by position
    shuffle: int = 0
    begun_us: int = 0
    ended_us: int = NEVER  # mixed anew: the order is worth nothing any more
    secrets: dict[str, bytes] = field(default_factory=dict[str, bytes])


def leaks(said: Sequence[Said], packs: Iterable[Pack]) -> list[str]:
    """What was said too early, one sentence each; nothing when all is well."""
    found: list[str] = []
    views = list(_views(said))
    for pack in packs:
        windows = _windows(pack)
        scanner = Scanner()
        for name, secret in pack.secrets.items():
            scanner.add(name, secret)
        for time_us, data in views:
            if not pack.begun_us <= time_us < pack.ended_us:
                continue
            found.extend(_early(windows, time_us, data))
            name = scanner.find(data) if pack.secrets else None
            if name is not None:
                found.append(f"{name} of shuffle {pack.shuffle} at {time_us} µs")
        found.extend(_named_early(said, pack))
    return found


def _views(said: Sequence[Said]) -> Iterator[Said]:
    """All bytes in one stream, and the frames' bodies, where COBS hides no zero any more."""
    for number, (time_us, data) in enumerate(said):
        # a piece may begin in one write and end in the next
        after = said[number + 1][1][:64] if number + 1 < len(said) else b""
        yield time_us, data + after
        for part in data.split(b"\0"):
            body = cobs_decode(part) if part else None
            if body:
                yield time_us, body


def _windows(pack: Pack) -> dict[int, dict[bytes, int]]:
    """Spelling of a piece of the order → until when it is secret, by length."""
    table: dict[int, dict[bytes, int]] = {}
    rows: list[tuple[Sequence[int], Sequence[int]]] = [(pack.cards, range(len(pack.cards)))]
    if pack.indices:
        rows.append((pack.indices, range(len(pack.cards))))
        position_of = sorted(range(len(pack.cards)), key=lambda p: pack.indices[p])
        rows.append((position_of, position_of))
    for values, positions in rows:
        for at in range(len(values) - _WINDOW + 1):
            window = list(values[at : at + _WINDOW])
            until = max(pack.dealt_us[p] for p in positions[at : at + _WINDOW])
            if _is_plain(window):
                continue
            for spelling in _spellings(window):
                kept = table.setdefault(len(spelling), {})
                kept[spelling] = max(kept.get(spelling, 0), until)
    return table


def _is_plain(window: list[int]) -> bool:
    """Counting up or down, or all the same: found in any table of numbers."""
    steps = {b - a for a, b in pairwise(window)}
    return len(steps) == 1 and steps <= {-1, 0, 1}


def _spellings(window: list[int]) -> Iterator[bytes]:
    for row in (window, window[::-1]):
        if max(row) < 256:
            yield bytes(row)
            yield bytes(row).hex().encode()
        yield struct.pack(f"<{_WINDOW}H", *row)
        names = [card_name(value) for value in row]
        for between in ("", " ", ",", ", ", "', '", '", "'):
            if max(row) < 52:
                yield between.join(names).encode()
            if between.strip() in ("", ",") and between:
                yield between.join(str(value) for value in row).encode()


def _early(windows: dict[int, dict[bytes, int]], time_us: int, data: bytes) -> Iterator[str]:
    for size, table in windows.items():
        for at in range(len(data) - size + 1):
            until = table.get(data[at : at + size])
            if until is not None and time_us < until:
                yield f"cards of the order, {data[at : at + size]!r}, at {time_us} µs"


def _named_early(said: Sequence[Said], pack: Pack) -> Iterator[str]:
    """Events and proofs of this pack that name a position before it was dealt."""
    for time_us, name, fields in spoken(said):
        if name not in ("CARDS_DEALT", "PROOF") or fields["shuffle"] != pack.shuffle:
            continue
        named: list[tuple[int, int]] = [(fields.get("position", 0), fields.get("card", 0))]
        if name == "CARDS_DEALT":
            named = list(enumerate(bytes(fields["dealt_cards"]), fields["first_position"]))
        for at, (position, card) in enumerate(named):
            if name == "CARDS_DEALT" and at >= fields["count"]:
                if card != NO_CARD:
                    yield f"{name} has something after its {fields['count']} cards"
            elif position >= len(pack.cards) or time_us < pack.dealt_us[position]:
                yield f"{name} of position {position} before it was dealt, at {time_us} µs"
            elif card != pack.cards[position]:
                yield f"{name} of position {position} says {card_name(card)}, not the truth"


def spoken(said: Sequence[Said]) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """(when, name, fields) of every message, and of every event in it; text lines as TEXT."""
    splitter = Splitter()
    for time_us, data in said:
        for frame in splitter.feed(data):
            yield from _of_frame(time_us, frame)
        for line in splitter.text_lines:
            yield time_us, "TEXT", {"line": _PRINTED_HASH.sub("root", line)}
        splitter.text_lines.clear()


def _of_frame(time_us: int, frame: Frame) -> Iterator[tuple[int, str, dict[str, Any]]]:
    known = own_dictionary()
    spec = known.messages.get(frame.kind)
    if spec is None or len(frame.payload) < spec.layout.fmt.size:
        yield time_us, f"MESSAGE_{frame.kind}", {"payload": frame.payload}
        return
    fields = spec.layout.unpack(frame.payload)
    records: bytes = fields.pop("records", b"") if spec.name == "EVENTS" else b""
    raw: bytes = fields.pop("record", b"") if spec.name == "JOURNAL_RECORD" else b""
    yield time_us, spec.name, fields
    at = 0
    while at < len(records):
        kind, size, *when = _RECORD.unpack_from(records, at)
        at += _RECORD.size
        yield from _of_event(time_us, kind, records[at : at + size], when)
        at += size
    if raw:  # type at byte 14, length at 15, payload from 16; then chain hash and CRC
        yield from _of_event(time_us, raw[14], raw[16 : 16 + min(raw[15], 76)], list(raw[:14]))


def _of_event(
    time_us: int, kind: int, payload: bytes, when: list[int]
) -> Iterator[tuple[int, str, dict[str, Any]]]:
    spec = own_dictionary().events.get(kind)
    if spec is None or len(payload) != spec.layout.fmt.size:
        yield time_us, f"EVENT_{kind}", {"payload": payload, "when": when}
        return
    yield time_us, spec.name, {**spec.layout.unpack(payload), "when": when}


def differences(first: Sequence[Said], second: Sequence[Said], until_us: int) -> list[str]:
    """Where two runs say different things before `until_us`, hashes aside."""
    left = [entry for entry in spoken(first) if entry[0] < until_us]
    right = [entry for entry in spoken(second) if entry[0] < until_us]
    found: list[str] = []
    if len(left) != len(right):
        found.append(f"{len(left)} messages and {len(right)}")
    for (time_us, name, fields), (other_us, other_name, other) in zip(left, right, strict=False):
        if (time_us, name) != (other_us, other_name):
            found.append(f"{name} at {time_us} µs and {other_name} at {other_us} µs")
            break  # from here on everything is shifted
        for key in sorted(fields.keys() | other.keys()):
            values = fields.get(key), other.get(key)
            if key not in _HASHES and values[0] != values[1]:
                found.append(f"{name}.{key} at {time_us} µs: {values[0]} and {values[1]}")
    return found
