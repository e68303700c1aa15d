"""A stepper's pulses: the words that DMA feeds to the `_pulse` program, and when each comes out.

Figures: NEMA 17, 1.8°, eighth steps, 24 V, 54:20 belt: 4,320 microsteps for one turn of the drum,
80 from one compartment to the next.
"""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate

from hw_sim.kernel import Event, Kernel

TURN_STEPS = 4_320
_WORD_CYCLES = 2  # of firmware.drivers.step_generator's program: to fetch a word,
_PULSE_CYCLES = 8  # and for a pulse beside the turns of its two loops


class PulseTrain:
    """One move, word by word: pulses - 1 in the low half, turns of each half period above."""

    def __init__(self, words: bytes, hz: int) -> None:
        given = array("I", words)
        self._pulses = [0, *accumulate((word & 0xFFFF) + 1 for word in given)]
        self._us = [
            0.0,
            *accumulate(
                (_WORD_CYCLES + ((word & 0xFFFF) + 1) * ((word >> 15 & 0x1FFFE) + _PULSE_CYCLES))
                * 1e6
                / hz
                for word in given
            ),
        ]
        self.pulses = self._pulses[-1]
        self.duration_us = self._us[-1]

    def at(self, us: float) -> float:
        """Pulses after so long; between two of them the motor is under way."""
        if us >= self.duration_us:
            return float(self.pulses)
        word = bisect_right(self._us, us) - 1
        if word < 0:
            return 0.0
        share = (us - self._us[word]) / (self._us[word + 1] - self._us[word])
        return self._pulses[word] + share * (self._pulses[word + 1] - self._pulses[word])

    def us_of(self, pulses: float) -> float:
        """When so many are out; within the move."""
        word = min(max(bisect_left(self._pulses, pulses) - 1, 0), len(self._us) - 2)
        share = (pulses - self._pulses[word]) / (self._pulses[word + 1] - self._pulses[word])
        return self._us[word] + share * (self._us[word + 1] - self._us[word])


@lru_cache(maxsize=128)
def _train(words: bytes, hz: int) -> PulseTrain:
    """Moves from compartment to compartment come again and again."""
    return PulseTrain(words, hz)


class PulseMachine:
    """The state machine that runs `_pulse`, with its two DMA channels; the motor is elsewhere."""

    def __init__(
        self,
        kernel: Kernel,
        on_train: Callable[[PulseTrain], None],
        on_halt: Callable[[], None],
        on_counted: Callable[[int], None],
    ) -> None:
        self._kernel = kernel
        self._on_train = on_train
        self._on_halt = on_halt
        self._on_counted = on_counted
        self._hz = 1
        self._is_on = False
        self._train: PulseTrain | None = None
        self._start_us = 0
        self._told = 0  # by trains before this one, since counting began
        self._end: Event | None = None
        self._awaited: tuple[int, int] = (0, 0)  # DMA channel, words

    def init(self, hz: int, pin: int) -> None:
        self.active(False)
        self._hz = hz

    def active(self, is_on: bool) -> None:
        if self._is_on and not is_on:
            self._halt()
        self._is_on = is_on

    def restart(self) -> None:
        """Only its place in the program."""

    def cut(self) -> None:
        """The words that are in the queue make pulses still; the drivers stop it first."""

    def count(self, channel: int, words: int) -> None:
        self._told = 0
        self._awaited = channel, words

    def feed(self, words: bytes) -> None:
        if not self._is_on:
            return
        self._halt()
        self._train = train = _train(words, self._hz)
        self._start_us = self._kernel.now_us
        self._end = self._kernel.after(math.ceil(train.duration_us), self._finish)
        self._on_train(train)

    def told(self) -> int:
        """Pulses that have come out whole since counting began."""
        if self._train is None:
            return self._told
        return self._told + int(self._train.at(self._kernel.now_us - self._start_us))

    def place(self) -> int:
        return 0

    def _finish(self) -> None:
        self._halt()
        channel, words = self._awaited
        if self._told == words:
            self._on_counted(channel)

    def _halt(self) -> None:
        if self._train is None:
            return
        self._told = self.told()
        self._train = None
        if self._end:
            self._end.cancel()
        self._on_halt()
