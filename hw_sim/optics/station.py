"""The reading station of one shoe: two cameras, back sensor, face-up sensor; one card at a time.

The world calls `Optics.pass_card(thing)` and gets everything the sensors would say.  What belongs
to the station (lamps, glass, dead pixels) lasts from card to card and ages; what belongs to the
card and its pull is drawn anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from hw_sim.optics import effects
from hw_sim.optics.conditions import Conditions, Motion, draw, draw_motion, from_behind
from hw_sim.optics.geometry import LINE_MM
from hw_sim.optics.render import NO_MARGIN, Frame, Margin, render
from hw_sim.optics.things import Thing, length_mm, pictures, thickness_um, top_rgb

# effects that happen to the card on its way, and what the camera at the trailing edge has of them
_MOTION = ("speed", "acceleration", "jerk", "stop_and_go", "backward", "fast_pull", "half_drawn",
           "skew", "shift")  # fmt: skip
_BOTH_ENDS = ("speed", "fast_pull", "skew")
# TCS34725 with 24 ms of integration: ten cycles of 1,024 counts
_BACK_FULL = 10240
_BACK_WHITE = 6000


@dataclass
class Camera:
    """What stays the same from card to card at one end; tests and faults write to it."""

    exposure: float = 1.0
    led: float = 1.0
    red_led: float = 1.0
    gradient: float = 0.0
    ambient_dn: float = 0.0
    flicker: float = 0.0
    fog: float = 0.0
    noise_dn: float = 1.0
    offset_dn: float = 0.0
    defocus_mm: float = 0.07
    stuck: tuple[tuple[int, int], ...] = ()
    dead: tuple[int, int] = (0, 0)
    stripes: tuple[tuple[int, int, float], ...] = ()

    def over(self, at: Conditions) -> Conditions:
        """The card's conditions as this camera has them."""
        return at.but(**vars(self))


@dataclass(frozen=True)
class Pass:
    """What the sensors said of one thing going through."""

    green: tuple[Frame, Frame]  # camera A, camera B
    red: tuple[Frame, Frame]
    back_counts: tuple[int, int, int, int]  # clear, red, green, blue
    face_up_level: int  # 0 to 65535: light from the side that should be the back
    length_mm: float
    thickness_um: int
    lines_total: int  # encoder lines while the path was covered


@dataclass
class _Wanted:
    name: str
    cameras: str
    strength: float


@dataclass
class Optics:
    """One shoe's station; the same seed and the same calls give the same bytes."""

    seed: int = 1
    severity: int = 1
    cameras: tuple[Camera, Camera] = field(default_factory=lambda: (Camera(), Camera()))
    back_lamp: float = 1.0
    cards: int = 0

    def __post_init__(self) -> None:
        self._rng = np.random.default_rng([self.seed, 4242])
        for camera in self.cameras:
            at = draw(self.severity, self._rng)
            camera.exposure, camera.gradient = at.exposure, at.gradient
            camera.ambient_dn, camera.noise_dn = at.ambient_dn, at.noise_dn
            camera.defocus_mm = at.defocus_mm

    def pass_card(
        self,
        thing: Thing,
        spoil: Iterable[tuple[str, str, float]] = (),
        severity: int | None = None,
        ink_loss: float | None = None,
        margin: Margin = NO_MARGIN,
    ) -> Pass:
        """One thing goes through; `spoil` adds effects: (name, "a", "b" or "ab", strength)."""
        rng = self._rng
        wanted = [_Wanted(*row) for row in spoil]
        sev = self.severity if severity is None else severity
        motion = draw_motion(sev, rng)
        first = self._conditions(0, sev, motion, wanted)
        second = self._conditions(1, sev, from_behind(motion, rng), wanted)
        loss = first.ink_loss if ink_loss is None else ink_loss
        if thing.cut:
            loss = 0.0  # plastic has no ink to lose
        shown = pictures(thing)
        a = render(shown[0], first.but(ink_loss=loss), margin)
        b = render(shown[1], second.but(ink_loss=loss), margin)
        self.cards += 1
        length = length_mm(thing)
        slip = 1 + first.motion.speed_error
        return Pass(
            green=(a[0], b[0]),
            red=(a[1], b[1]),
            back_counts=self._back(thing),
            face_up_level=self._face_up(thing),
            length_mm=length,
            thickness_um=thickness_um(thing),
            lines_total=round(length / LINE_MM / slip),
        )

    def _conditions(self, end: int, sev: int, motion: Motion, wanted: list[_Wanted]) -> Conditions:
        at = self.cameras[end].over(draw(sev, self._rng, motion))
        for effect in wanted:
            if effect.name in _MOTION and end == 1:
                if effect.name == "half_drawn":
                    at = at.but(motion=replace(at.motion, lines=0))
                if effect.name not in _BOTH_ENDS:
                    continue
            elif "ab"[end] not in effect.cameras:
                continue
            at = effects.apply(effect.name, at, effect.strength, self._rng)
        return at

    def _back(self, thing: Thing) -> tuple[int, int, int, int]:
        """Raw counts of the colour sensor over the middle of the card."""
        spread = 1 + 0.015 * self._rng.standard_normal(4)
        r, g, b = (v / 255 * _BACK_WHITE / 3 * self.back_lamp for v in top_rgb(thing))
        raw = (np.array([r + g + b, r, g, b]) + 30) * spread
        clear, r, g, b = (int(v) for v in np.clip(raw, 0, _BACK_FULL))
        return clear, r, g, b

    def _face_up(self, thing: Thing) -> int:
        """A face is mostly paper, a back mostly ink."""
        r, g, b = top_rgb(thing)
        level = (r + g + b) / 765 * 52000 * self.back_lamp
        return int(np.clip(level + 400 * self._rng.standard_normal(), 0, 65535))
