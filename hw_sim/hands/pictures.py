"""What the line cameras handed the board of a card, as a picture for people.

The stream of samples is taken apart as `firmware/drivers/picture_unpack.py` does it: the first
camera's 96 lines, then the second one's last 96 up to the card's end, read backwards.
"""

from __future__ import annotations

import struct
import zlib
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hw_sim.parts.line_camera import LINES, PIXELS
from hw_sim.rig import BoardRig

_RED_EVERY = 4
_PAPER = 40  # brighter than the path under any lamp
_BEYOND_LINES = 8
_KEPT = 8  # cards that nobody has fetched yet


@dataclass(frozen=True)
class CardPicture:
    """Both ends of one card; `number` counts all cards that the board has fetched."""

    number: int
    board: str
    place: str  # mouth or throat
    now_ms: int
    stream: bytes
    is_b_first: bool  # a card that comes back from the carousel shows its other end first

    def ends(self) -> tuple[bytes, bytes]:
        """Camera A's and camera B's picture, 96 lines of 128 pixels, the index upright."""
        lines = [self.stream[at : at + PIXELS] for at in range(0, len(self.stream), PIXELS)]
        first, last = lines[1 : 1 + LINES], lines[2 + LINES :]
        end = max((i for i, line in enumerate(last) if max(line, default=0) >= _PAPER), default=-1)
        end = min(end + 1 + _BEYOND_LINES, len(last))
        end -= end % _RED_EVERY  # read backwards the first one is red
        second = last[max(end - LINES, 0) : end][::-1]
        a, b = (second, first) if self.is_b_first else (first, second)
        return _whole(a), _whole([line[::-1] for line in b])


def _whole(lines: list[bytes]) -> bytes:
    """Green lines; a red one is as the green one before it.  What did not come is dark."""
    rows = [lines[at + 1] if at % _RED_EVERY == 0 and at + 1 < len(lines) else line
            for at, line in enumerate(lines)]  # fmt: skip
    return b"".join(rows).ljust(LINES * PIXELS, b"\0")


def png(picture: bytes) -> bytes:
    """As a person would hold the card: the lines stand side by side."""
    width, height = LINES, PIXELS
    rows = b"".join(b"\0" + picture[y::PIXELS] for y in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 1)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(map(_chunk, parts))


def _chunk(part: tuple[bytes, bytes]) -> bytes:
    name, data = part
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


class Album:
    """Takes each card's stream as the board fetches it; the newest few wait to be looked at."""

    def __init__(self, boards: Mapping[str, BoardRig]) -> None:
        self.newest: deque[CardPicture] = deque(maxlen=_KEPT)
        self._number = 0
        for name, board in boards.items():
            if board.machine is not None:
                board.cameras.on_taken = self._taker(name, board)

    def since(self, number: int) -> list[CardPicture]:
        """Those after this number, the oldest first; older ones are gone."""
        return [picture for picture in self.newest if picture.number > number]

    @property
    def number(self) -> int:
        return self._number

    def _taker(self, name: str, board: BoardRig) -> Callable[[bytes, int], None]:
        def take(stream: bytes, first_camera: int) -> None:
            if len(stream) < PIXELS * LINES:
                return  # no card: the way was changed, or it was pushed back
            self._number += 1
            place = "mouth" if board.cameras.gate == board.pins.PIN_GATE_MOUTH else "throat"
            now_ms = board.board.kernel.now_us // 1000
            picture = CardPicture(self._number, name, place, now_ms, stream, first_camera == 1)
            self.newest.append(picture)

        return take
