"""A station's life: lamps fade from 100 % to 60 %, dust grows on the glass, over 50,000 cards.

The state at any card number comes from the seed alone, so a long life can be looked at anywhere
without playing what lies before.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from hw_sim.optics.geometry import PIX
from hw_sim.optics.station import Camera, Optics

LIFE_CARDS = 50_000
_LAMP_AT_END = 0.60
_FOG_AT_END = 0.15
_SPECKS_AT_END = 14


def lamp(cards: float, life: int = LIFE_CARDS) -> float:
    """What is left of a lamp's light."""
    return 1 - (1 - _LAMP_AT_END) * min(1.0, cards / life)


def glass(seed: int, cards: float, life: int = LIFE_CARDS) -> tuple[tuple[int, int, float], ...]:
    """Specks on the glass: each comes at its own time and then gets thicker."""
    rng = np.random.default_rng([seed, 99])
    age = min(1.0, cards / life)
    specks: list[tuple[int, int, float]] = []
    for _ in range(_SPECKS_AT_END):
        born, pixel, width, rate = rng.random(4).tolist()
        if age > born * 0.9:
            passes = 1 - min(0.85, (age - born * 0.9) * (0.6 + rate))
            specks.append((int(pixel * (PIX - 3)), 1 + int(width * 2.5), passes))
    return tuple(specks)


def age(optics: Optics, cards: float, life: int = LIFE_CARDS, causes: str = "lamp dust") -> None:
    """Sets a station to what it is after so many cards."""
    for end, camera in enumerate(optics.cameras):
        if "lamp" in causes:
            camera.led = camera.red_led = lamp(cards, life)
        if "dust" in causes:
            camera.stripes = glass(optics.seed * 2 + end, cards, life)
            camera.fog = _FOG_AT_END * min(1.0, cards / life)
    if "lamp" in causes:
        optics.back_lamp = lamp(cards, life)


def life(
    optics: Optics, looks: int, causes: str = "lamp dust",
    life_cards: int = LIFE_CARDS,
) -> Iterator[tuple[int, Optics]]:  # fmt: skip
    """`looks` moments of a life, evenly spread; the caller passes cards at each of them."""
    for i in range(looks):
        cards = life_cards * i // max(1, looks - 1)
        age(optics, cards, life_cards, causes)
        yield cards, optics


def fresh(camera: Camera) -> None:
    """Serviced: new lamp, clean glass."""
    camera.led = camera.red_led = 1.0
    camera.stripes, camera.fog = (), 0.0
