"""What a bad cable does to bytes: drops some, flips bits in some."""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass
class LineNoise:
    """Rates are per byte, in parts per million."""

    rng: random.Random
    drop_ppm: int = 0
    flip_ppm: int = 0
    is_cut: bool = False
    dropped_bytes: int = 0
    flipped_bytes: int = 0

    def apply(self, data: bytes) -> bytes:
        if self.is_cut:
            return b""
        if not (self.drop_ppm or self.flip_ppm):
            return data
        out = bytearray()
        for byte in data:
            chance = self.rng.random() * 1_000_000
            if chance < self.drop_ppm:
                self.dropped_bytes += 1
                continue
            if chance < self.drop_ppm + self.flip_ppm:
                self.flipped_bytes += 1
                byte ^= 1 << self.rng.randrange(8)
            out.append(byte)
        return bytes(out)
