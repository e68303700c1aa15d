"""SHA-256 into a caller's buffer: `hash_into(src, length, dst, dst_offset)`.

On the board it allocates nothing; on CPython, and on ports without a native emitter, hashlib
does the work.  src and dst may be the same buffer: the digest is written at the very end.
"""

import hashlib
import sys


def _hash_into(src, length, dst, dst_offset):
    """Write SHA-256 of src[:length] into dst at dst_offset."""
    dst[dst_offset : dst_offset + 32] = hashlib.sha256(memoryview(src)[:length]).digest()


if sys.implementation.name == "micropython":
    try:
        from firmware.core.sha256_viper import hash_into
    except SyntaxError:  # a port without a native emitter, such as unix on arm64
        hash_into = _hash_into
else:
    hash_into = _hash_into
