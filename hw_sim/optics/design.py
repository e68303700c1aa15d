"""A printed design as the cameras need it: the two index corners of every face, and the back.

Own designs are drawn when asked for; fetched ones come from `.cache/artwork` (`make artwork`).
"""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from firmware.cards.codes import RANKS, SUITS
from hw_sim.optics import own_deck
from hw_sim.optics.geometry import CROP_H, CROP_W
from hw_sim.optics.picture import Picture

Bytes = NDArray[np.uint8]

CARD_NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)  # by card number
ARTWORK = Path(os.environ.get("FARO_ARTWORK", ".cache/artwork"))
STRESS = "stress"  # folder of designs that nobody should be able to enrol


class UnknownDesign(ValueError):
    """No such design here; the text says which there are."""


def corners(card: Bytes) -> Bytes:
    """Both index corners of a whole card, [end, light, y, x]; the far end turned upright."""
    ends = (card[:CROP_H, :CROP_W], card[::-1, ::-1][:CROP_H, :CROP_W])
    return np.stack([np.stack([end[:, :, 1], end[:, :, 0]]) for end in ends])


class Design:
    """One design: `picture(face, end)`, and what its back looks like to the colour sensor."""

    def __init__(
        self,
        name: str,
        faces: tuple[str, ...],
        crops: Callable[[str], Bytes],
        back_rgb: tuple[int, int, int],
    ) -> None:
        self.name = name
        self.faces = faces
        self.back_rgb = back_rgb
        self._crops = crops
        self._pictures: dict[tuple[str, int], Picture] = {}

    def picture(self, face: str, end: int = 0) -> Picture:
        """The corner of a face ("AS", "JOKER", "BACK", "BLANK") at one end of the card."""
        key = (face, end)
        if key not in self._pictures:
            if face not in self.faces:
                raise UnknownDesign(f"design {self.name} has no {face}")
            crops = self._crops(face)
            for i in (0, 1):
                name = f"{self.name} {face} {i}"
                self._pictures[face, i] = Picture(crops[i][0], crops[i][1], name=name)
        return self._pictures[key]

    def crops(self, face: str) -> Bytes:
        """The undegraded crops of a face, [end, light, y, x]."""
        return self._crops(face)


@cache
def _own(name: str) -> Design:
    """Drawn once in a process: 18 MB when every corner has been asked for."""

    def crops(face: str) -> Bytes:
        if face == "BACK":
            return corners(own_deck.draw_back(name))
        if face in ("JOKER", "JOKER2"):
            return corners(own_deck.draw_joker(name, face == "JOKER"))
        if face == "BLANK":
            return np.full((2, 2, CROP_H, CROP_W), 255, np.uint8)
        return corners(own_deck.draw_card(name, face))

    faces = (*CARD_NAMES, "JOKER", "JOKER2", "BACK", "BLANK")
    return Design(name, faces, crops, own_deck.STYLES[name].back)


def _fetched(name: str, path: Path) -> Design:
    try:
        with np.load(path) as stored:
            names = tuple(str(n) for n in stored["names"])
            crops = stored["crops"]
            r, g, b = (int(v) for v in stored["back_rgb"])
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise UnknownDesign(
            f"{path} is damaged ({error}); delete it and run 'make artwork'"
        ) from None
    if crops.shape != (len(names), 2, 2, CROP_H, CROP_W) or not set(CARD_NAMES) <= set(names):
        raise UnknownDesign(f"{path} is not a whole deck; delete it and run 'make artwork'")
    blank = np.full((2, 2, CROP_H, CROP_W), 255, np.uint8)
    at = {face: crops[i] for i, face in enumerate(names)}
    return Design(name, (*names, "BLANK"), lambda face: at.get(face, blank), (r, g, b))


def design_names(folder: Path = ARTWORK) -> tuple[str, ...]:
    """Own designs, then those that were fetched; stress cases apart (`stress/…`)."""
    fetched = sorted(p.stem for p in folder.glob("*.npz"))
    return (*own_deck.STYLES, *fetched)


def stress_names(folder: Path = ARTWORK) -> tuple[str, ...]:
    """Fetched designs that are there to be refused."""
    return tuple(f"{STRESS}/{p.stem}" for p in sorted((folder / STRESS).glob("*.npz")))


def load_design(name: str, folder: Path = ARTWORK) -> Design:
    """A design by name; UnknownDesign says what there is."""
    if name in own_deck.STYLES:
        return _own(name)
    path = folder / f"{name}.npz"
    if name not in (*design_names(folder), *stress_names(folder)):
        known = ", ".join(design_names(folder))
        raise UnknownDesign(f"no design {name!r}; there are: {known} (more after 'make artwork')")
    return _fetched(name, path)
