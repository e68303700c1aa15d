"""A card's corner as the sampler wants it: rounded, on the dark path, blurred, two colours packed.

Blurred copies are made when first asked for and kept, the oldest forgotten first: a campaign goes
card by card and finds what it needs, a single pass pays for one.
"""

from __future__ import annotations

from collections import OrderedDict

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from hw_sim.optics.geometry import (
    ART_PX_MM,
    CORNER_RADIUS_MM,
    CROP_H,
    CROP_W,
    INK,
    PAD_MM,
    PATH,
    SAMPLE_PX_MM,
)

Bytes = NDArray[np.uint8]
Packed = NDArray[np.uint32]

PAD = int(PAD_MM * ART_PX_MM)
FULL_W = CROP_W + PAD
FULL_H = CROP_H + PAD
OUT_W = FULL_W * SAMPLE_PX_MM // ART_PX_MM
OUT_H = FULL_H * SAMPLE_PX_MM // ART_PX_MM

# defocus in mm; the steps are finer than anybody can see between neighbours
BLUR_MM = (0.03, 0.05, 0.065, 0.08, 0.1, 0.125, 0.155, 0.19, 0.24, 0.3, 0.42, 0.6)
_KEEP = 160


def _card_mask() -> NDArray[np.bool_]:
    """True where there is card: a quarter of the plane with its corner rounded."""
    y, x = np.mgrid[0:FULL_H, 0:FULL_W].astype(np.float32) + 0.5
    radius = CORNER_RADIUS_MM * ART_PX_MM
    x, y = x - PAD, y - PAD
    inside = (x >= 0) & (y >= 0)
    cut = (x < radius) & (y < radius) & ((radius - x) ** 2 + (radius - y) ** 2 > radius**2)
    return inside & ~cut


MASK = _card_mask()


# crop value (255 = paper) to reflectance × 255
_REFLECTANCE = np.rint(INK * 255 + np.arange(256) * (1 - INK)).astype(np.uint8)


def on_path(crop: Bytes, mask: NDArray[np.bool_] = MASK) -> Bytes:
    """A crop as reflectance × 255 with the dark path around the card."""
    full = np.full((FULL_H, FULL_W), 255, np.uint8)
    full[PAD:, PAD:] = _REFLECTANCE[crop]
    full[~mask] = round(PATH * 255)
    return full


class Picture:
    """One corner in green and red light; `level(sigma)` gives the packed, blurred samples."""

    def __init__(
        self, green: Bytes, red: Bytes, mask: NDArray[np.bool_] = MASK, name: str = ""
    ) -> None:
        self.name = name
        self._planes = [self._sized(on_path(plane, mask)) for plane in (green, red)]

    def level(self, sigma_mm: float) -> Packed:
        """Samples at the blur step nearest to `sigma_mm`: green in the low half, red above."""
        step = min(range(len(BLUR_MM)), key=lambda i: abs(BLUR_MM[i] - sigma_mm))
        key = (id(self), step)
        found = _cache.get(key)
        if found is not None:
            _cache.move_to_end(key)
            return found[1]
        packed = self._blurred(BLUR_MM[step])
        _cache[key] = (self, packed)  # holds self, so the id stays its own
        if len(_cache) > _KEEP:
            _cache.popitem(last=False)
        return packed

    @staticmethod
    def _sized(plane: Bytes) -> Image.Image:
        """At the sampler's scale: this is also the aperture of a pixel."""
        return Image.fromarray(plane).resize((OUT_W, OUT_H), Image.Resampling.BILINEAR)

    def _blurred(self, sigma_mm: float) -> Packed:
        lens = ImageFilter.GaussianBlur(sigma_mm * SAMPLE_PX_MM)
        green, red = (
            np.asarray(plane.filter(lens), np.uint8).astype(np.uint32) for plane in self._planes
        )
        return (green | (red << np.uint32(16))).reshape(-1)


_cache: OrderedDict[tuple[int, int], tuple[Picture, Packed]] = OrderedDict()
