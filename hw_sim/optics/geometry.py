"""The reading station in millimetres: card, sensor window, and the picture that is sampled.

A card slides long edge first.  The array lies along the card's long side; one line per 0.2 mm.
A picture has `y` down the long side from the card's end and `x` inwards from the long edge, so
the index stands upright; a frame is `frame[line][pixel]`: line runs along x, pixel along y.
"""

from __future__ import annotations

CARD_W_MM = 63.0
CARD_H_MM = 88.0
CORNER_RADIUS_MM = 3.2

PIX = 128
LINES = 96
PIX_MM = 0.225
LINE_MM = 0.2
FIRST_PIXEL_MM = -1.5  # the array starts beyond the card's end
FIRST_LINE_MM = -1.6  # the camera is armed by the gate, just before the edge arrives
FRAME_BYTES = LINES * PIX

# crops of the artwork: the corner that holds the index, as printed
ART_PX_MM = 12
CROP_W_MM = 30.0  # beyond the 24 mm of the window: a card that slips fast shows more
CROP_H_MM = 36.0
CROP_W = int(CROP_W_MM * ART_PX_MM)
CROP_H = int(CROP_H_MM * ART_PX_MM)

# what the sampler works on: the crop with some of the dark path around it
PAD_MM = 4.0
SAMPLE_PX_MM = 8

# reflectances, in parts of white paper
PAPER = 1.0
PATH = 0.045  # black anodised plate
INK = 0.05  # the blackest ink still shines
WHITE_DN = 200.0  # white paper with a new lamp, of 255


def line_of(x_mm: float) -> float:
    """The line on which a mark `x_mm` in from the edge lands in an undisturbed pass."""
    return (x_mm - FIRST_LINE_MM) / LINE_MM


def pixel_of(y_mm: float) -> float:
    """The pixel on which a mark `y_mm` from the card's end lands."""
    return (y_mm - FIRST_PIXEL_MM) / PIX_MM
