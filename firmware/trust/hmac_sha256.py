"""HMAC-SHA-256, constant-time compare and key derivation, on hashlib.sha256 alone."""

import hashlib

TAG_BYTES = 32
_BLOCK_BYTES = 64
_MAX_DERIVED_BYTES = 255 * 32


class HmacKey:
    """A key with both of its padded blocks made once; makes any number of tags."""

    def __init__(self, key):
        # RFC 2104 clause 2: a key longer than a block is hashed first
        if len(key) > _BLOCK_BYTES:
            key = hashlib.sha256(key).digest()
        inner = bytearray(_BLOCK_BYTES)
        outer = bytearray(_BLOCK_BYTES)
        length = len(key)
        for i in range(_BLOCK_BYTES):
            byte = key[i] if i < length else 0
            inner[i] = byte ^ 0x36
            outer[i] = byte ^ 0x5C
        self._inner = inner
        self._outer = outer

    def start(self):
        """A running hash over the inner block; feed it with update(), end with finish()."""
        # hashlib objects on MicroPython have no copy(): the block is hashed anew each time
        return hashlib.sha256(self._inner)

    def finish(self, running):
        """The 32-byte tag of what `running` was fed."""
        outer = hashlib.sha256(self._outer)
        outer.update(running.digest())
        return outer.digest()

    def tag(self, *parts):
        """The 32-byte tag over the parts, one after another."""
        running = self.start()
        for part in parts:
            running.update(part)
        return self.finish(running)

    def wipe(self):
        """Overwrite the key in RAM; the object is of no use afterwards."""
        for i in range(_BLOCK_BYTES):
            self._inner[i] = 0
            self._outer[i] = 0


def hmac_sha256(key, *parts):
    """The 32-byte HMAC-SHA-256 (RFC 2104) of the parts, one after another."""
    return HmacKey(key).tag(*parts)


def is_equal(left, right):
    """Compare two byte strings in a time that depends on the lengths only."""
    # lengths are public (the wire format fixes them); contents are not
    length = len(left)
    if length != len(right):
        return False
    difference = 0
    for i in range(length):
        difference |= left[i] ^ right[i]
    return difference == 0


def derive(key, label, context, length_bytes=32):
    """A key made from `key` for the purpose `label` and the occasion `context`."""
    # SP 800-108r1 clause 4.1 (counter mode): [i]2 || label || 00 || context || [L]2.
    # With a zero in the label two (label, context) pairs could give the same input.
    if not 0 < length_bytes <= _MAX_DERIVED_BYTES:
        raise ValueError("derived length")
    if 0 in label:
        raise ValueError("zero byte in label")
    bits = length_bytes * 8
    tail = bytes((bits >> 24 & 255, bits >> 16 & 255, bits >> 8 & 255, bits & 255))
    mac = HmacKey(key)
    out = b""
    block_no = 0
    while len(out) < length_bytes:
        block_no += 1
        head = bytes((0, 0, 0, block_no))
        out += mac.tag(head, label, b"\x00", context, tail)
    return out[:length_bytes]
