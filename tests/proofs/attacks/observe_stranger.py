"""Somebody beside the machine: asks on both lines, types, gets events pushed, looks at the lights.

What he sees becomes channels for `observe_guess`: every number, every light, and how long each
answer took.  What really happened comes from the simulated world.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from faro.sim.scenarios.shuffler import ShufflerTable
from faro.wire.client import Client
from faro.wire.errors import FaroError, Refused
from faro.wire.framing import Splitter
from firmware.link.rows import MSG_EVENTS
from hw_sim.mechanics.machine_cards import SimCard
from tests.proofs.attacks.bench import Bench
from tests.proofs.attacks.observe_guess import Series

LINES = ("usb", "bus")
_OFTEN: tuple[tuple[str, dict[str, int]], ...] = (
    ("GET_CYCLE", {}),
    ("GET_HEALTH", {"first": 0}),
    ("STATUS", {}),
    ("GET_CYCLE", {}),
    ("GET_TRENDS", {}),
    ("DELIVER", {"cards": 1}),  # refused: how long a "no" takes is seen as well
    ("GET_CYCLE", {}),
    ("GET_PROOF", {"shuffle": 1, "position": 51, "height": 0}),
)
_TEXTS = ("stat", "fault", "stat", "ev 1", "what")  # one line each, the last one no command
_TEXT_EVERY = 3  # questions
_RECORD_EVERY = 16
_LIGHTS = ("PIN_LAMP_RED", "PIN_LAMP_GREEN", "PIN_LAMP_BLUE", "PIN_BUZZER", "PIN_NO_MORE_BETS")
_LIMIT_MS = 400_000
_TEXT_MS = 200
_CREDIT_FRAMES = 8


@dataclass(frozen=True)
class Move:
    """A card went into a compartment, or out of it."""

    at_ms: float
    slot: int
    card: SimCard
    is_in: bool


Stretch = tuple[dict[str, Series], list[Move]]


class Way:
    """One line to the board: requests, text commands, and what comes unasked."""

    def __init__(self, name: str, client: Client, address: str = "") -> None:
        self.name = name
        self.client = client
        self.address = address  # in front of a text command
        self.after = 0
        self.pushed: list[int] = []
        self._splitter = Splitter()
        self._read = client.transport.read
        client.transport.read = self._listen

    def _listen(self, timeout_ms: int) -> bytes:
        data = self._read(timeout_ms)
        for frame in self._splitter.feed(data):
            if frame.kind == MSG_EVENTS and frame.req == 0:
                self.pushed.append(len(frame.payload))
        return data

    def type(self, text: str) -> str:
        """A line as a person types it; the board's line."""
        transport = self.client.transport
        transport.write(f"{self.address}{text}\n".encode())
        due_ms = transport.now_ms() + _TEXT_MS
        got = b""
        while not got.endswith(b"\n") and transport.now_ms() < due_ms:
            got += transport.read(_TEXT_MS)
        return got.decode("ascii", "replace")


