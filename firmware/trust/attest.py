"""What runs here?  Hashes all code and settings with the verifier's nonce, piece by piece.

The verifier compares with a reference of its own: nothing stored on the board is believed
(STANDARDS 17).  With a nonce in front of each file no answer can be computed in advance.

    file digest    SHA-256( nonce · path · 00 · size u32 · contents )
    code hash      SHA-256( nonce · all file digests, sorted by path )
    settings hash  SHA-256( nonce · number u8, value i32 of each setting )
    boot hash      SHA-256( nonce · boot image ), zeros where it cannot be read
    MAC            HMAC-SHA-256 under a key derived from the device key, over all of it
"""

import hashlib
import struct

from firmware.trust.hmac_sha256 import derive, hmac_sha256

AS_IDLE = 0
AS_WORKING = 1
AS_DONE = 2
_PER_PIECE = 16  # digests in one piece of memory
AS_FAILED = 3  # a file could not be read
STATE_NAMES = ("idle", "working", "done", "failed")
BUSY = 1  # begin() while it works

LABEL = b"faro-attest-1"
NONCE_BYTES = 16
DIGEST_BYTES = 16  # of each file, to name the ones that differ
PIECE_BYTES = 512
_ZERO_HASH = bytes(32)


def file_head(nonce, path, size_bytes):
    """What is hashed before a file's contents."""
    return nonce + path.encode() + b"\0" + struct.pack("<I", size_bytes)


def tagged_text(nonce, unique_id, slot, file_count, hashed_bytes, hashes):
    """What the MAC covers."""
    return nonce + unique_id + struct.pack("<BHI", slot, file_count, hashed_bytes) + hashes


class Attestor:
    """Feed: begin(nonce), then step() until it gives False; the answer is in the attributes."""

    def __init__(self, source, settings, boot_image, device_key, unique_id, slot):
        self._source = source  # a function: an iterator over (path, size, open file)
        self._settings = settings  # a function: all settings as bytes
        self._boot_image = boot_image  # a function: bytes-like, or None
        self._device_key = device_key  # a function: it may be provisioned any time
        self._unique_id = unique_id
        self.slot = slot
        self._steps = None
        self._forget(AS_IDLE)

    def _forget(self, state):
        self.state = state
        self.percent = 0
        self.file_count = 0
        self.hashed_bytes = 0
        self.code_hash = self.settings_hash = self.boot_hash = self.mac = _ZERO_HASH
        self._digests = []  # small pieces: an old heap has no long ones

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
        except (OSError, MemoryError):
            self._forget(AS_FAILED)
            self._steps = None
        return self.state == AS_WORKING

    def file(self, number):
        """(path, size, digest) of a hashed file; None when there is none."""
        if self.state != AS_DONE or number >= self.file_count:
            return None
        left = number  # paths are not kept: walking again is rare, memory is not
        for path, size_bytes, _file in self._source(False):
            if left == 0:
                at = number % _PER_PIECE * DIGEST_BYTES
                piece = self._digests[number // _PER_PIECE]
                return path, size_bytes, bytes(piece[at : at + DIGEST_BYTES])
            left -= 1
        return None

    def _run(self, nonce):
        total_bytes = 1
        for _path, size_bytes, _file in self._source(False):
            total_bytes += size_bytes
        buf = bytearray(PIECE_BYTES)
        view = memoryview(buf)
        code = hashlib.sha256(nonce)
        for path, size_bytes, file in self._source(True):
            running = hashlib.sha256(file_head(nonce, path, size_bytes))
            left_bytes = size_bytes
            try:
                while left_bytes:
                    count = file.readinto(view[: min(left_bytes, PIECE_BYTES)])
                    if not count:
                        raise OSError(5)
                    running.update(view[:count])
                    left_bytes -= count
                    self.hashed_bytes += count
                    self.percent = min(self.hashed_bytes * 100 // total_bytes, 99)
                    yield
            finally:
                file.close()
            digest = running.digest()
            code.update(digest)
            at = self.file_count % _PER_PIECE * DIGEST_BYTES
            if at == 0:
                self._digests.append(bytearray(_PER_PIECE * DIGEST_BYTES))
            self._digests[-1][at : at + DIGEST_BYTES] = digest[:DIGEST_BYTES]
            self.file_count += 1
            yield
        running = hashlib.sha256(nonce)
        running.update(self._settings())
        image = self._boot_image()
        if image is not None:
            boot = hashlib.sha256(nonce)
            for at in range(0, len(image), PIECE_BYTES):
                boot.update(image[at : at + PIECE_BYTES])
                yield
            self.boot_hash = boot.digest()
        self.settings_hash = running.digest()
        self.code_hash = code.digest()
        self.mac = self._tag(nonce)

    def _tag(self, nonce):
        key = self._device_key()
        if key is None:
            return _ZERO_HASH
        hashes = self.code_hash + self.settings_hash + self.boot_hash
        text = tagged_text(
            nonce, self._unique_id, self.slot, self.file_count, self.hashed_bytes, hashes
        )
        return hmac_sha256(derive(key, LABEL, self._unique_id), text)
