"""A deck of our own, drawn by code: nothing has to be fetched to see the shoe read cards.

Two designs that a printer could sell: `plain` (bold round letters, blue back) and `slab` (taller,
thinner letters with feet, red back).  A card is drawn whole, 63 × 88 mm, in RGB.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from hw_sim.optics import glyphs
from hw_sim.optics.geometry import ART_PX_MM, CARD_H_MM, CARD_W_MM

Rgb = tuple[int, int, int]

_FINE = 2  # drawn this much larger, then averaged
_SCALE = ART_PX_MM * _FINE
_WHITE: Rgb = (255, 255, 255)
_BLACK: Rgb = (20, 20, 22)
_RED: Rgb = (206, 24, 40)


@dataclass(frozen=True)
class Style:
    """One printed design, in mm."""

    name: str
    letters: dict[str, list[glyphs.Stroke]]
    stroke_mm: float
    rank_x_mm: float  # middle of the index
    rank_y_mm: float
    rank_w_mm: float
    rank_h_mm: float
    suit_gap_mm: float
    suit_mm: float
    back: Rgb


STYLES = {
    style.name: style
    for style in (
        Style("plain", glyphs.PLAIN, 0.95, 5.0, 4.2, 4.2, 6.4, 1.6, 5.0, (36, 62, 150)),
        Style("slab", glyphs.SLAB, 0.7, 5.4, 5.0, 4.0, 7.6, 1.8, 4.8, (168, 28, 44)),
    )
}

# pips of 2 to 10 in columns (left, middle, right of the pip area) and rows from 0 to 6
_LEFT, _MID, _RIGHT = 21.5, CARD_W_MM / 2, CARD_W_MM - 21.5
_PIP_ROWS: dict[str, tuple[tuple[int, float], ...]] = {
    "A": ((1, 3),),
    "2": ((1, 0), (1, 6)),
    "3": ((1, 0), (1, 3), (1, 6)),
    "4": ((0, 0), (2, 0), (0, 6), (2, 6)),
    "5": ((0, 0), (2, 0), (1, 3), (0, 6), (2, 6)),
    "6": ((0, 0), (2, 0), (0, 3), (2, 3), (0, 6), (2, 6)),
    "7": ((0, 0), (2, 0), (1, 1.5), (0, 3), (2, 3), (0, 6), (2, 6)),
    "8": ((0, 0), (2, 0), (1, 1.5), (0, 3), (2, 3), (1, 4.5), (0, 6), (2, 6)),
    "9": ((0, 0), (2, 0), (0, 2), (2, 2), (1, 3), (0, 4), (2, 4), (0, 6), (2, 6)),
    "T": ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2), (0, 4), (2, 4), (1, 5), (0, 6), (2, 6)),
}


class _Sheet:
    """A card being drawn: coordinates in mm, everything that is drawn twice turned by 180°."""

    def __init__(self, paper: Rgb = _WHITE) -> None:
        size = (int(CARD_W_MM * _SCALE), int(CARD_H_MM * _SCALE))
        self.image = Image.new("RGB", size, paper)
        self.draw = ImageDraw.Draw(self.image)

    def fill(self, points: glyphs.Stroke, ink: Rgb, is_turned: bool = False) -> None:
        """A filled outline."""
        self.draw.polygon([self._px(p, is_turned) for p in points], fill=ink)

    def stroke(self, points: glyphs.Stroke, ink: Rgb, width_mm: float, is_turned: bool) -> None:
        """A line with round ends and joints."""
        pixels = [self._px(p, is_turned) for p in points]
        r = width_mm * _SCALE / 2
        self.draw.line(pixels, fill=ink, width=round(2 * r))
        for x, y in pixels:
            self.draw.ellipse((x - r, y - r, x + r, y + r), fill=ink)

    def done(self) -> NDArray[np.uint8]:
        """The card in RGB at the artwork's scale."""
        return np.asarray(self.image.reduce(_FINE), np.uint8)

    @staticmethod
    def _px(point: glyphs.Point, is_turned: bool) -> tuple[float, float]:
        x, y = point
        if is_turned:
            x, y = CARD_W_MM - x, CARD_H_MM - y
        return x * _SCALE, y * _SCALE


def _pip(sheet: _Sheet, suit: str, x: float, y: float, size: float, is_turned: bool) -> None:
    """A suit sign with its middle at x, y."""
    ink = _RED if suit in "HD" else _BLACK
    for outline in glyphs.PIPS[suit]:
        points = [(x + (px - 5) * size / 10, y + (py - 5) * size / 10) for px, py in outline]
        sheet.fill(points, ink, is_turned)


def _letters(sheet: _Sheet, style: Style, rank: str, ink: Rgb, x: float, y: float,
             is_turned: bool) -> None:  # fmt: skip
    """A rank with its middle at x and its top at y."""
    for stroke in style.letters[rank]:
        points = [
            (x + (px - 5) * style.rank_w_mm / 10, y + py * style.rank_h_mm / 14)
            for px, py in stroke
        ]
        sheet.stroke(points, ink, style.stroke_mm, is_turned)


