"""Events as objects, and the stream that puts them in order: nothing lost, nothing twice."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any

from faro.wire.dictionary import Dictionary, Fields
from firmware.link.rows import EVENT_RECORD

_RECORD = struct.Struct(EVENT_RECORD[0])


@dataclass(frozen=True, slots=True)
class Event:
    """One numbered report of a board; (board, number) is its identity for ever."""

    board: str
    number: int
    name: str
    fields: Fields
    boot_count: int
    time_ms: int
    utc_s: int

    def as_json(self) -> dict[str, Any]:
        head = {
            "board": self.board,
            "number": self.number,
            "name": self.name,
            "boot_count": self.boot_count,
            "time_ms": self.time_ms,
            "utc_s": self.utc_s,
        }
        fields = {k: v.hex() if isinstance(v, bytes) else v for k, v in self.fields.items()}
        return {**head, **fields, **head}  # a field never hides what identifies the event


class EventStream:
    """Fed EVENTS payloads in any condition; gives each event once, in order.

    `expected` is the number that must come next; `lost` counts what the board had to overwrite
    before anybody fetched it.
    """

    def __init__(self, board: str, dictionary: Dictionary, after: int) -> None:
        self.board = board
        self.expected = after + 1
        self.lost = 0
        self.has_gap = False
        self.has_more = False
        self._dictionary = dictionary

    def feed(self, payload: Fields) -> list[Event]:
        """The new events of one EVENTS frame; sets `has_gap` when a frame before it is missing."""
        first: int = payload["first"]
        lost: int = payload["lost"]
        self.has_more = bool(payload["has_more"])
        if first > self.expected:
            if first - lost > self.expected:
                self.has_gap = True
                return []
            self.lost += first - self.expected
            self.expected = first
        self.has_gap = False
        events: list[Event] = []
        at = 0
        records: bytes = payload["records"]
        for number in range(first, first + payload["count"]):
            kind, size, boot_count, time_ms, utc_s = _RECORD.unpack_from(records, at)
            at += _RECORD.size
            if number >= self.expected:
                data = records[at : at + size]
                events.append(self._event(number, kind, data, boot_count, time_ms, utc_s))
                self.expected = number + 1
            at += size
        return events

    def _event(
        self, number: int, kind: int, data: bytes, boot_count: int, time_ms: int, utc_s: int
    ) -> Event:
        spec = self._dictionary.events.get(kind)
        if spec is None:
            name, fields = f"TYPE_{kind}", {"data": data}
        else:
            name, fields = spec.name, spec.layout.unpack(data)
        return Event(self.board, number, name, fields, boot_count, time_ms, utc_s)
