"""What lies under the emulated line cameras at each flash: the rows of a card's pictures.

The simulator's own cameras look back when a stream is fetched; here each flash shows what is there
at that moment, so the way that the card will still go is worked out ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from firmware.cards.beams import THROAT_HALF_UM
from hw_sim.chip.pin_machine import PinEncoder, PinMachine
from hw_sim.chip.rp2350_chip import Rp2350
from hw_sim.parts.line_camera import COUNTS_PER_LINE, PIXELS, SLOT_LINES, Catch, LineCameras
from hw_sim.parts.roller_encoder import STEP_UM

_FAR = 10_000
_LAMPS = (1, 2)  # green and red, as Catch numbers them
_DARK: Sequence[int] = (0,) * PIXELS
_BETWEEN = 8  # of 16: a pixel of 8 bits stands in the middle of its 12


@dataclass
class _Under:
    """The card that came last: where the roller was at its edges."""

    catch: Catch
    first_camera: int
    way: int
    entered: int
    lines: int | None = None  # on its whole way; None: by hand, as far as the hand goes


class PinCameras(LineCameras):
    """Enter and leave as the world says; `light` is what falls on both sensors."""

    def connect(self, chip: Rp2350, machine: PinMachine, hand: PinEncoder) -> None:
        self._chip = chip
        self._machine = machine
        self._hand = hand
        self._under_now: _Under | None = None
        self.flashes = [0, 0]

    def enter(self, catch: Catch | None, is_out: bool = False) -> None:
        if catch is not None:
            way = -1 if is_out else 1
            under = _Under(catch, 1 if is_out else 0, way, self._count())
            under.lines = self._machine_lines()
            self._under_now = under

    def leave(self) -> None:
        under = self._under_now
        if under is not None:
            under.lines = (self._count() - under.entered) * under.way // COUNTS_PER_LINE

    def turn_round(self) -> None:
        """The roller does."""

    def light(self, lamp: int) -> tuple[Sequence[int], Sequence[int]]:
        self.flashes[lamp] += 1
        under = self._under_now
        if under is None:
            return _DARK, _DARK
        line = (self._count() - under.entered) * under.way // COUNTS_PER_LINE
        return self._row(under, 0, lamp, line), self._row(under, 1, lamp, line)

    def _row(self, under: _Under, camera: int, lamp: int, line: int) -> Sequence[int]:
        lines = under.lines if under.lines is not None else self._hand_lines(under)
        if self.is_dead[camera]:
            return _DARK
        if camera != under.first_camera:
            at, step = lines - line - 1, -1
        elif line > lines - SLOT_LINES:
            at, step = -_FAR, 1
        else:
            at, step = line - 1, 1
        row = under.catch.rows(camera, _LAMPS[lamp], at, step, 1)
        return (np.frombuffer(row, np.uint8).astype(np.uint32) * 16 + _BETWEEN).tolist()

    def _count(self) -> int:
        count = self._chip.count("encoder_count")
        return count - (1 << 64) if count >> 63 else count

    def _hand_lines(self, under: _Under) -> int:
        goal = self._hand.goal_um() // STEP_UM
        return max(goal - under.entered, 0) // COUNTS_PER_LINE

    def _machine_lines(self) -> int | None:
        """Of a card that the rollers have; None when a hand has it."""
        machine = self._machine
        for card in machine.path.cards:
            if card.seen_from and card.rides_on is None and machine.motor.duty:
                way = card.seen_from
                ratio = machine.path.ratio(card, way) or 1.0
                way_mm = card.length_mm + 2 * THROAT_HALF_UM / 1000
                return int(way_mm / ratio * 1000 // (STEP_UM * COUNTS_PER_LINE))
        return None
