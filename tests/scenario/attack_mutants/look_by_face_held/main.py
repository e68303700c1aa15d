"""A card's rank decides how long its look takes; the link is held as it should be."""

import simbus

from boards.sim.machine_parts import IdentityReader
from firmware import shoe

_read = IdentityReader.read_pass


def _slow(self, length_um):
    reading = _read(self, length_um)
    if reading >= 0:
        simbus.burn_us((reading & 0xFF) // 4 * 3_000)
    return reading


IdentityReader.read_pass = _slow
run = shoe.main
