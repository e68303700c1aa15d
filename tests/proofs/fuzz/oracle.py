"""What must hold after whatever was sent: each answer by its row, and the board as a whole."""

from __future__ import annotations

import struct

from faro.docs.protocol import RECORDS
from faro.wire.dictionary import Dictionary, Fields, Layout
from faro.wire.framing import Frame, tagged_part
from firmware.core.rows import LOCK, MSG_ERROR, TO_HOST
from firmware.link.rows import EVENT_RECORD, MSG_EVENTS
from tests.proofs.fuzz.lines import Asked

_EVENT = Layout.parse(*EVENT_RECORD)
# what only wrong code brings about
_BUGS = ("ILLEGAL_TRANSITION", "WATCHDOG_BITE", "PROGRAM_ERROR")


class Broken(Exception):
    """Something that must not happen did; `kind` is the same for the same cause."""

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(f"{kind}: {detail}" if detail else kind)
        self.kind = kind


class AnswerCheck:
    """Looks at each answer as it comes; gives its name."""

    def __init__(self, known: Dictionary) -> None:
        self._known = known

    def name(self, asked: Asked) -> str:
        """The request's name in the rows, or its number."""
        spec = self._known.messages.get(asked.message)
        return spec.name if spec else f"message {asked.message}"

    def check(self, asked: Asked) -> str:
        """The answer's name, or an error's; Broken when its own row does not allow it."""
        frame = asked.answer
        if frame is None:
            raise ValueError("there is no answer yet")
        question = self.name(asked)
        spec = self._known.messages.get(frame.kind)
        if spec is None or spec.direction != TO_HOST:
            raise Broken(f"{question} is answered by message {frame.kind}")
        fields = self._fields(question, frame)
        asked_spec = self._known.messages.get(asked.message)
        if frame.kind == MSG_ERROR:
            name = self._known.errors.get(fields["code"])
            if name is None or fields["request"] != asked.message:
                raise Broken(f"{question}: an error that does not fit it", str(fields))
            if name == "internal":
                raise Broken(f"{question} meets a bug")
            return name
        if asked_spec is None or frame.kind != asked_spec.reply:
            raise Broken(f"{question} is answered by {spec.name}")
        if asked.session is not None and not asked.session.is_from_board(
            tagged_part(frame), frame.tag
        ):
            raise Broken(f"{question}: the answer's tag is wrong")
        return spec.name

    def check_push(self, frame: Frame) -> None:
        """What the board sends unasked to somebody who polled."""
        if frame.kind != MSG_EVENTS:
            raise Broken(f"message {frame.kind} comes unasked")
        self._fields("a push", frame)

    def _check_events(self, fields: Fields) -> None:
        """As many records as are counted, each as long as its event's row says."""
        records: bytes = fields["records"]
        at = 0
        for _ in range(fields["count"]):
            if at + _EVENT.fmt.size > len(records):
                raise Broken("EVENTS: a record is cut off")
            record = _EVENT.unpack(records[at:])
            spec = self._known.events.get(record["type"])
            size = record["payload_bytes"]
            if spec is None or size < spec.layout.fmt.size:
                raise Broken(f"EVENTS: event {record['type']} of {size} bytes is in no row")
            at += _EVENT.fmt.size + size
        if at != len(records):
            raise Broken("EVENTS: records and their count do not agree")

    def _fields(self, question: str, frame: Frame) -> Fields:
        spec = self._known.messages[frame.kind]
        size = spec.layout.fmt.size
        extra = len(frame.payload) - size
        if extra < 0 or (extra and spec.layout.tail is None):
            raise Broken(f"{question}: {spec.name} has a wrong length", frame.payload.hex())
        fields = spec.layout.unpack(frame.payload)
        if frame.kind == MSG_EVENTS:
            self._check_events(fields)
        elif frame.kind in RECORDS:
            record_bytes = struct.calcsize(RECORDS[frame.kind][0])
            count = fields.get("count", extra // record_bytes)
            if extra != count * record_bytes:
                raise Broken(f"{question}: records of {spec.name} do not add up", str(fields))
        return fields


def check_faults(known: Dictionary, before: set[int], after: set[int]) -> None:
    """No request may lock the board or bring out a fault that only wrong code raises."""
    for number in sorted(after - before):
        fault = known.faults.get(number)
        if fault is None:
            raise Broken(f"fault {number} is in no row")
        if fault.severity == LOCK:
            raise Broken("the board was locked", fault.name)
        if fault.name in _BUGS:
            raise Broken(f"fault {fault.name} was raised")


def crash_kind(text: str) -> str:
    """The exception and where it was raised: the same for every way to it."""
    lines = [line.strip() for line in text.strip().splitlines()]
    places = [line for line in lines if line.startswith("File ")]
    place = places[-1].removeprefix("File ") if places else "?"
    return f"the program ended: {lines[-1] if lines else '?'} at {place}"
