"""Raw samples of the chip's ring oscillator, before any conditioning (SP 800-90B tests need them).

`os.urandom` is no substitute here: it is conditioned, and a dead source behind it looks well.
"""

import machine

_BITS = 8


class RingOscillator:
    """ROSC RANDOMBIT: one bit a read; it needs the system clock to be the crystal's, as it is."""

    def __init__(self, address):
        self._address = address

    def sample(self):
        """Eight bits, one read each: some microseconds apart, many turns of the oscillator."""
        address = self._address
        value = 0
        for _ in range(_BITS):
            value = value << 1 | machine.mem32[address] & 1
        return value
