"""From a picture and its conditions to the two frames that the board gets.

The sampler is integer: positions in 1/16 of a sample, both colours in one word, so that one
gather serves both.  The rest is arithmetic on 96 × 128 numbers: well under a millisecond.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hw_sim.optics.conditions import Conditions, Mark, Motion
from hw_sim.optics.geometry import (
    CORNER_RADIUS_MM,
    FIRST_LINE_MM,
    FIRST_PIXEL_MM,
    LINE_MM,
    LINES,
    PAD_MM,
    PIX,
    PIX_MM,
    SAMPLE_PX_MM,
    WHITE_DN,
)
from hw_sim.optics.picture import OUT_H, OUT_W, Picture

Floats = NDArray[np.floating[Any]]
Frame = NDArray[np.uint8]
Margin = tuple[int, int]  # lines more than the window has, before and behind it
NO_MARGIN: Margin = (0, 0)

RED_DN = 170.0  # the red exposure is shorter
_PIVOT_MM = 13.0  # a skewed card turns about the middle of the array
_UNIT = SAMPLE_PX_MM * 16
_POOL = 1 << 20
_LINE_S = 0.0004  # a card takes about 40 ms for the window


@cache
def _noise_pool() -> Floats:
    return np.random.default_rng(20241).standard_normal(_POOL, np.float32)


@cache
def _texture() -> Floats:
    """Blotches a few lines wide, mean 1, tiled so that any window of it is a wear pattern."""
    rng = np.random.default_rng(7)
    noise = rng.standard_normal((512, 512))
    f = np.hypot(np.fft.fftfreq(512)[:, None], np.fft.fftfreq(512)[None, :])
    smooth = np.fft.ifft2(np.fft.fft2(noise) * np.exp(-((f * 14) ** 2))).real
    smooth = 1 + 0.22 * smooth / smooth.std()
    return np.clip(smooth, 0.4, 1.5).astype(np.float32)


def travel(motion: Motion, margin: Margin = NO_MARGIN) -> Floats:
    """Where on the card each line looks, in mm from the leading edge, before skew and shift."""
    if motion.steps is not None:
        step = motion.steps
    else:
        ramp = np.linspace(-0.5, 0.5, LINES, dtype=np.float32) * np.float32(motion.acceleration)
        step = (1 + ramp) * np.float32(1 + motion.speed_error)
        if motion.jitter is not None:
            step = step * (1 + motion.jitter)
    moved = np.cumsum(step, dtype=np.float32) * np.float32(LINE_MM)
    if margin != NO_MARGIN:  # as fast as the window's ends
        before = moved[0] - np.arange(margin[0], 0, -1, dtype=np.float32) * step[0] * LINE_MM
        after = moved[-1] + np.arange(1, margin[1] + 1, dtype=np.float32) * step[-1] * LINE_MM
        moved = np.concatenate((before, moved, after)).astype(np.float32)
    return moved + np.float32(FIRST_LINE_MM - LINE_MM / 2)


def card_positions(motion: Motion, margin: Margin = NO_MARGIN) -> tuple[Floats, Floats]:
    """Card coordinates in mm under each line and pixel."""
    s = travel(motion, margin)[:, None]
    y = (np.arange(PIX, dtype=np.float32) + 0.5) * PIX_MM + (FIRST_PIXEL_MM - _PIVOT_MM)
    cos = np.float32(math.cos(math.radians(motion.skew_deg)))
    sin = np.float32(math.sin(math.radians(motion.skew_deg)))
    x_mm = (s * cos - np.float32(motion.shift_x_mm)) - (y * sin)[None, :]
    y_mm = s * sin + (y * cos + np.float32(_PIVOT_MM - motion.shift_y_mm))[None, :]
    return x_mm, y_mm


def sample(packed: NDArray[np.uint32], x_mm: Floats, y_mm: Floats) -> tuple[Floats, Floats]:
    """Bilinear reflectances (0 to 255) in green and red."""
    top_x, top_y = (OUT_W - 1) * 16 - 1, (OUT_H - 1) * 16 - 1
    half = 8 - PAD_MM * _UNIT  # samples sit at the middle of their squares
    x = np.clip(x_mm * np.float32(_UNIT) - np.float32(half), 0, top_x).astype(np.int32)
    y = np.clip(y_mm * np.float32(_UNIT) - np.float32(half), 0, top_y).astype(np.int32)
    at = (y >> 4) * OUT_W + (x >> 4)
    fx = (x & 15).astype(np.uint32)
    fy = (y & 15).astype(np.uint32)
    gx = 16 - fx
    upper = packed[at] * gx + packed[at + 1] * fx
    at += OUT_W
    lower = packed[at] * gx + packed[at + 1] * fx
    both = upper * (16 - fy) + lower * fy
    return (both & 0xFFFF).astype(np.float32) * np.float32(1 / 256), (both >> 16).astype(
        np.float32
    ) * np.float32(1 / 256)


def _on_card(x_mm: Floats, y_mm: Floats) -> NDArray[np.bool_]:
    """Where the card is, its rounded corner taken off."""
    r = CORNER_RADIUS_MM
    inside = (x_mm > 0) & (y_mm > 0)
    width = min(PIX, int((r + 4 - FIRST_PIXEL_MM) / PIX_MM))
    x, y = r - x_mm[:, :width], r - y_mm[:, :width]
    inside[:, :width] &= (x < 0) | (y < 0) | (x * x + y * y < r * r)
    return inside


def _cover(mark: Mark, x_mm: Floats, y_mm: Floats) -> tuple[slice, Floats]:
    """The pixels that a mark touches, and how much of each it covers."""
    reach = mark.width_mm * 2 + mark.height_mm + 2
    low = int((mark.y_mm - reach - FIRST_PIXEL_MM) / PIX_MM)
    high = int((mark.y_mm + reach - FIRST_PIXEL_MM) / PIX_MM)
    where = slice(max(0, low), max(0, min(PIX, high)))
    dx, dy = x_mm[:, where] - np.float32(mark.x_mm), y_mm[:, where] - np.float32(mark.y_mm)
    if mark.kind == "dust":
        distance = np.sqrt(dx * dx + dy * dy) - np.float32(mark.width_mm)
        return where, np.clip(0.5 - distance * 5, 0, 1)
    cos, sin = np.float32(math.cos(mark.angle)), np.float32(math.sin(mark.angle))
    across = np.abs(dx * cos + dy * sin) - np.float32(mark.width_mm / 2)
    along = np.abs(dy * cos - dx * sin) - np.float32(mark.height_mm / 2)
    cover = np.clip(0.5 - np.maximum(across, along) * 5, 0, 1)
    if mark.kind == "scratch":  # is in the card, and not beside it
        cover *= (dx > -np.float32(mark.x_mm)) & (dy > -np.float32(mark.y_mm))
    return where, cover


def _gain(at: Conditions) -> Floats:
    """What each pixel gets of the light: slope, dirty glass, and the pixels' own spread."""
    place = np.linspace(-1, 1, PIX, dtype=np.float32)
    start = (at.seed * 7919) % (_POOL - PIX)
    gain = (1 + np.float32(at.gradient) * place) * (
        1 + np.float32(0.01 if at.noise_dn else 0.0) * _noise_pool()[start : start + PIX]
    )
    for pixel, width, passes in at.stripes:
        gain[pixel : pixel + width] *= np.float32(passes)
    return gain


