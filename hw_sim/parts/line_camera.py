"""The pair of line cameras behind the `lines` and `steps` programs: orders in, raw samples out.

A card goes long edge first and carries its index in two opposite corners.  On its way in or out of
the mouth camera A sees its corner at the beginning and camera B the other one at the end; a card
that comes back from the carousel shows them the other way round.  The roller's travel triggers the
lines; each is read as its order says: by which camera, under which lamp, how many pixels.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Any

from hw_sim.kernel import Kernel

LINES = 96
PIXELS = 128
BEFORE = 8  # rows of a view before the 96 of an undisturbed picture
AFTER = 16  # and behind them, further inside the card
ROWS = BEFORE + LINES + AFTER
COUNTS_PER_LINE = 4  # of the encoder: 0.2 mm
SLOT_LINES = 8  # of a gate's two beams before and behind the cameras: 1.6 mm
LINE_US = 305  # flash, 128 pixels, 129th clock
_QUEUE_WORDS = 4
_FAR = 10_000  # rows from the card's edge: what lies there is the same everywhere
_GREEN, _RED = 1, 2
_IN_A_LINE = 12  # places in the program
_BETWEEN_LINES = 2
_AT_THE_GATE = 0


@dataclass(frozen=True)
class Catch:
    """What both cameras see of one card: ROWS rows each, upright, from beyond its edge inwards."""

    green: tuple[bytes, bytes]
    red: tuple[bytes, bytes]

    def rows(self, camera: int, lamp: int, first: int, step: int, count: int) -> bytes:
        """So many lines as they come out of the sensor, inwards (step 1) or outwards (-1)."""
        strip = _strip((self.red if lamp == _RED else self.green)[camera], camera == 1, step)
        at = first + BEFORE if step > 0 else ROWS - 1 - BEFORE - first
        before = min(max(-at, 0), count)
        behind = min(max(at + count - ROWS, 0), count)
        inside = strip[max(at, 0) * PIXELS : max(at + count, 0) * PIXELS]
        return strip[:PIXELS] * before + inside + strip[-PIXELS:] * behind


@lru_cache(maxsize=512)
def _strip(frame: bytes, is_turned: bool, step: int) -> bytes:
    """A frame's rows in the order in which the roller shows them.

    Camera B looks at the card's other end: its lines come out with their last pixel first.
    """
    if is_turned == (step < 0):
        return frame[::step]
    rows = [frame[at : at + PIXELS] for at in range(0, len(frame), PIXELS)]
    return b"".join(row[::-1] for row in rows) if is_turned else b"".join(rows[::-1])


@dataclass
class _Pass:
    """A card under the cameras: where the roller and the picture's lines were at its edges."""

    catch: Catch
    first_camera: int
    entered_count: int
    entered: int | None  # None: no picture had begun
    left: int | None = None

    def rows_of(self, camera: int, line: int) -> tuple[int, int]:
        """Which row of the view lies under a camera, and which way it goes from there."""
        if camera != self.first_camera:
            return (_FAR if self.left is None else self.left - line - 1), -1
        if self.left is not None and line > self.left - SLOT_LINES:
            return -_FAR, 1
        return line - (self.entered or 0) - 1, 1

    def borders(self) -> tuple[int, int]:
        """The lines at which something else comes under the cameras."""
        return (self.entered or 0) + 1, (self.left or 0) - SLOT_LINES + 1


