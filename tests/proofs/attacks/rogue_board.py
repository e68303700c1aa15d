"""A serial peer that speaks the protocol and means harm: right frames, any content, without end."""

from __future__ import annotations

import random
import re
from dataclasses import replace

from faro.wire.dictionary import own_dictionary
from faro.wire.framing import Frame, Splitter, encode
from firmware.core.rows import MSG_ERROR
from firmware.link.rows import MSG_HELLO_REPLY, PROTOCOL_VERSION

ESCAPES = b"\x1b[2J\x1b]0;owned\x07\r\x9b1A"
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")  # what a terminal acts on
_MOST_ANSWERS = 3_000  # a command that asks more often would never end
_ADDRESS = 0xA0
_ERROR_ONE_IN = 12


class Endless(AssertionError):
    """A command keeps asking for as long as the board keeps answering."""


class RogueBoard:
    """A transport; its virtual clock moves when somebody waits."""

    def __init__(self, seed: int, kind: int) -> None:
        self.name = "rogue"
        self._rng = random.Random(seed)
        self._kind = kind
        self._splitter = Splitter()
        self._out: list[bytes] = []
        self._now_ms = 0
        self._answers = 0

    def write(self, data: bytes) -> None:
        for frame in self._splitter.feed(data):
            self._out.append(encode(self._answer(frame)))
        if not data.startswith(b"\x00"):
            self._out.append(b"fine " + ESCAPES + b"\r\n\r\n")

    def read(self, timeout_ms: int) -> bytes:
        if self._out:
            return self._out.pop(0)
        self._now_ms += max(timeout_ms, 1)
        return b""

    def now_ms(self) -> int:
        return self._now_ms

    def close(self) -> None:
        self._out.clear()

    def _answer(self, asked: Frame) -> Frame:
        self._answers += 1
        if self._answers > _MOST_ANSWERS:
            raise Endless
        known = own_dictionary()
        spec = known.messages[asked.kind]
        reply = known.messages.get(spec.reply)
        frame = replace(asked, dst=asked.src, src=_ADDRESS, tag=b"", session=0)
        if reply is None or (self._rng.randrange(_ERROR_ONE_IN) == 0 and spec.name != "HELLO"):
            return replace(frame, kind=MSG_ERROR, payload=self._payload(MSG_ERROR))
        payload = self._hello() if reply.number == MSG_HELLO_REPLY else self._payload(reply.number)
        return replace(frame, kind=reply.number, payload=payload)

    def _hello(self) -> bytes:
        layout = own_dictionary().messages[MSG_HELLO_REPLY].layout
        fields = layout.unpack(self._payload(MSG_HELLO_REPLY))
        name = ESCAPES.ljust(len(fields["name"]), b"\0")[: len(fields["name"])]
        right = {"protocol": PROTOCOL_VERSION, "kind": self._kind, "name": name}
        return layout.pack({**fields, **right})

    def _payload(self, number: int) -> bytes:
        layout = own_dictionary().messages[number].layout
        size = layout.fmt.size
        tail = self._rng.choice((0, 1, 32, 180 - min(size, 180))) if layout.tail else 0
        fill = self._rng.choice((b"\x00", b"\x01", b"\x7f", b"\xff", b"\x1b", None))
        size = min(size + tail, 190)
        return self._rng.randbytes(size) if fill is None else fill * size