def _noise(at: Conditions, salt: int, margin: Margin) -> Floats:
    start = (at.seed * 104729 + salt * 15485863) % (_POOL - LINES * PIX)
    if margin == NO_MARGIN:
        return _noise_pool()[start : start + LINES * PIX].reshape(LINES, PIX)
    place = np.arange(start - margin[0] * PIX, start + (LINES + margin[1]) * PIX)
    return _noise_pool().take(place, mode="wrap").reshape(-1, PIX)


def _expose(
    reflectance: Floats, gain: Floats, white_dn: float, at: Conditions, salt: int, margin: Margin
) -> Frame:
    """Reflectance to bytes: light, leak, noise, the converter."""
    scale = np.float32(white_dn * at.exposure / 255)
    if at.fog:
        veil = np.float32(at.fog) * reflectance.mean()
        reflectance = reflectance * np.float32(1 - at.fog) + veil
    dn = reflectance * (gain * scale)
    ambient = np.float32(at.ambient_dn + at.offset_dn + 0.5)
    if at.flicker:
        line = np.arange(-margin[0], LINES + margin[1], dtype=np.float32)
        t = line * np.float32(_LINE_S * at.flicker_hz * 2 * math.pi)
        swing = at.ambient_dn * at.flicker * np.sin(t + np.float32(at.flicker_phase))
        dn += swing[:, None].astype(np.float32)
    dn += ambient
    if at.noise_dn:
        dn += _noise(at, salt, margin) * np.float32(at.noise_dn)
    return _sensor_faults(np.clip(dn, 0, 255).astype(np.uint8), at, margin)


def _sensor_faults(frame: Frame, at: Conditions, margin: Margin) -> Frame:
    for pixel, value in at.stuck:
        frame[:, pixel] = value
    if at.dead[1] > at.dead[0]:
        frame[:, at.dead[0] : at.dead[1]] = 0
    if at.dropped or at.doubled:
        lines = range(-margin[0], LINES + margin[1])
        order = [n for n in lines if n not in at.dropped]
        order = [n for line in order for n in ([line] * (2 if line in at.doubled else 1))]
        order = (order + [order[-1]] * LINES)[: len(lines)]
        frame = frame[np.array(order) + margin[0]]
    if at.motion.lines < LINES:
        frame[margin[0] + at.motion.lines :] = 0
    return frame


def render(picture: Picture, at: Conditions, margin: Margin = NO_MARGIN) -> tuple[Frame, Frame]:
    """The green and the red frame of one reading; the window's own lines are always the same."""
    x_mm, y_mm = card_positions(at.motion, margin)
    green, red = sample(picture.level(at.defocus_mm), x_mm, y_mm)
    if at.bow_mm:
        far = sample(picture.level(at.defocus_mm + at.bow_mm), x_mm, y_mm)
        share = np.linspace(0, 1, PIX, dtype=np.float32) ** 2
        green, red = green + (far[0] - green) * share, red + (far[1] - red) * share
    if at.ink_loss:
        left, top = at.seed % 415, (at.seed // 415) % 383
        rows = np.arange(left - margin[0], left + LINES + margin[1]) % len(_texture())
        loss = _texture()[rows, top : top + PIX] * np.float32(at.ink_loss)
        loss = loss * _on_card(x_mm, y_mm)
        green += (255 - green) * loss
        red += (255 - red) * loss
    for mark in at.marks:
        where, cover = _cover(mark, x_mm, y_mm)
        green[:, where] += (np.float32(mark.green * 255) - green[:, where]) * cover
        red[:, where] += (np.float32(mark.red * 255) - red[:, where]) * cover
    gain = _gain(at)
    return (
        _expose(green, gain * np.float32(at.led), WHITE_DN, at, 1, margin),
        _expose(red, gain * np.float32(at.red_led), RED_DN, at, 2, margin),
    )
