"""Many hosts on one port: each gets an address of its own, all take turns in virtual time."""

from __future__ import annotations

import random
from collections.abc import Generator
from dataclasses import dataclass, field, replace
from typing import Any

from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.conversation import Ask, Call, Listen, Write
from faro.wire.errors import FaroError, Refused
from faro.wire.events import Event
from faro.wire.framing import Splitter, encode
from faro.wire.keys import DeviceKeys
from faro.wire.protocol import Message
from firmware.link.rows import ADDRESS_HOST
from hw_sim.parts.serial_end import HostEnd
from hw_sim.sim_transport import SimTransport

_STEP_MS = 2
Steps = Generator[Ask | Listen, Any, None]


class SharedLine:
    """Carries frames for all hosts, and damages one byte in a million / `ppm`, both ways."""

    def __init__(self, end: HostEnd, ppm: int, seed: int) -> None:
        self._end = end
        self._ppm = ppm
        self._rng = random.Random(seed)

    def write(self, data: bytes) -> None:
        self._end.write(self.damaged(data))

    def damaged(self, data: bytes) -> bytes:
        out = bytearray(data)
        for i in range(len(out)):
            if self._rng.random() * 1_000_000 < self._ppm:
                out[i] ^= 1 << self._rng.randrange(8)
        return bytes(out)

    def take(self) -> bytes:
        return self.damaged(self._end.take())


class HostTransport(SimTransport):
    """One host's end: HELLO goes out under the address that the line gives to this host."""

    def __init__(self, rig: Rig, end: HostEnd, line: SharedLine, address: int) -> None:
        super().__init__(rig.kernel, end)
        self._line = line
        self._address = address

    def write(self, data: bytes) -> None:
        (frame,) = Splitter().feed(data)
        if frame.src == ADDRESS_HOST and not frame.tag:
            data = encode(replace(frame, src=self._address))
        self._line.write(data)


@dataclass
class Host:
    """A client that follows the board and acts; `events` and `refusals` are what came of it."""

    client: Client
    role: str
    actions: list[tuple[str, dict[str, Any]]]
    events: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])  # number, ms
    refusals: list[str] = field(default_factory=list[str])
    is_done: bool = False
    steps: Steps | None = None
    step: Ask | Listen | None = None
    due_ms: int = 0

    def live(self, keys: DeviceKeys, after: int) -> Steps:
        client = self.client
        yield from client.greeting()
        yield from client.opening_session(keys, self.role)
        stream = client.following(client.identity, after, is_acking=False)
        result: Any = None
        while True:
            step = stream.send(result)
            result = None
            if isinstance(step, Event):
                self.events.append((step.number, client.transport.now_ms()))
            elif isinstance(step, Call):
                result = yield from client.asking(step.name, step.fields)
            elif isinstance(step, Write):
                client.transport.write(step.data)
            elif isinstance(step, Listen):
                if self.actions:
                    yield from self._act(*self.actions.pop(0))
                result = yield step
            self.is_done = not self.actions

    def _act(self, name: str, fields: dict[str, Any]) -> Steps:
        try:
            yield from self.client.asking(name, fields)
        except FaroError as error:
            self.refusals.append(getattr(error, "name", type(error).__name__))


def run(rig: Rig, line: SharedLine, hosts: list[Host], keys: DeviceKeys, most_ms: int) -> None:
    """All hosts at once, until each has acted and then heard nothing new for a while."""
    for host in hosts:
        host.steps = host.live(keys, 0)
        _go_on(host, None)
    end_ms = _now_ms(rig) + most_ms
    quiet_ms = 0
    while _now_ms(rig) < end_ms and quiet_ms < 5_000:
        rig.kernel.run_for_ms(_STEP_MS)
        data = line.take()
        heard = sum(len(host.events) for host in hosts)
        for host in hosts:
            _hear(host, data, _now_ms(rig))
        is_over = all(host.is_done for host in hosts)
        is_same = heard == sum(len(host.events) for host in hosts)
        quiet_ms = quiet_ms + _STEP_MS if is_over and is_same else 0


def _now_ms(rig: Rig) -> int:
    return rig.kernel.now_us // 1000


def _hear(host: Host, data: bytes, now_ms: int) -> None:
    protocol, step = host.client.protocol, host.step
    found = protocol.receive(data) if data else []
    if isinstance(step, Ask):
        answer: Message | Refused | None
        try:
            answer = protocol.answer_to(step.request, found)
        except Refused as refusal:
            answer = refusal
        if answer is not None or now_ms >= host.due_ms:
            _go_on(host, answer)
    elif protocol.pushed or now_ms >= host.due_ms:
        _go_on(host, bool(protocol.pushed))


def _go_on(host: Host, result: Any) -> None:
    """To the next step that waits: a request is sent, or the host listens."""
    assert host.steps is not None
    host.step = host.steps.send(result)
    now_ms = host.client.transport.now_ms()
    host.due_ms = now_ms + host.step.timeout_ms
    if isinstance(host.step, Ask):
        host.client.transport.write(host.step.request.data)
