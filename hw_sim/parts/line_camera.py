"""The pair of line cameras: what they caught of the last card that went past."""

from __future__ import annotations

from typing import Protocol

LINES = 96
PIXELS = 128
RED_EVERY = 4  # lines of green between two of red
RED_LINES = LINES // RED_EVERY
GREEN_BYTES = LINES * PIXELS
RED_BYTES = RED_LINES * PIXELS


class Exposure(Protocol):
    """One card's way past the cameras; pictures are made when they are fetched."""

    lines: int

    def frames(self, camera: int) -> tuple[bytes, bytes]:
        """Green and red frame of camera 0 or 1."""
        ...


class LineCameras:
    """Armed by itself after each `take`; faults are dead cameras and a frame handed over twice."""

    def __init__(self) -> None:
        self.is_dead = [False, False]
        self.is_repeating = False
        self.led = 1.0  # what ageing has left of the green lamps
        self.red_led = 1.0
        self.stripes: list[tuple[int, int, float]] = []  # dirt on the glass: pixel, width, passes
        self._seen: Exposure | None = None
        self._taken: Exposure | None = None
        self._frames: dict[int, tuple[bytes, bytes]] = {}

    def expose(self, exposure: Exposure | None) -> None:
        """A card goes past; the lines of its way are there when the board asks for them."""
        self._seen = exposure

    def take(self) -> int:
        """The board's driver fetches the pass: number of lines, the cameras are armed again."""
        seen, self._seen = self._seen, None
        if self.is_repeating and self._taken is not None and seen is not None:
            return self._count(self._taken)
        self._taken = seen
        self._frames = {}
        return self._count(seen) if seen is not None else 0

    def frame(self, unit: int) -> bytes:
        """One of the four frames of the pass that was taken; a dead camera gives darkness."""
        camera, is_red = unit & 1, unit >> 1
        size_bytes = RED_BYTES if is_red else GREEN_BYTES
        if self._taken is None or self.is_dead[camera]:
            return bytes(size_bytes)
        if camera not in self._frames:
            self._frames[camera] = self._taken.frames(camera)
        return self._frames[camera][is_red]

    def _count(self, seen: Exposure) -> int:
        return seen.lines | (seen.lines + RED_EVERY - 1) // RED_EVERY << 8
