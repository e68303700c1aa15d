"""What can lie in a shoe: cards, jokers, cut cards, blanks, damaged ones, two stuck together.

A `Thing` is what somebody put in; `faces(thing)` is what the two cameras look at.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from hw_sim.optics.design import Bytes, Design, load_design
from hw_sim.optics.geometry import ART_PX_MM, CARD_W_MM, CORNER_RADIUS_MM, CROP_H, CROP_W
from hw_sim.optics.picture import FULL_H, FULL_W, MASK, PAD, Picture

Mask = NDArray[np.bool_]

# cut cards as sold: red, green, blue of the plastic
CUT_COLOURS: dict[str, tuple[int, int, int]] = {
    "yellow": (245, 205, 30),
    "red": (215, 25, 30),
    "green": (20, 140, 60),
    "blue": (25, 45, 150),
    "black": (18, 18, 20),
    "orange": (250, 130, 20),
    "white": (250, 250, 250),
}
DAMAGES = ("torn", "folded", "bent", "marked", "inked")
THICKNESS_UM = 300


@dataclass(frozen=True)
class Thing:
    """One thing that goes through: a printed card unless `cut` names a colour."""

    design: str = "plain"
    face: str = "AS"  # two letters, JOKER, JOKER2, BLANK
    is_face_up: bool = False  # the cameras then see the back
    is_turned: bool = False  # the other end leads
    cut: str = ""
    damage: str = ""
    damage_seed: int = 0
    with_face: str = ""  # a second card of the same design on top of this one
    offset_mm: float = 0.0  # how far the second one runs ahead


@lru_cache(maxsize=8)
def design_of(name: str) -> Design:
    """Designs are kept: cards of one deck come by the hundred."""
    return load_design(name)


def _flat(rgb: tuple[int, int, int]) -> Bytes:
    """Both ends of something in one colour."""
    crops = np.empty((2, 2, CROP_H, CROP_W), np.uint8)
    crops[:, 0], crops[:, 1] = rgb[1], rgb[0]
    return crops


def seen_crops(thing: Thing) -> Bytes:
    """What lies towards the cameras, undamaged: [end, light, y, x]."""
    if thing.cut:
        return _flat(CUT_COLOURS[thing.cut])
    design = design_of(thing.design)
    face = "BACK" if thing.is_face_up else thing.face
    if face == "BACK" and "BACK" not in design.faces:
        return _flat(design.back_rgb)
    return design.crops(face)


def top_rgb(thing: Thing) -> tuple[int, int, int]:
    """Mean colour of the side that the back sensor sees."""
    if thing.cut:
        return CUT_COLOURS[thing.cut]
    if thing.is_face_up:
        r = int(design_of(thing.design).crops(thing.face)[0, 1].mean())
        g = int(design_of(thing.design).crops(thing.face)[0, 0].mean())
        return r, g, g
    return design_of(thing.design).back_rgb


def length_mm(thing: Thing) -> float:
    """How long the path is covered."""
    return CARD_W_MM + (abs(thing.offset_mm) if thing.with_face else 0.0)


def thickness_um(thing: Thing) -> int:
    return THICKNESS_UM * (2 if thing.with_face else 1)


def pictures(thing: Thing) -> tuple[Picture, Picture]:
    """What camera A and camera B see; B's is turned upright, as its driver delivers it."""
    if not (thing.damage or thing.with_face or thing.cut or thing.is_face_up):
        design = design_of(thing.design)
        ends = (design.picture(thing.face, 0), design.picture(thing.face, 1))
    else:
        ends = _special(thing)
    return (ends[1], ends[0]) if thing.is_turned else ends


@lru_cache(maxsize=64)
def _special(thing: Thing) -> tuple[Picture, Picture]:
    crops = seen_crops(thing)
    made: list[Picture] = []
    for end in (0, 1):
        green, red, mask = crops[end, 0].copy(), crops[end, 1].copy(), MASK
        if thing.with_face:
            green, red = _shingled(thing, green, red, end)
        if thing.damage and end == thing.damage_seed % 2:
            rng = np.random.default_rng([thing.damage_seed, 77])
            green, red, mask = _damaged(thing.damage, green, red, rng)
        made.append(Picture(green, red, mask, f"{thing.design} {thing.face} {thing.damage} {end}"))
    return made[0], made[1]


