"""What the host gives the recogniser of a whole frame is what the board's driver makes of it."""

from __future__ import annotations

import random

from firmware.drivers import picture_unpack as lu
from hw_sim.reader import LINES, PIX, RED_STEP, green_lines, red_lines


def test_green_and_red_lines__any_frame__as_the_driver_unpacks_them() -> None:
    rng = random.Random(5)
    whole_green, whole_red = rng.randbytes(LINES * PIX), rng.randbytes(LINES * PIX)
    raw = bytearray(lu.RAW_BYTES)
    for line in range(LINES):
        taken = whole_green if line % RED_STEP else whole_red
        at = (1 + line) * PIX
        raw[at : at + PIX] = taken[line * PIX : (line + 1) * PIX]
    green = (bytearray(LINES * PIX), bytearray(LINES * PIX))
    red = (bytearray(LINES // 4 * PIX), bytearray(LINES // 4 * PIX))
    lu.unpack(raw, (1 + LINES) * PIX, green, red, bytearray(2), False)
    assert green_lines(whole_green) == bytes(green[0])
    assert red_lines(whole_red) == bytes(red[0])
