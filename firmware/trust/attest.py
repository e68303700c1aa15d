"""What runs here?  Hashes the running slot, the base and the settings with the verifier's nonce.

The verifier compares with a reference of its own: nothing stored on the board is believed
(STANDARDS 17).  With a nonce in front no answer can be computed in advance.

    code hash      SHA-256( nonce · the whole slot, from its first byte to its last )
    base hash      SHA-256( nonce · the base's region ), zeros where it cannot be read
    settings hash  SHA-256( nonce · number u8, value i32 of each setting )
    MAC            HMAC-SHA-256 under a key derived from the device key, over all of it
"""

import hashlib
import struct

from firmware.core.compat import const
from firmware.trust.hmac_sha256 import derive, hmac_sha256

AS_IDLE = const(0)
AS_WORKING = const(1)
AS_DONE = const(2)
AS_FAILED = const(3)  # the flash could not be read
BUSY = const(1)  # begin() while it works

LABEL = b"faro-attest-2"
NONCE_BYTES = const(16)
_PIECE_BYTES = const(1024)
_ZERO_HASH = bytes(32)


def tagged_text(nonce, unique_id, slot, hashed_bytes, hashes):
    """What the MAC covers."""
    return nonce + unique_id + struct.pack("<BI", slot, hashed_bytes) + hashes


class Attestor:
    """Feed: begin(nonce), then step() until it gives False; the answer is in the attributes."""

    def __init__(self, region, base, settings, device_key, unique_id, slot):
        self._region = region  # of the running slot
        self._base = base  # a function: the base as memory, or None
        self._settings = settings  # a function: all settings as bytes
        self._device_key = device_key  # a function: it may be provisioned any time
        self._unique_id = unique_id
        self.slot = slot
        self._buf = bytearray(_PIECE_BYTES)
        self._steps = None
        self._forget(AS_IDLE)

    def _forget(self, state):
        self.state = state
        self.percent = 0
        self.hashed_bytes = 0
        self.code_hash = self.settings_hash = self.base_hash = self.mac = _ZERO_HASH

    def begin(self, nonce):
        """Start over with this nonce; 0, or minus BUSY."""
        if self.state == AS_WORKING:
            return -BUSY
        self._forget(AS_WORKING)
        self._steps = self._run(nonce)
        return 0

    def step(self):
        """Hash one piece; False when there is nothing to do."""
        if self.state != AS_WORKING:
            return False
        try:
            next(self._steps)  # pyright: ignore[reportArgumentType] (set while working)
        except StopIteration:
            self.state = AS_DONE
            self.percent = 100
            self._steps = None
        except OSError:
            self._forget(AS_FAILED)
            self._steps = None
        return self.state == AS_WORKING

    def _run(self, nonce):
        base = self._base()
        base_bytes = 0 if base is None else len(base)
        total_bytes = self._region.size_bytes + base_bytes
        running = hashlib.sha256(nonce)
        for at in range(0, self._region.size_bytes, _PIECE_BYTES):
            self._region.read_into(at >> 12, at & 0xFFF, self._buf)
            running.update(self._buf)
            self._count(total_bytes)
            yield
        self.code_hash = running.digest()
        if base is not None:
            running = hashlib.sha256(nonce)
            for at in range(0, base_bytes, _PIECE_BYTES):
                running.update(base[at : at + _PIECE_BYTES])
                self._count(total_bytes)
                yield
            self.base_hash = running.digest()
        running = hashlib.sha256(nonce)
        running.update(self._settings())
        self.settings_hash = running.digest()
        self.mac = self._tag(nonce)

    def _count(self, total_bytes):
        self.hashed_bytes += _PIECE_BYTES
        self.percent = min(self.hashed_bytes * 100 // total_bytes, 99)

    def _tag(self, nonce):
        key = self._device_key()
        if key is None:
            return _ZERO_HASH
        hashes = self.code_hash + self.settings_hash + self.base_hash
        text = tagged_text(nonce, self._unique_id, self.slot, self.hashed_bytes, hashes)
        return hmac_sha256(derive(key, LABEL, self._unique_id), text)
