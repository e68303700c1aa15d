"""A text under a passphrase, with the standard library alone: scrypt, HMAC as a stream, a tag.

    keys    scrypt(passphrase, salt, N = 2^15, r = 8, p = 1), 64 bytes: cipher key, tag key
    cipher  text XOR HMAC-SHA-256(cipher key, 0), HMAC-SHA-256(cipher key, 1), … (u64 little endian)
    tag     HMAC-SHA-256(tag key, "faro-sealed-1" · salt · cipher), checked before anything else

The salt is new for each text, so no stream is used twice.  The costs are part of the format: a
file cannot ask for more memory.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import struct
from itertools import count, islice

FORMAT = "faro-sealed-1"
_SALT_BYTES = 16
_TAG_BYTES = 32
_COST, _BLOCK, _LANES = 1 << 15, 8, 1  # 32 MB and a tenth of a second
_MEMORY_BYTES = 64 << 20


def seal(text: bytes, passphrase: str) -> dict[str, str]:
    """What a file holds instead of the text."""
    salt = secrets.token_bytes(_SALT_BYTES)
    cipher_key, tag_key = _keys(passphrase, salt)
    cipher = _mixed(cipher_key, text)
    tag = _tag(tag_key, salt, cipher)
    return {"format": FORMAT, "salt": salt.hex(), "cipher": cipher.hex(), "tag": tag.hex()}


def unseal(sealed: dict[str, str], passphrase: str) -> bytes | None:
    """The text; None for another passphrase or a changed file.  ValueError: no sealed text."""
    salt, cipher, tag = (bytes.fromhex(sealed[name]) for name in ("salt", "cipher", "tag"))
    if len(salt) != _SALT_BYTES or len(tag) != _TAG_BYTES:
        raise ValueError
    cipher_key, tag_key = _keys(passphrase, salt)
    if not hmac.compare_digest(tag, _tag(tag_key, salt, cipher)):
        return None
    return _mixed(cipher_key, cipher)


def _keys(passphrase: str, salt: bytes) -> tuple[bytes, bytes]:
    both = hashlib.scrypt(
        passphrase.encode(),
        salt=salt,
        n=_COST,
        r=_BLOCK,
        p=_LANES,
        maxmem=_MEMORY_BYTES,
        dklen=64,
    )
    return both[:32], both[32:]


def _tag(key: bytes, salt: bytes, cipher: bytes) -> bytes:
    return hmac.digest(key, FORMAT.encode() + salt + cipher, "sha256")


def _mixed(key: bytes, text: bytes) -> bytes:
    blocks = (hmac.digest(key, struct.pack("<Q", i), "sha256") for i in count())
    stream = b"".join(islice(blocks, -(-len(text) // 32)))
    return bytes(a ^ b for a, b in zip(text, stream, strict=False))
