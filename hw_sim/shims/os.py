"""`os` with the board's entropy source instead of the PC's; files are the PC's."""

import simbus as _bus
from uos import *

from hw_sim import bus_ops as _ops


def urandom(n):
    out = bytearray(n)
    done = 0
    while done < n:
        part = bytearray(min(256, n - done))
        _bus.call(_ops.ENTROPY, 0, len(part), None, 0, part)
        out[done : done + len(part)] = part
        done += len(part)
    return bytes(out)
