"""Everything that can spoil one reading, as numbers: drawn for a severity, or set one by one.

The severities are those of the measurements that the design rests on: 1 new cards and a clean
shoe, 2 cards in service, 3 abused cards and a neglected shoe.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hw_sim.optics.geometry import LINES, PIX

Rng = np.random.Generator


@dataclass
class Motion:
    """How the card went past: the same for both cameras, since it is one card."""

    speed_error: float = 0.0  # part of the nominal speed
    acceleration: float = 0.0  # change of speed over the window, in parts
    jitter: NDArray[np.float32] | None = None  # per line, in parts of a step
    steps: NDArray[np.float32] | None = None  # the steps themselves, in parts; rules over the rest
    skew_deg: float = 0.0
    shift_x_mm: float = 0.0
    shift_y_mm: float = 0.0
    lines: int = LINES  # captured before the card was gone or stood still


@dataclass
class Mark:
    """Something on the card, in mm from its corner: dust, scratch, or an opaque patch."""

    kind: str  # dust, scratch, patch
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float = 0.0
    angle: float = 0.0
    green: float = 0.0  # what it reflects
    red: float = 0.0


@dataclass
class Conditions:
    """One camera's view of one pass; the default is a perfect one."""

    motion: Motion = field(default_factory=Motion)
    # lens
    defocus_mm: float = 0.05
    bow_mm: float = 0.0  # extra defocus towards the end of the array: the card is bent
    # light
    exposure: float = 1.0
    led: float = 1.0  # what ageing has left of the green lamp
    red_led: float = 1.0
    gradient: float = 0.0  # ± at the ends of the array
    ambient_dn: float = 0.0
    flicker: float = 0.0  # part of the ambient light that swings with the mains
    flicker_hz: float = 100.0
    flicker_phase: float = 0.0
    fog: float = 0.0  # veil on the glass: part of the light that comes back from everywhere
    # sensor
    noise_dn: float = 0.0
    offset_dn: float = 0.0
    stuck: tuple[tuple[int, int], ...] = ()  # pixel, value
    dead: tuple[int, int] = (0, 0)  # pixels from, to
    dropped: tuple[int, ...] = ()  # lines that never came: all after them move up
    doubled: tuple[int, ...] = ()
    # the glass in front of it
    stripes: tuple[tuple[int, int, float], ...] = ()  # pixel, width, what passes
    # the card
    ink_loss: float = 0.0
    marks: tuple[Mark, ...] = ()
    seed: int = 0  # for noise and texture

    def but(self, **changes: Any) -> Conditions:
        """A copy with some things changed."""
        return replace(self, **changes)


# one row per effect of the table in docs/frames.md: columns are severities 1, 2, 3
_RANGES: dict[str, tuple[tuple[float, float], ...]] = {
    "defocus_mm": ((0.05, 0.12), (0.08, 0.20), (0.12, 0.30)),
    "noise_dn": ((1, 2), (2, 4), (4, 8)),
    "exposure": ((0.92, 1.08), (0.80, 1.15), (0.60, 1.25)),
    "gradient": ((-0.08, 0.08), (-0.20, 0.20), (-0.35, 0.35)),
    "ink_loss": ((0, 0.10), (0.05, 0.30), (0.15, 0.60)),
    "ambient_dn": ((0, 3), (0, 10), (0, 25)),
}
_SKEW_DEG = (1.0, 2.0, 3.0)
_SHIFT_MM = (0.5, 1.0, 1.5)
_SPEED = (0.08, 0.20, 0.35)
_ACCELERATION = (0.05, 0.15, 0.30)
_JITTER = (0.04, 0.08, 0.16)
_DUST = (0.3, 1.2, 3.0)  # mean specks per card
_SCRATCH_P = (0.03, 0.15, 0.40)
_STRIPE_P = (0.03, 0.10, 0.30)
_STUCK_P = (0.0, 0.01, 0.05)
PATCH_P = (0.0, 0.02, 0.10)


