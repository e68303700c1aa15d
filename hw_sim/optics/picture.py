"""A card's corner as the sampler wants it: rounded, on the dark path, blurred, two colours packed.

Blurred copies are made when first asked for and kept, the oldest forgotten first: a campaign goes
card by card and finds what it needs, a single pass pays for one.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

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


def on_path(crop: Bytes, mask: NDArray[np.bool_] = MASK) -> Bytes:
    """A crop (value 255 = paper) as reflectance × 255 with the dark path around the card."""
    full = np.full((FULL_H, FULL_W), PATH * 255, np.float32)
    ink = INK * 255 + crop.astype(np.float32) * (1 - INK)
    body = np.full((FULL_H, FULL_W), 255, np.float32)
    body[PAD:, PAD:] = ink
    full[mask] = body[mask]
    return np.rint(full).astype(np.uint8)


class Picture:
    """One corner in green and red light; `level(sigma)` gives the packed, blurred samples."""

    def __init__(
        self, green: Bytes, red: Bytes, mask: NDArray[np.bool_] = MASK, name: str = ""
    ) -> None:
        self.name = name
        self._planes = (green, red)
        self._mask = mask

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

    def _blurred(self, sigma_mm: float) -> Packed:
        planes: list[Packed] = []
        for plane in self._planes:
            image: Any = Image.fromarray(on_path(plane, self._mask))
            image = image.filter(ImageFilter.GaussianBlur(sigma_mm * ART_PX_MM))
            image = image.resize((OUT_W, OUT_H), Image.Resampling.BILINEAR)
            planes.append(np.asarray(image, np.uint8).astype(np.uint32))
        return np.ascontiguousarray(planes[0] | (planes[1] << np.uint32(16))).reshape(-1)


_cache: OrderedDict[tuple[int, int], tuple[Picture, Packed]] = OrderedDict()