class Stranger:
    """Writes down every number with its time, and how long it took to come."""

    def __init__(self, bench: Bench, table: ShufflerTable, lines: Sequence[str] = LINES) -> None:
        self._kernel = bench.rig.kernel
        self._drum = table.machine.drum
        self._count = 0
        self.samples: dict[str, list[tuple[float, float]]] = defaultdict(list)
        self._lights: dict[str, float] = {}
        for name in _LIGHTS:
            self._watch_light(bench, name)
        self._ways: list[Way] = []
        if "usb" in lines:
            by_usb = bench.client(0x8B)
            by_usb.open_session(bench.keys, "technician")  # not one of those who may know cards
            self._ways.append(Way("usb", by_usb))
        if "bus" in lines:
            by_bus = bench.bus_client(0x8C)
            by_bus.hello()
            self._ways.append(Way("bus", by_bus, f"@{bench.address:02x} "))
        self.moves: list[Move] = []
        self._lying = [list(box) for box in self._drum.compartments]

    def watch(self, is_done: Callable[[], bool], limit_ms: int = _LIMIT_MS) -> None:
        """Ask and ask until something is so in the world."""
        end_us = self._kernel.now_us + limit_ms * 1000
        while not is_done() and self._kernel.now_us < end_us:
            self._count += 1
            way = self._ways[-1 if self._count % 3 == 0 else 0]  # the bus is slower
            name, fields = _OFTEN[self._count % len(_OFTEN)]
            self._ask(way, name, **fields)
            if self._count % _TEXT_EVERY == 0:
                self._type(self._ways[self._count // _TEXT_EVERY % len(self._ways)])
            if self._count % _RECORD_EVERY == 0:
                self._look_at_record(way)

    def take(self) -> Stretch:
        """Channels and moves since the last call."""
        for name in _LIGHTS:
            self._note(name, self._lights[name])
        channels = {
            name: (np.array([at for at, _ in rows]), np.array([value for _, value in rows]))
            for name, rows in self.samples.items()
            if len(rows) > 1
        }
        moves, self.moves, self.samples = self.moves, [], defaultdict(list)
        for name in _LIGHTS:
            self._note(name, self._lights[name])
        return channels, moves

    def _watch_light(self, bench: Bench, name: str) -> None:
        pin = bench.board.wiring[name].pin
        self._lights[name] = float(pin.level())

        def changed(level: int) -> None:
            if level != self._lights[name]:
                self._lights[name] = float(level)
                self._note(name, level)

        pin.watchers.append(changed)
        pin.pwm_watchers.append(changed)

    def _ask(self, way: Way, name: str, **fields: int) -> None:
        asked_us = self._kernel.now_us
        answer: dict[str, Any]
        try:
            answer = way.client.request(name, **fields).fields
        except Refused as refusal:
            answer = {"refused": refusal.code, "detail": refusal.detail}
        except FaroError:
            return
        self._note_delay(way, name, asked_us)
        for field, value in answer.items():
            if isinstance(value, int):
                self._note_said(way, f"{name}.{field}", value)
        for number, at in enumerate(range(0, len(answer.get("counters", b"")), 4)):
            value = int.from_bytes(answer["counters"][at : at + 4], "little")
            self._note_said(way, f"{name}.{number}", value)
        for length in way.pushed:
            self._note_said(way, "pushed", length)
        way.pushed.clear()
        self.look_at_world()

    def _type(self, way: Way) -> None:
        text = _TEXTS[self._count // _TEXT_EVERY // 2 % len(_TEXTS)]
        asked_us = self._kernel.now_us
        line = way.type(text)
        self._note_delay(way, f"text {text}", asked_us)
        for number, value in enumerate(re.findall(r"\d+", line)):
            self._note_said(way, f"text {text}.{number}", float(value))
        self.look_at_world()

    def _look_at_record(self, way: Way) -> None:
        for event in way.client.events(way.after):
            way.after = event.number
            self._note_said(way, "POLL time", event.time_ms)
            for field, value in event.fields.items():
                if isinstance(value, int):
                    self._note_said(way, f"{event.name}.{field}", value)
        way.client.request("POLL", after=way.after, credit_frames=_CREDIT_FRAMES)
        asked_us = self._kernel.now_us
        way.client.request("GET_JOURNAL")
        self._note_delay(way, "GET_JOURNAL", asked_us)
        self.look_at_world()

    def _note_delay(self, way: Way, name: str, asked_us: int) -> None:
        """By question, by line, and of whatever was asked: one is always on its way."""
        delay_us = self._kernel.now_us - asked_us
        for channel in (f"{way.name} {name} latency", f"{way.name} latency", "any latency"):
            self._note(channel, delay_us)

    def _note_said(self, way: Way, name: str, value: float) -> None:
        """By line, and whichever line said it: the same number, seen twice as often."""
        for line in (way.name, "any")[: len(self._ways)]:
            self._note(f"{line} {name}", value)

    def _note(self, name: str, value: float) -> None:
        self.samples[name].append((self._kernel.now_us / 1000, float(value)))

    def look_at_world(self) -> None:
        """The truth: which card went into or out of which compartment."""
        now_ms = self._kernel.now_us / 1000
        for number, box in enumerate(self._drum.compartments):
            before = self._lying[number]
            if len(box) != len(before):
                is_in = len(box) > len(before)
                gone = [card for card in before if card not in box]
                self.moves.append(Move(now_ms, number, box[-1] if is_in else gone[0], is_in))
                self._lying[number] = list(box)