def _court(sheet: _Sheet, rank: str, suit: str) -> None:
    """A framed double figure in flat colours, different for J, Q and K."""
    left, top, right, bottom = 12.5, 10.0, CARD_W_MM - 12.5, CARD_H_MM / 2
    gold, blue = (238, 190, 60), (44, 70, 150)
    for is_turned in (False, True):
        sheet.fill([(left, top), (right, top), (right, bottom), (left, bottom)], (250, 244, 226),
                   is_turned)  # fmt: skip
        mid = CARD_W_MM / 2
        robe = {"J": _RED, "Q": blue, "K": _BLACK}[rank]
        sheet.fill([(mid - 15, bottom), (mid - 9, 31), (mid + 9, 31), (mid + 15, bottom)], robe,
                   is_turned)  # fmt: skip
        sheet.fill([(mid - 5, 20), (mid + 5, 20), (mid + 4, 31), (mid - 4, 31)], (246, 214, 180),
                   is_turned)  # fmt: skip
        points = {"J": (-6, 6), "Q": (-7, -2, 2, 7), "K": (-8, 0, 8)}[rank]
        crown = [(mid - 8, 21.0), *[(mid + p, 13.0 if p else 11.5) for p in points], (mid + 8, 21)]
        sheet.fill(crown, gold, is_turned)
        for x in range(-12, 13, 4):
            sheet.stroke([(mid + x, bottom), (mid + x * 0.6, 33)], gold, 0.5, is_turned)
        _pip(sheet, suit, left + 5, top + 6, 7, is_turned)
        for a, b in (((left, bottom), (left, top)), ((left, top), (right, top)),
                     ((right, top), (right, bottom))):  # fmt: skip
            sheet.stroke([a, b], blue, 0.35, is_turned)


def draw_card(design: str, name: str) -> NDArray[np.uint8]:
    """A card of two letters, in RGB at 12 pixels per mm."""
    style, rank, suit = STYLES[design], name[0], name[1]
    sheet = _Sheet()
    if rank in "JQK":
        _court(sheet, rank, suit)
    for column, row in _PIP_ROWS.get(rank, ()):
        y = 17.0 + row * (CARD_H_MM - 34.0) / 6
        size = 16.0 if rank == "A" else 10.5
        is_turned = y > CARD_H_MM / 2 + 0.1
        x = (_LEFT, _MID, _RIGHT)[2 - column if is_turned else column]
        _pip(sheet, suit, x, CARD_H_MM - y if is_turned else y, size, is_turned)
    ink = _RED if suit in "HD" else _BLACK
    for is_turned in (False, True):
        x, y = style.rank_x_mm, style.rank_y_mm
        _letters(sheet, style, rank, ink, x, y, is_turned)
        y += style.rank_h_mm + style.suit_gap_mm + style.suit_mm / 2
        _pip(sheet, suit, x, y, style.suit_mm, is_turned)
    return sheet.done()


def _star(x: float, y: float, size: float) -> glyphs.Stroke:
    """Five points, with its middle at x, y."""
    radii = [size / 2 if k % 2 == 0 else size / 5 for k in range(10)]
    angles = [math.pi * (k / 5 - 0.5) for k in range(10)]
    return [(x + r * math.cos(a), y + r * math.sin(a)) for r, a in zip(radii, angles, strict=True)]


def draw_joker(design: str, is_red: bool) -> NDArray[np.uint8]:
    """A star (plain) or two letters (slab) where the index would be, a cap in the middle."""
    style = STYLES[design]
    sheet = _Sheet()
    ink = _RED if is_red else _BLACK
    x, y = style.rank_x_mm, style.rank_y_mm
    for is_turned in (False, True):
        if design == "plain":
            sheet.fill(_star(x, y + style.rank_h_mm / 2, style.rank_h_mm), ink, is_turned)
        else:
            _letters(sheet, style, "J", ink, x, y, is_turned)
            _letters(sheet, style, "K", ink, x, y + style.rank_h_mm + 1.4, is_turned)
        cap = [(20, 44), (16, 22), (27, 33), (31.5, 16), (36, 33), (47, 22), (43, 44)]
        sheet.fill([(float(cx), float(cy)) for cx, cy in cap], ink, is_turned)
    return sheet.done()


def draw_back(design: str) -> NDArray[np.uint8]:
    """A lattice in the back's colour inside a white border."""
    style = STYLES[design]
    sheet = _Sheet()
    w, h, b = CARD_W_MM, CARD_H_MM, 4.0
    sheet.fill([(b, b), (w - b, b), (w - b, h - b), (b, h - b)], style.back)
    pale = tuple(int(255 - (255 - v) * 0.35) for v in style.back)
    for k in range(-int(h), int(w), 4):
        for is_turned in (False, True):
            low, high = max(b, k + b), min(w - b, k + h - b)
            if low < high:
                sheet.stroke([(low, low - k), (high, high - k)], (pale[0], pale[1], pale[2]), 0.5,
                             is_turned)  # fmt: skip
                sheet.stroke([(w - low, low - k), (w - high, high - k)],
                             (pale[0], pale[1], pale[2]), 0.5, is_turned)  # fmt: skip
    return sheet.done()
