"""`hashlib` whose SHA-256 takes the chip's time: count of blocks × an estimated rate.

Rate: 200 cycles per byte on the RP2040 (Cortex-M0+, 125 MHz), an estimate.  MicroPython's own
sha256.c was measured at 86 cycles per byte on a Cortex-M4 (pyboard, 168 MHz, C part alone: 1950
kB/s); a Cortex-M0+ has no rotate within an instruction and half the registers, hence twice that
and some.  Put in front of the path by what measures; no other run uses it.
"""

import simbus as _bus
import uhashlib as _real

_BLOCK_US = 102  # 64 bytes x 200 cycles at 125 MHz
blocks = 0


def _spend(count):
    global blocks
    blocks += count
    _bus.spend_us(count * _BLOCK_US)


class sha256:
    def __init__(self, data=b""):
        self._hash = _real.sha256()
        self._bytes = 0
        self.update(data)

    def update(self, data):
        before = self._bytes // 64
        self._bytes += len(data)
        self._hash.update(data)
        _spend(self._bytes // 64 - before)

    def digest(self):
        # padding: one block, or two when the length does not fit behind the rest
        _spend(1 if self._bytes % 64 < 56 else 2)
        return self._hash.digest()
