"""`hashlib` whose SHA-256 takes the chip's time; `blocks` counts for tests."""

import charging
import simbus as _bus
import uhashlib as _real

_BLOCK_US = charging.US["sha_block"]
_CALL_US = charging.US["sha_call"]
blocks = 0


def _spend(count):
    global blocks
    blocks += count
    _bus.burn_us(count * _BLOCK_US)


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
        _bus.burn_us(_CALL_US)
        # padding: one block, or two when the length does not fit behind the rest
        _spend(1 if self._bytes % 64 < 56 else 2)
        return self._hash.digest()
