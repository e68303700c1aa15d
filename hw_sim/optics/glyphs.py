"""Our own index letters and suit pips, as strokes and outlines that code draws.

A letter lives in a box 10 wide and 14 high.  A stroke is a list of points; curves come from
`_arc`.  Two cuts: `plain` (round-topped 3, open 4) and `slab` (flat-topped 3, closed 4, feet).
"""

from __future__ import annotations

import math

Point = tuple[float, float]
Stroke = list[Point]


def _arc(cx: float, cy: float, rx: float, ry: float, start: float, end: float) -> Stroke:
    """Points on an ellipse, degrees clockwise from three o'clock (y grows downwards)."""
    steps = max(4, int(abs(end - start) / 10))
    angles = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return [(cx + rx * math.cos(a), cy + ry * math.sin(a)) for a in angles]


_TWO: list[Stroke] = [_arc(5, 4.2, 4, 4.2, 195, 385) + [(1, 14), (9.4, 14)]]
_FIVE: list[Stroke] = [[(8.6, 0), (2, 0), (1.5, 6.2)], _arc(4.6, 9.4, 4.2, 4.5, 222, 505)]
_SIX: list[Stroke] = [_arc(5, 9.6, 4, 4.4, 0, 360), [*_arc(9.4, 9.6, 8.4, 10, 180, 256)]]
_EIGHT: list[Stroke] = [_arc(5, 3.6, 3.4, 3.6, 0, 360), _arc(5, 10.6, 4.2, 3.5, 0, 360)]
_NINE: list[Stroke] = [[(10 - x, 14 - y) for x, y in stroke] for stroke in _SIX]
_ZERO: list[Stroke] = [_arc(5, 7, 3, 7, 0, 360)]
_ONE: list[Stroke] = [[(0, 2.2), (2, 0), (2, 14)]]
_TEN: list[Stroke] = [
    [(x * 0.7 - 0.9, y) for x, y in _ONE[0]],
    [(x * 0.95 + 2.1, y) for x, y in _ZERO[0]],
]
_QUEEN: list[Stroke] = [_arc(5, 6.8, 4.3, 6.8, 0, 360), [(5.4, 9.6), (9.4, 14.4)]]

PLAIN: dict[str, list[Stroke]] = {
    "2": _TWO,
    "3": [_arc(4.8, 3.6, 3.6, 3.6, 200, 440), _arc(4.8, 10.4, 4.1, 3.6, 275, 515)],
    "4": [[(7, 14), (7, 0), (0.6, 9.8), (9.6, 9.8)]],
    "5": _FIVE,
    "6": _SIX,
    "7": [[(0.8, 0), (9.2, 0), (4, 14)]],
    "8": _EIGHT,
    "9": _NINE,
    "T": _TEN,
    "J": [[(7.4, 0), (7.4, 10)], _arc(4.3, 10, 3.1, 4, 0, 170)],
    "Q": _QUEEN,
    "K": [[(1.4, 0), (1.4, 14)], [(9, 0), (1.4, 8.4)], [(4, 5.6), (9.4, 14)]],
    "A": [[(0.4, 14), (5, 0), (9.6, 14)], [(2.2, 9.4), (7.8, 9.4)]],
}
SLAB: dict[str, list[Stroke]] = {
    **PLAIN,
    "3": [[(1.2, 0), (8.8, 0), (4.4, 5.6)], _arc(4.8, 9.8, 4.2, 4.2, 265, 510)],
    "7": [[(1, 2), (1, 0), (9.2, 0), (4.6, 7), (4.2, 14)]],
    "J": [*PLAIN["J"], [(4.6, 0), (9.6, 0)]],
    "K": [*PLAIN["K"], [(0, 0), (3, 0)], [(0, 14), (3, 14)], [(7.4, 0), (9.8, 0)],
          [(7.6, 14), (10, 14)]],
    "A": [*PLAIN["A"], [(-0.6, 14), (2, 14)], [(8, 14), (10.6, 14)]],
    "4": [[(6.6, 14), (6.6, 0), (0.6, 9.8), (9.6, 9.8)], [(4.4, 14), (8.8, 14)]],
}  # fmt: skip


def _heart() -> Stroke:
    """In a square of 10: two round shoulders and a point."""
    left = _arc(2.6, 3, 2.6, 2.8, 160, 350)
    right = _arc(7.4, 3, 2.6, 2.8, 190, 380)
    return [*left, *right, (5, 10)]


def _stem(top: float) -> Stroke:
    return [(5, top), (5.4, 8.4), (7.2, 10), (2.8, 10), (4.6, 8.4)]


# suit -> filled outlines in a square of 10
PIPS: dict[str, list[Stroke]] = {
    "S": [[(x, 8 - y * 0.8) for x, y in _heart()], _stem(6)],
    "H": [_heart()],
    "D": [[(5, 0), (8.8, 5), (5, 10), (1.2, 5)]],
    "C": [
        _arc(5, 2.5, 2.4, 2.4, 0, 360),
        _arc(2.4, 6, 2.4, 2.4, 0, 360),
        _arc(7.6, 6, 2.4, 2.4, 0, 360),
        [(4, 4), (6, 4), (6, 6), (4, 6)],
        _stem(5),
    ],
}
