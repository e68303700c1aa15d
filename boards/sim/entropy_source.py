"""The raw entropy source on the simulator: samples over the sim bus, a block at a time."""

import simbus

from hw_sim import bus_ops

_BLOCK_BYTES = 8  # less than what the repetition test needs: nothing old fails it


class SimOscillator:
    """Same call as the driver; `SimBoard.entropy` is where faults are put in."""

    def __init__(self):
        self._block = bytearray(_BLOCK_BYTES)
        self._at = _BLOCK_BYTES

    def sample(self):
        if self._at == _BLOCK_BYTES:
            simbus.call(bus_ops.ENTROPY, 0, _BLOCK_BYTES, None, 0, self._block)
            self._at = 0
        self._at += 1
        return self._block[self._at - 1]
