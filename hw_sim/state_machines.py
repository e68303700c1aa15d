"""A board's PIO and converter queue at the level of their registers: who runs which program."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Protocol

from hw_sim import bus_ops as ops

_NUMBER = struct.Struct("<I")

Call = Callable[[int, int, bytes], tuple[int, bytes]]
Post = Callable[[int, int, bytes], None]


class StateMachine(Protocol):
    """What runs one program: its queues, its place, the words that it has told."""

    def init(self, hz: int, pin: int) -> None: ...
    def restart(self) -> None: ...
    def active(self, is_on: bool) -> None: ...
    def feed(self, words: bytes) -> None: ...
    def cut(self) -> None: ...
    def count(self, channel: int, words: int) -> None: ...
    def told(self) -> int: ...
    def place(self) -> int: ...


class Samples(Protocol):
    """The converter's queue and the DMA channel that empties it."""

    is_queueing: bool

    def start_samples(self, most: int) -> None: ...
    def sample_count(self) -> int: ...
    def samples(self) -> bytes: ...
    def converted(self, value_u16: int) -> None: ...


class Watching:
    """A program that only looks at pins; `on_pin` hears which one is its first."""

    def __init__(self, on_pin: Callable[[int], None] = lambda _pin: None) -> None:
        self._on_pin = on_pin

    def init(self, hz: int, pin: int) -> None:
        self._on_pin(pin)

    def restart(self) -> None: ...
    def active(self, is_on: bool) -> None: ...
    def feed(self, words: bytes) -> None: ...
    def cut(self) -> None: ...
    def count(self, channel: int, words: int) -> None: ...

    def told(self) -> int:
        return 0

    def place(self) -> int:
        return 0


class StateMachines:
    """`programs` by name, as the rig puts them in; a name that is not there is a board's fault."""

    def __init__(self) -> None:
        self.programs: dict[str, StateMachine] = {}
        self.samples: Samples | None = None
        self._running: dict[int, StateMachine] = {}
        self.calls: dict[int, Call] = {
            ops.SM_PLACE: lambda unit, _arg, _data: (self._running[unit].place(), b""),
            ops.SM_TOLD: lambda unit, _arg, _data: (self._running[unit].told(), b""),
            ops.SAMPLES_COUNT: lambda _unit, _arg, _data: (self._sampling().sample_count(), b""),
            ops.SAMPLES_TAKE: lambda _unit, _arg, _data: (0, self._sampling().samples()),
        }
        self.posts: dict[int, Post] = {
            ops.SM_INIT: self._init,
            ops.SM_ACTIVE: self._active,
            ops.SM_RESTART: lambda unit, _arg, _data: self._running[unit].restart(),
            ops.SM_FEED: lambda unit, _arg, data: self._running[unit].feed(data),
            ops.SM_CUT: lambda unit, _arg, _data: self._cut(unit),
            ops.SM_COUNT: lambda unit, arg, data: self._running[unit].count(
                arg, _NUMBER.unpack(data)[0]
            ),
            ops.SAMPLES_START: lambda _unit, arg, _data: self._sampling().start_samples(arg),
            ops.ADC_QUEUE: self._queue,
        }

    def reset(self) -> None:
        """The chip starts again: nothing runs."""
        for machine in self._running.values():
            machine.active(False)
        self._running.clear()

    def converted(self, value_u16: int) -> int:
        """A conversion that no state machine asked for."""
        if self.samples:
            self.samples.converted(value_u16)
        return value_u16

    def _init(self, unit: int, hz: int, data: bytes) -> None:
        self._running[unit] = machine = self.programs[data[1:].decode()]
        machine.init(hz, data[0])

    def _active(self, unit: int, is_on: int, _data: bytes) -> None:
        if unit in self._running:
            self._running[unit].active(bool(is_on))

    def _cut(self, unit: int) -> None:
        if unit in self._running:
            self._running[unit].cut()

    def _queue(self, _unit: int, is_on: int, _data: bytes) -> None:
        self._sampling().is_queueing = bool(is_on)

    def _sampling(self) -> Samples:
        if self.samples is None:
            raise ValueError("this board's converter has no cameras")
        return self.samples