def _card_shape(dx: int, dy: int) -> Mask:
    """A card whose corner lies at dx, dy of the crop."""
    y, x = np.mgrid[0:CROP_H, 0:CROP_W]
    x, y, r = x - dx, y - dy, CORNER_RADIUS_MM * ART_PX_MM
    arc = (x < r) & (y < r) & ((r - x) ** 2 + (r - y) ** 2 > r * r)
    return (x >= 0) & (y >= 0) & ~arc


def _shingled(thing: Thing, green: Bytes, red: Bytes, end: int) -> tuple[Bytes, Bytes]:
    """The lower card lies over the upper one, which leads at this end or trails at the other."""
    lead = thing.offset_mm if end == 0 else -thing.offset_mm
    if lead <= 0:
        return green, red  # the upper card is hidden behind the lower one here
    design = design_of(thing.design)
    face = "BACK" if thing.is_face_up and "BACK" in design.faces else thing.with_face
    upper = design.crops(face)[end]
    dx = round(lead * ART_PX_MM)
    shape = _card_shape(dx, 0)
    shadow = _card_shape(dx - 3, 0) & ~shape
    out: list[Bytes] = []
    for plane, under in ((green, upper[0]), (red, upper[1])):
        moved = np.full_like(plane, 255)
        if dx < CROP_W:
            moved[:, dx:] = plane[:, : CROP_W - dx]
        both = np.where(shape, moved, under)
        out.append(np.where(shadow, (both * 0.55).astype(np.uint8), both))
    return out[0], out[1]


def _beyond(angle: float, distance_px: float, rough_px: float, rng: np.random.Generator) -> Mask:
    """The corner cut off by a line, ragged by `rough_px`, on the padded picture."""
    y, x = np.mgrid[0:FULL_H, 0:FULL_W]
    x, y = x - PAD, y - PAD
    ragged = np.repeat(rng.standard_normal(FULL_W // 4 + 1), 4)[:FULL_W] * rough_px
    return (x * np.cos(angle) + y * np.sin(angle)) < distance_px + ragged[None, :]


def _damaged(
    damage: str, green: Bytes, red: Bytes, rng: np.random.Generator
) -> tuple[Bytes, Bytes, Mask]:
    """One corner torn off, folded over, bent; or the face written on."""
    angle, size = 0.5 + 0.6 * float(rng.random()), (6 + 8 * float(rng.random())) * ART_PX_MM
    mask = MASK
    if damage in ("torn", "folded", "bent"):
        corner = _beyond(angle, size * 0.75, 2.0 if damage == "torn" else 0.0, rng)
        if damage != "bent":
            mask = MASK & ~corner
        if damage == "folded":  # the flap lies on the face and shows the back
            flap = _beyond(angle, size * 1.4, 0, rng)[PAD:, PAD:] & ~corner[PAD:, PAD:]
            green[flap], red[flap] = 105, 115
        if damage == "bent":  # it looks away from the lamp, with a crease
            inside = corner[PAD:, PAD:]
            crease = _beyond(angle, size * 0.75 + 4, 0, rng)[PAD:, PAD:] & ~inside
            for plane in (green, red):
                plane[inside] = (plane[inside] * 0.6).astype(np.uint8)
                plane[crease] = (plane[crease] * 0.75).astype(np.uint8)
    elif damage == "marked":  # a dot and a dash of a pen, beside the index
        x, y = int(rng.integers(100, 180)), int(rng.integers(60, 250))
        green[y : y + 8, x : x + 30] = red[y : y + 8, x : x + 30] = 40
        green[y + 20 : y + 30, x : x + 10] = red[y + 20 : y + 30, x : x + 10] = 40
    elif damage == "inked":  # a blot over part of the index
        y, x = np.mgrid[0:CROP_H, 0:CROP_W]
        cx, cy, r = rng.integers(30, 90), rng.integers(50, 200), rng.integers(14, 40)
        blot = (x - cx) ** 2 + (y - cy) ** 2 < r * r
        green[blot] = red[blot] = 30
    return green, red, mask
