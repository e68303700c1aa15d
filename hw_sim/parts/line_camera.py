"""The pair of line cameras: what they caught of the last card that went past.

A card goes long edge first and carries its index in two opposite corners, so camera A catches the
first 96 lines of its way and camera B the last 96; the driver turns B's upright.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

LINES = 96
PIXELS = 128
RED_EVERY = 4  # lines of green to one of red
GREEN_BYTES = LINES * PIXELS
RED_BYTES = LINES // RED_EVERY * PIXELS


@dataclass(frozen=True)
class Catch:
    """The frames of one pass; `lines` less than 96 when a camera did not see it all."""

    green: tuple[bytes, bytes]
    red: tuple[bytes, bytes]
    lines: tuple[int, int] = (LINES, LINES)


class LineCameras:
    """Armed by itself after each `take`; faults are dead cameras and a frame handed over twice."""

    def __init__(self) -> None:
        self.is_dead = [False, False]
        self.is_repeating = False
        self.optics: Any = None  # hw_sim.optics.station.Optics of this shoe, once somebody pulls
        self._caught: Catch | None = None
        self._taken: Catch | None = None

    def expose(self, catch: Catch | None) -> None:
        """A card goes past; its frames are there when the board asks for them."""
        self._caught = catch

    def take(self) -> int:
        """The board's driver fetches the pass: lines of A | lines of B << 8; armed again."""
        caught, self._caught = self._caught, None
        if not (self.is_repeating and self._taken and caught):
            self._taken = caught
        lines = self._taken.lines if self._taken else (0, 0)
        return lines[0] | lines[1] << 8

    def frame(self, unit: int) -> bytes:
        """One of the four frames of the pass that was taken; a dead camera gives darkness."""
        camera, is_red = unit & 1, unit >> 1
        if self._taken is None or self.is_dead[camera]:
            return bytes(RED_BYTES if is_red else GREEN_BYTES)
        return (self._taken.red if is_red else self._taken.green)[camera]
