"""The raw entropy source on the simulator: samples over the sim bus, a block at a time."""

import simbus

from hw_sim import bus_ops

_BLOCK_BYTES = 32


class SimOscillator:
    """Same call as the driver; `SimBoard.entropy` is where faults are put in."""

    def __init__(self):
        self._block = bytearray(_BLOCK_BYTES)
        self._at = _BLOCK_BYTES
        self._time_us = -1

    def sample(self):
        # what is left of an earlier moment is not what the source gives now
        if self._at == _BLOCK_BYTES or simbus.now_us() != self._time_us:
            simbus.call(bus_ops.ENTROPY, 0, _BLOCK_BYTES, None, 0, self._block)
            self._time_us = simbus.now_us()
            self._at = 0
        self._at += 1
        return self._block[self._at - 1]