class LineCameras:
    """What the state machines, DMA and converter do; faults are dead cameras, a repeated stream."""

    def __init__(self, kernel: Kernel) -> None:
        self.is_dead = [False, False]
        self.is_repeating = False
        self.optics: Any = None  # hw_sim.optics.station.Optics of this shoe, once somebody pulls
        self.taken = b""  # the last stream that the board has fetched
        self.gate = -1  # the pin whose low level starts a picture
        self.way = 1  # in which the roller must turn to give lines
        self.is_queueing = False  # the converter's queue takes every conversion
        self.strays = 0  # conversions that came between the cameras' own
        self.roller: Callable[[int], int] = lambda _time_us: 0  # its count at a moment
        self.gate_level: Callable[[int], int] = lambda _pin: 1
        self.channels: tuple[int, int] = (0, 1)  # of the converter
        # a stream, and which camera saw the card first
        self.on_taken: Callable[[bytes, int], None] = lambda _stream, _first: None
        self._kernel = kernel
        self._orders: array[int] = array("I")
        self._is_on = False
        self._wanted = 0  # samples that DMA will carry
        self._extra: list[tuple[int, int]] = []
        self._passes: list[_Pass] = []
        self._begin()

    # -- from the board --------------------------------------------------------------------

    def init(self, hz: int, pin: int) -> None:
        """Both queues empty, the program at its beginning: at the gate of this pin."""
        self._is_on = False
        self.gate = pin
        self._orders = array("I")
        self._begin()

    def restart(self) -> None:
        """At the gate again; what lies in the queue comes first."""
        self._orders = self._orders[self._lines() :]
        self._begin()

    def feed(self, words: bytes) -> None:
        self._orders.frombytes(words)

    def cut(self) -> None:
        """DMA brings no more orders: only those in the queue are left."""
        del self._orders[self._lines() + _QUEUE_WORDS :]

    def active(self, is_on: bool) -> None:
        self._passed()
        self._is_on = is_on
        self._look()

    def gate_moved(self, pin: int) -> None:
        if pin == self.gate:
            self._look()

    def place(self) -> int:
        """Where the program is: at the gate, between two lines, or in one."""
        if self._start is None:
            return _AT_THE_GATE
        now_us = self._kernel.now_us
        before, now = (
            self.roller(us) * self.way // COUNTS_PER_LINE for us in (now_us - LINE_US, now_us)
        )
        return _IN_A_LINE if now > before else _BETWEEN_LINES

    def count(self, channel: int, words: int) -> None:
        """DMA hands its words to the converter."""

    def told(self) -> int:
        return 0

    def start_samples(self, most: int) -> None:
        self._wanted = most
        self._extra.clear()

    def converted(self, value_u16: int) -> None:
        """Somebody else had a conversion made: with the queue on it lands in the stream."""
        if self.is_queueing and self._wanted:
            self.strays += 1
            self._extra.append((self._own_samples(), value_u16 >> 8))

    def sample_count(self) -> int:
        return min(self._own_samples() + len(self._extra), self._wanted)

    def samples(self) -> bytes:
        """All that came; a dead camera gives darkness."""
        stream = b"".join(map(self._read, self._read_runs()))
        for at, value in reversed(self._extra):
            stream = stream[:at] + bytes((value,)) + stream[at:]
        stream = stream[: self._wanted]
        self._wanted = 0
        if self.is_repeating and self.taken and stream:
            stream = self.taken
        self.taken = stream or self.taken
        if stream:
            self.on_taken(stream, 1 if self._orders[0] >> 30 == self.channels[1] else 0)
        return stream

    # -- from the world --------------------------------------------------------------------

    def enter(self, catch: Catch | None, is_out: bool = False) -> None:
        """A card's edge is SLOT_LINES before the cameras: say it before the gate does."""
        if catch is not None:
            entered = None if self._start is None else self._passed()
            count = self.roller(self._kernel.now_us)
            self._passes.append(_Pass(catch, 1 if is_out else 0, count, entered))

    def leave(self) -> None:
        """It has gone through: its other edge is as far beyond them."""
        if self._passes:
            self._passes[-1].left = self._passed()

    def turn_round(self) -> None:
        """It will be moved back: lines come only on the way forward."""
        self._passed()

    # -- lines -----------------------------------------------------------------------------

    def _begin(self) -> None:
        self._start: tuple[int, int] | None = None  # roller's count and time
        self._most = 0
        self._passes = [under for under in self._passes if under.left is None][-1:]
        for under in self._passes:
            under.entered = None

    def _look(self) -> None:
        """The program waits for a low gate, then counts lines."""
        if self._is_on and self._start is None and self.gate_level(self.gate) == 0:
            now_us = self._kernel.now_us
            count = self.roller(now_us)
            self._start = count, now_us
            for under in self._passes:
                under.entered = (under.entered_count - count) * self.way // COUNTS_PER_LINE

    def _passed(self) -> int:
        """Lines since the start: as the roller turns, but no faster than they can be read."""
        if self._start is not None and self._is_on:
            now_us = self._kernel.now_us
            lines = (self.roller(now_us) - self._start[0]) * self.way // COUNTS_PER_LINE
            self._most = max(self._most, min(lines, (now_us - self._start[1]) // LINE_US))
        return self._most

    def _lines(self) -> int:
        return min(self._passed(), len(self._orders))

    def _read_runs(self) -> tuple[_Run, ...]:
        return _runs(self._orders[: self._lines()].tobytes())

    def _own_samples(self) -> int:
        return sum(run.count * run.pixels for run in self._read_runs())

    def _read(self, run: _Run) -> bytes:
        """A run of lines, taken apart where a card comes or goes."""
        if run.channel not in self.channels or not run.is_lit:
            return bytes(run.count * run.pixels)
        camera = self.channels.index(run.channel)
        end = run.first + run.count
        inner = {line for under in self._passes for line in under.borders()}
        lines = [run.first, *sorted(n for n in inner if run.first < n < end), end]
        parts = {
            lamp: b"".join(self._part(camera, lamp, a, b - a) for a, b in pairwise(lines))
            for lamp in (_GREEN, _RED)
        }
        stream = bytearray(parts[_GREEN])
        for line in run.reds:
            at = line * PIXELS
            stream[at : at + PIXELS] = parts[_RED][at : at + PIXELS]
        return bytes(stream)

    def _part(self, camera: int, lamp: int, first: int, count: int) -> bytes:
        under = self._under(first)
        if self.is_dead[camera] or under is None:
            return bytes(count * PIXELS)
        return under.catch.rows(camera, lamp, *under.rows_of(camera, first), count)

    def _under(self, line: int) -> _Pass | None:
        """The card that is under the cameras when a line is read."""
        for under in reversed(self._passes):
            if under.entered is not None and under.entered < line:
                return under
        return None


@dataclass(frozen=True)
class _Run:
    """Orders in a row that differ in nothing but the lamp's colour."""

    first: int  # line, counted from 1
    count: int
    pixels: int
    channel: int
    is_lit: bool
    reds: tuple[int, ...]


@lru_cache(maxsize=64)
def _runs(orders: bytes) -> tuple[_Run, ...]:
    made: list[_Run] = []
    numbered = enumerate(array("I", orders), 1)
    for (pixels, channel, is_lit), run in groupby(numbered, lambda order: _kind(order[1])):
        lines = list(run)
        reds = tuple(i for i, (_line, order) in enumerate(lines) if order & _RED)
        made.append(_Run(lines[0][0], len(lines), pixels, channel, is_lit, reds))
    return tuple(made)


def _kind(order: int) -> tuple[int, int, bool]:
    return _pixels(order), order >> 30, order & 3 != 0


def _pixels(order: int) -> int:
    """Of a line; the program leaves out a line of one pixel."""
    pixels = (order >> 10 & 0xFF) + 1
    return pixels if pixels > 1 else 0
