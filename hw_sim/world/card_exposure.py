"""One card's way past both cameras: the optics draw its two ends when the board asks for them."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from hw_sim.optics.conditions import Conditions, Motion, draw, draw_motion
from hw_sim.optics.design import Design, load_design
from hw_sim.optics.geometry import LINE_MM, LINES
from hw_sim.optics.render import render
from hw_sim.parts.line_camera import RED_EVERY, LineCameras
from hw_sim.world.cards import CARD_UM, Card


@cache
def _design(name: str) -> Design:
    return load_design(name)


class CardExposure:
    """Seeded, so that the same card at the same moment of the same run gives the same bytes."""

    def __init__(
        self, card: Card, cameras: LineCameras, seed: int, lines: int = LINES, **effects: Any
    ) -> None:
        self._card = card
        self._cameras = cameras
        self._seed = seed
        self._effects = effects
        rng = np.random.default_rng([seed, 2])
        self.motion: Motion = draw_motion(card.wear, rng)
        self.motion.lines = lines
        self.lines = lines

    def length_um(self) -> int:
        """The way that the roller counts: it slips while the card starts to move."""
        slipped_um = LINES * LINE_MM * 1000
        return int(CARD_UM - slipped_um + slipped_um / (1 + self.motion.speed_error))

    def frames(self, camera: int) -> tuple[bytes, bytes]:
        """Green and red frame of camera 0 or 1."""
        card = self._card
        rng = np.random.default_rng([self._seed, camera])
        at = self._conditions(draw(card.wear, rng, self.motion))
        face = "BACK" if card.is_face_up else card.face
        picture = _design(card.design).picture(face, camera ^ card.is_turned)
        green, red = render(picture, at)
        return green.tobytes(), red[::RED_EVERY].tobytes()

    def _conditions(self, at: Conditions) -> Conditions:
        cameras = self._cameras
        return at.but(
            led=at.led * cameras.led,
            red_led=at.red_led * cameras.red_led,
            stripes=(*at.stripes, *cameras.stripes),
            marks=(*at.marks, *self._card.dirt),
            **self._effects,
        )