def draw_motion(severity: int, rng: Rng) -> Motion:
    """How a card of this severity moves."""
    s = severity - 1
    speed, acceleration, skew, x, y = (rng.random(5) * 2 - 1).tolist()
    return Motion(
        speed_error=speed * _SPEED[s],
        acceleration=acceleration * _ACCELERATION[s],
        jitter=rng.standard_normal(LINES, np.float32) * np.float32(_JITTER[s]),
        skew_deg=skew * _SKEW_DEG[s],
        shift_x_mm=x * _SHIFT_MM[s],
        shift_y_mm=y * _SHIFT_MM[s],
    )


def from_behind(motion: Motion, rng: Rng) -> Motion:
    """The same pull for the camera at the trailing corner, whose picture is turned by 180°."""
    return Motion(
        speed_error=motion.speed_error,
        acceleration=-motion.acceleration,
        jitter=None if motion.jitter is None else rng.permutation(motion.jitter),
        skew_deg=motion.skew_deg,
        shift_x_mm=float(rng.uniform(-1, 1)) * abs(motion.shift_x_mm),
        shift_y_mm=-motion.shift_y_mm,
        lines=LINES,
    )


def draw(severity: int, rng: Rng, motion: Motion | None = None) -> Conditions:
    """Conditions of a severity; `motion` is given for the second camera of one pass."""
    s = severity - 1
    motion = motion or draw_motion(severity, rng)
    parts = rng.random(len(_RANGES)).tolist()
    values = {
        name: low + (high - low) * part
        for part, (name, columns) in zip(parts, _RANGES.items(), strict=True)
        for low, high in (columns[s],)
    }
    marks = [draw_dust(rng) for _ in range(int(rng.poisson(_DUST[s])))]
    scratched, striped, stuck, patched = rng.random(4).tolist()
    if scratched < _SCRATCH_P[s]:
        marks.append(draw_scratch(rng))
    if patched < PATCH_P[s]:
        marks.append(draw_patch(rng))
    return Conditions(
        motion=motion,
        marks=tuple(marks),
        stripes=(draw_stripe(rng),) if striped < _STRIPE_P[s] else (),
        stuck=(draw_stuck(rng),) if stuck < _STUCK_P[s] else (),
        seed=int(rng.integers(1 << 30)),
        **values,
    )


def draw_dust(rng: Rng) -> Mark:
    """A speck: mostly dark, now and then a bright fibre."""
    x, y, size, shade = rng.random(4).tolist()
    value = 0.9 if shade > 0.8 else 0.1 + 0.4 * shade
    return Mark(
        "dust", x * 17, y * 27, 0.1 + 0.35 * size * size, green=value, red=min(1.0, value * 1.1)
    )


def draw_scratch(rng: Rng) -> Mark:
    """A line through the print: ink gone (white), or dirt in it."""
    x, y, width, length, angle, shade = rng.random(6).tolist()
    value = 0.95 if shade < 0.6 else 0.35
    return Mark(
        "scratch", x * 17, y * 27, 0.1 + 0.2 * width, 4 + 18 * length, angle * np.pi, value, value
    )


def draw_patch(rng: Rng) -> Mark:
    """Something opaque over part of the index: white, dark, or coloured."""
    x, y, width, height, shade, angle = rng.random(6).tolist()
    green, red = ((0.97, 0.97), (0.97, 0.97), (0.08, 0.08), (0.5, 0.5), (0.1, 0.7))[int(shade * 5)]
    return Mark(
        "patch", 1.5 + 5.5 * x, 3 + 15 * y, 1.5 + 3 * width, 1.5 + 3 * height,
        (angle - 0.5) * 0.8, green, red,
    )  # fmt: skip


def draw_stripe(rng: Rng) -> tuple[int, int, float]:
    """Dirt on the glass: the same pixels on every line."""
    return int(rng.integers(0, PIX - 4)), int(rng.integers(1, 4)), 0.5 + 0.4 * float(rng.random())


def draw_stuck(rng: Rng) -> tuple[int, int]:
    """A pixel that always says the same."""
    return int(rng.integers(0, PIX)), (0, 255, 90)[int(rng.integers(3))]
