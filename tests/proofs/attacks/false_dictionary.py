"""Somebody on the line gives the host other tables: one request is shown, another confirmed."""

from __future__ import annotations

import hashlib
import struct
from dataclasses import replace

from faro.trust.commands import deed_lines
from faro.wire.client import Client
from faro.wire.dictionary import board_dictionaries
from faro.wire.errors import FaroError
from faro.wire.framing import Frame, Splitter, encode
from firmware.board.rows import MSG_RESTART
from firmware.link.rows import MSG_DESCRIBE, MSG_DESCRIBE_REPLY, MSG_HELLO_REPLY
from tests.proofs.attacks.bench import Bench
from tests.proofs.attacks.deeds import LARGE_UC, outcome_of, pool_uc
from tests.proofs.attacks.outcome import Outcome

HARMLESS = "ALLOW_ONE_CAMERA"
_HASH_AT, _HASH_END = 5, 37  # in HELLO_REPLY
_REQUEST = struct.Struct("<BHH")
_REPLY = struct.Struct("<BHHH")


def false_lines() -> list[list[str]]:
    """The meter's tables, but ADJUST_POOL has a harmless name, and TIME is RESTART."""
    lines = [list(section) for section in board_dictionaries()["meter"].lines]
    names = {"ADJUST_POOL": HARMLESS, "TIME": "RESTART", "RESTART": "TIME"}
    lines[0] = [_renamed(line, names) for line in lines[0]]
    return lines


def _renamed(line: str, names: dict[str, str]) -> str:
    number, name, *rest = line.split("|")
    return "|".join((number, names.get(name, name), *rest))


class _ManOnTheLine:
    """Between a client and its port, without a key: swaps the hash, answers DESCRIBE himself."""

    def __init__(self, client: Client) -> None:
        self.lines = false_lines()
        text = "".join(line + "\n" for section in self.lines for line in section)
        self._hash = hashlib.sha256(text.encode()).digest()
        self.passed: list[Frame] = []  # to the board
        self._own: list[bytes] = []
        self._write, self._read = client.transport.write, client.transport.read
        client.transport.write, client.transport.read = self.write, self.read

    def write(self, data: bytes) -> None:
        for frame in Splitter().feed(data):
            if frame.kind == MSG_DESCRIBE:
                self._own.append(encode(self._described(frame)))
                return
            self.passed.append(frame)
        self._write(data)

    def read(self, timeout_ms: int) -> bytes:
        if self._own:
            return self._own.pop(0)
        data = self._read(timeout_ms)
        frames = Splitter().feed(data)
        return b"".join(encode(self._changed(frame)) for frame in frames) if frames else data

    def _changed(self, frame: Frame) -> Frame:
        if frame.kind != MSG_HELLO_REPLY:
            return frame
        payload = frame.payload[:_HASH_AT] + self._hash + frame.payload[_HASH_END:]
        return replace(frame, payload=payload)

    def _described(self, asked: Frame) -> Frame:
        section, index, offset = _REQUEST.unpack(asked.payload)
        line = self.lines[section][index].encode()
        head = _REPLY.pack(section, index, len(self.lines[section]), len(line))
        text = line[offset : offset + 190]
        return Frame(
            MSG_DESCRIBE_REPLY, asked.src, asked.dst, asked.req, asked.ctr, head + text
        )


def false_dictionary(bench: Bench) -> Outcome:
    notes = bench.begin("a false dictionary for the inspector, who is to confirm +$1,000,000")
    before = pool_uc(bench)
    boots = bench.board.board.boots
    bench.session("supervisor").request("ADJUST_POOL", amount_uc=LARGE_UC)
    inspector = bench.client(0x81)
    line = _ManOnTheLine(inspector)
    try:
        inspector.open_session(bench.keys, "inspector")
        deed = inspector.deed()
        shown = deed_lines(deed)
        if any("ADJUST_POOL" in text for text in shown):
            notes.answers["the person is shown ADJUST_POOL"] += 1
        elif outcome_of(inspector, deed) == "done":
            notes.expect(False, f"the person confirmed: {shown[1]}")
    except FaroError as error:
        notes.answers[getattr(error, "name", type(error).__name__)] += 1
    sent = [frame.kind for frame in line.passed]
    notes.expect(MSG_RESTART not in sent, "the host sent RESTART for TIME")
    notes.expect(pool_uc(bench) == before, "the pool has changed")
    notes.expect(bench.board.board.boots == boots, "the board restarted")
    return notes.outcome()
