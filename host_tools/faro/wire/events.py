"""Events as objects, and the stream that puts them in order: nothing lost, nothing twice."""

from __future__ import annotations

import struct
import time
from dataclasses import dataclass
from typing import Any

from faro.wire.dictionary import Dictionary, Fields
from firmware.core.rows import CLOCK_NAMES
from firmware.link.rows import EVENT_RECORD

_RECORD = struct.Struct(EVENT_RECORD[0])
_MOST = 0xFFFFFFFF
_MADE = ("utc", "clock_text", "text")  # in JSON, for people; made from the rest


@dataclass(frozen=True, slots=True)
class Event:
    """One numbered report of a board; (board, epoch, number) is its identity for ever."""

    board: str
    epoch: int
    number: int
    name: str
    fields: Fields
    boot_count: int
    time_ms: int  # since that boot
    utc_s: int  # 0 while nobody has told the board the time
    clock: int = 0  # how far utc_s can be trusted: CLOCK_NAMES

    @property
    def mark(self) -> tuple[str, int, int, int]:
        """Tells it from another event under the same number, whatever the dictionary knows."""
        return self.name, self.boot_count, self.time_ms, self.utc_s

    @property
    def clock_text(self) -> str:
        """unset, set, or jumped: moved by more than drift since the board started."""
        return clock_name(self.clock)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Event:
        """What `as_json` gave; bytes stay hex."""
        head = {name: data[name] for name in cls.__slots__ if name != "fields"}
        made = (*head, *_MADE)
        return cls(**head, fields={k: v for k, v in data.items() if k not in made})

    def as_json(self) -> dict[str, Any]:
        head = {
            "board": self.board,
            "epoch": self.epoch,
            "number": self.number,
            "name": self.name,
            "boot_count": self.boot_count,
            "time_ms": self.time_ms,
            "utc_s": self.utc_s,
            "clock": self.clock,
            "utc": iso_utc(self.utc_s),
            "clock_text": self.clock_text,
        }
        fields = {k: v.hex() if isinstance(v, bytes) else v for k, v in self.fields.items()}
        return {**head, **fields, **head}  # a field never hides what identifies the event


def clock_name(clock: int) -> str:
    return CLOCK_NAMES[clock] if clock < len(CLOCK_NAMES) else f"quality {clock}"


def iso_utc(utc_s: int) -> str | None:
    """ISO 8601 in UTC, as every JSON has it; None while the board had no time."""
    if not utc_s:
        return None
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(utc_s))


class EventStream:
    """Fed EVENTS payloads in any condition; gives each event once, in order.

    `expected` is the number that must come next; `lost` counts what the board had to overwrite
    before anybody fetched it.  Only the answer to a POLL may say that events are lost: a pushed
    frame that begins later is a gap, and the next POLL tells.
    """

    def __init__(self, board: str, epoch: int, dictionary: Dictionary, after: int) -> None:
        self.board = board
        self.epoch = epoch
        self.expected = after + 1
        self.lost = 0
        self.has_gap = False
        self.has_more = False
        self._dictionary = dictionary

    def feed(self, payload: Fields, is_pushed: bool = False) -> list[Event]:
        """The new events of one frame; `has_gap` when it does not follow or makes no sense."""
        first: int = payload["first"]
        lost: int = payload["lost"]
        found = self._events(first, payload["count"], payload["records"])
        follows = first <= self.expected if is_pushed else first - lost == self.expected
        self.has_gap = found is None or not follows
        self.has_more = bool(payload["has_more"]) and not self.has_gap
        if found is None or not follows:
            return []
        if first > self.expected:
            self.lost += first - self.expected
            self.expected = first
        events = [event for event in found if event.number >= self.expected]
        self.expected += len(events)
        return events

    def _events(self, first: int, count: int, records: bytes) -> list[Event] | None:
        """All records of a frame; None when they are not what it says."""
        if not 0 < first <= _MOST - count:
            return None
        events: list[Event] = []
        at = 0
        for number in range(first, first + count):
            if at + _RECORD.size > len(records):
                return None
            kind, size, *when = _RECORD.unpack_from(records, at)
            at += _RECORD.size
            data = records[at : at + size]
            at += size
            events.append(self._event(number, kind, data, when))
        return events if at == len(records) else None

    def _event(self, number: int, kind: int, data: bytes, when: list[int]) -> Event:
        spec = self._dictionary.events.get(kind)
        if spec is None or len(data) < spec.layout.fmt.size:
            name, fields = f"TYPE_{kind}", {"data": data}
        else:
            name, fields = spec.name, spec.layout.unpack(data)
        return Event(self.board, self.epoch, number, name, fields, *when)
