"""What the test board's parts really showed: pictures of cards, profiles of moves."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import sqrt

PIXELS = 128
LINES = 96
RED_EVERY = 4
CARD_LINES = 315  # 63 mm
GATE_LINES = 8  # the picture begins 1.6 mm before the card
COUNTS_A_LINE = 4
BACKGROUND = 12
GREEN, RED = 0, 1
_MASK = 0xFFFF_FFFF
_END_LINE = CARD_LINES - 1 + GATE_LINES  # the last line of the picture, if it fits the rhythm


def pixel(card: int, camera: int, colour: int, line: int, place: int) -> int:
    """The same as `picture` in hw_sim/chip/js/bench/board.mjs."""
    if not 0 <= line < CARD_LINES:
        return BACKGROUND
    x = (card + 1) * 0x9E3779B1 + (camera + 1) * 0x85EBCA6B + (colour + 1) * 0xC2B2AE35
    x = (x + (line + 1) * 0x27D4EB2F + (place + 1) * 0x165667B1) & _MASK
    x ^= x >> 15
    x = x * 0x2C1B3C6D & _MASK
    return 50 + (x ^ x >> 13) % 200


def is_like(seen: bytes, wanted: bytes) -> bool:
    """Every pixel, but for a reading that stopped a line in its flash: 0.2 of 20 µs too bright."""
    if len(seen) != len(wanted):
        return False
    return all(-1 <= a - b <= 3 for a, b in zip(seen, wanted, strict=True))


def difference(number: int, seen: bytes, wanted: bytes) -> str:
    """Which lines of a frame are wrong, and how the first of them begins."""
    starts = range(0, len(wanted), PIXELS)
    wrong = [at for at in starts if seen[at : at + PIXELS] != wanted[at : at + PIXELS]]
    lines = [at // PIXELS for at in wrong]
    at = wrong[0]
    return f"frame {number} lines {lines[:8]}: {[*seen[at : at + 6]]} for {[*wanted[at : at + 6]]}"


@cache
def _line(card: int, camera: int, colour: int, line: int, is_turned: bool) -> bytes:
    places = range(PIXELS - 1, -1, -1) if is_turned else range(PIXELS)
    return bytes(pixel(card, camera, colour, line, place) for place in places)


def frames(card: int, way_out: bool) -> list[bytes]:
    """Green of A and B, red of A and B, as the driver should give them; B is turned by 180°.

    The camera that sees the card's beginning has its first line at the top, the other its last.
    """
    first = 1 if way_out else 0
    lines = [range(0), range(0)]
    lines[first] = range(-GATE_LINES, LINES - GATE_LINES)
    lines[1 - first] = range(_END_LINE, _END_LINE - LINES, -1)
    green = [_green(card, camera, lines[camera]) for camera in (0, 1)]
    return [*green, *(_red(card, camera, lines[camera]) for camera in (0, 1))]


def _green(card: int, camera: int, lines: range) -> bytes:
    rows = [_line(card, camera, GREEN, line, camera == 1) for line in lines]
    for row in range(0, LINES, RED_EVERY):  # where the lamp was red: what lies between the others
        near, far = (row - 1, row - 2) if row else (1, 2)
        four = zip(rows[far], rows[near], rows[row + 1], rows[row + 2], strict=True)
        rows[row] = bytes(_between(*levels) for levels in four)
    return b"".join(rows)


def _between(a: int, b: int, c: int, d: int) -> int:
    """The middle of a cubic through four points."""
    return min(max((9 * (b + c) - a - d) >> 4, 0), 255)


def _red(card: int, camera: int, lines: range) -> bytes:
    return b"".join(_line(card, camera, RED, line, camera == 1) for line in lines[::RED_EVERY])


def worst_profile_error(times_ns: list[int], duration_ms: int, ramp_ms: int) -> float:
    """The largest part by which an interval is off the trapezoid v² = 2 a s of that duration."""
    gaps = [after - before for before, after in pairwise(times_ns)]
    last = len(gaps)
    up = len(times_ns) * ramp_ms // (2 * (duration_ms - ramp_ms))
    shares = [1 / sqrt(min(i, last - i, up) + 0.5) for i in range(last + 1)]
    wanted_ns = [duration_ms * 1e6 * share / sum(shares) for share in shares]
    return max(abs(gap / wanted - 1) for gap, wanted in zip(gaps, wanted_ns[:last], strict=True))
