"""Requests at random by everybody in every state: nothing may restart, lock or fail a board."""

from __future__ import annotations

import random
import struct
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from faro.wire.client import Client
from faro.wire.dictionary import MessageSpec, board_dictionaries
from faro.wire.errors import FaroError, Refused
from faro.wire.framing import Frame, encode, tagged_part
from firmware.board.board_state import ST_LOCKED
from firmware.core.rows import SILENT, TO_BOARD
from hw_sim.vm import SimError
from tests.proofs.attacks.bench import ANSWER_MS, NO_ANSWER, Bench, Line

ROLES = ("", "table", "supervisor", "inspector", "technician")
_SENDERS = {role: 0x80 + i for i, role in enumerate(ROLES)}
# end the program or the session because they are meant to; the keys are the fuzzer's own
_NOT_SENT = ("RESTART", "ENTER_SERVICE", "PROVISION", "CLOSE_SESSION", "OPEN_SESSION", "CONFIRM")
_QUIET_MS = 100
_EDGES = (0, 1, 2, 7, 8, 52, 53, 127, 128, 255)
# how a board gets into a state: (role, request, fields); what is refused is left out
STATES: dict[str, dict[str, tuple[tuple[str, str, dict[str, Any]], ...]]] = {
    "shoe": {
        "fresh": (),
        "table open": (
            ("supervisor", "OPEN_TABLE", {"game": 1, "equipment": 1, "decks": 1, "areas": 7}),
            ("table", "PACK_LOADED", {}),
        ),
        "enrolling": (("technician", "ENROL_BEGIN", {"order": 0}),),
        "finding": (
            ("supervisor", "OPEN_TABLE", {"game": 3, "equipment": 0, "decks": 1, "areas": 3}),
            ("table", "REPORT_FINDING", {"irregularity": 40, "place": 1, "detail": 0}),
        ),
    },
    "meter": {
        "fresh": (),
        "frozen": (
            ("table", "TELL_ANTES", {"antes": 127, "wagers": 127}),
            ("table", "FREEZE", {}),
        ),
        "update": (("technician", "UPDATE_BEGIN", {"total_bytes": 100_000}),),
    },
}  # fmt: skip


@dataclass
class Report:
    """What came of a run."""

    requests: int = 0
    answers: Counter[str] = field(default_factory=Counter[str])
    findings: list[str] = field(default_factory=list[str])


class Fuzzer:
    """One board with a session per role; `run` sends so many requests in one state."""

    def __init__(self, kind: str, seed: int) -> None:
        self.kind = kind
        self.seed = seed
        self.report = Report()
        self._rng = random.Random(f"{kind} {seed}")
        known = board_dictionaries()[kind].messages.values()
        self._specs = [s for s in known if s.direction == TO_BOARD and s.name not in _NOT_SENT]

    def run(self, state: str, count: int) -> Report:
        """A fresh board, brought into the state, and `count` requests."""
        with Bench(self.kind, seed=self.seed) as bench:
            clients = {role: self._client(bench, role) for role in ROLES}
            for role, name, fields in STATES[self.kind][state]:
                try:
                    clients[role].request(name, **fields)
                except Refused as refusal:
                    self.report.answers[f"{state}: {refusal.name}"] += 1
            line, last = bench.line(), "nothing"
            try:
                for _ in range(count):
                    role = self._rng.choice(ROLES)
                    spec = self._rng.choice(self._specs)
                    payload = self._payload(spec)
                    last = f"{role or 'nobody'} {spec.name} {payload.hex()}"
                    self._send(clients[role], line, spec, payload)
                self._check(bench, clients)
            except (FaroError, SimError) as error:
                self._find(state, last, str(error))
        return self.report

    def _client(self, bench: Bench, role: str) -> Client:
        sender = _SENDERS[role]
        return bench.session(role, sender) if role else bench.client(sender)

    def _send(self, client: Client, line: Line, spec: MessageSpec, payload: bytes) -> None:
        like = client.protocol.request("STATUS")  # the next req and counter
        frame = Frame(spec.number, line.address, client.protocol.own, like.req, like.ctr, payload)
        session = client.protocol.session
        if session is not None:
            frame = Frame(*_parts(frame), session.host_tag(tagged_part(frame)))
        wait_ms = 20 if spec.rule == SILENT else ANSWER_MS
        # events that an earlier POLL gave credit for may come first
        answer = line.name_of(line.send(encode(frame), wait_ms, _QUIET_MS), frame)
        self.report.requests += 1
        self.report.answers[answer] += 1
        if answer == "internal" or (answer == NO_ANSWER and spec.rule != SILENT):
            self._find("", f"{spec.name} {payload.hex()}", answer)

    def _payload(self, spec: MessageSpec) -> bytes:
        """Its own length most times, with edges, noise and small numbers in it."""
        rng = self._rng
        values: list[int | bytes] = []
        for code in _codes(spec.layout.fmt.format):
            size = struct.calcsize("<" + code)
            if code.endswith("s"):
                values.append(rng.randbytes(size))
                continue
            edge = rng.choice((rng.choice(_EDGES), rng.getrandbits(8 * size), (1 << 8 * size) - 1))
            top = 1 << 8 * size
            is_signed = code.islower()
            values.append(edge % top - (top if is_signed and edge % top >= top >> 1 else 0))
        payload = struct.pack(spec.layout.fmt.format, *values)
        if spec.layout.tail is not None or rng.random() < 0.05:
            payload += rng.randbytes(rng.randrange(0, 200 - len(payload) + 1))
        return payload if rng.random() > 0.03 else payload[: rng.randrange(len(payload) + 1)]

    def _check(self, bench: Bench, clients: dict[str, Client]) -> None:
        """Still the same boot, not locked, no bad code met, and every session is alive."""
        status = bench.client(0x8D).status()
        if status["boot_count"] != 1 or bench.board.board.boots != 1:
            self._find("", "", "the board restarted")
        if status["state"] == ST_LOCKED:
            self._find("", "", f"the board is locked by fault {status['worst_fault']}")
        for event in bench.events_since(0, "PROGRAM_ERROR"):
            self._find("", "", f"bad code: {event.fields}")
        for role, client in clients.items():
            if role and client.protocol.session is not None:
                before = client.protocol.session
                client.request("STATUS")
                if client.protocol.session is not before:
                    self._find("", "", f"the session of {role} was lost")

    def _find(self, state: str, request: str, what: str) -> None:
        where = f"{self.kind}, seed {self.seed}, {state or 'any state'}"
        self.report.findings.append(f"{where}: {request}: {what}")


def _parts(frame: Frame) -> tuple[int, int, int, int, int, bytes]:
    return frame.kind, frame.dst, frame.src, frame.req, frame.ctr, frame.payload


def _codes(form: str) -> list[str]:
    """The fields of a struct format: "<B16sI" gives B, 16s, I."""
    codes: list[str] = []
    number = ""
    for letter in form[1:]:
        if letter.isdigit():
            number += letter
        elif letter == "s":
            codes.append(number + "s")
            number = ""
        else:
            codes += [letter] * int(number or 1)
            number = ""
    return codes
