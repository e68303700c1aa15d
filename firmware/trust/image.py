"""A firmware image as it lies in a slot: header, signature, and a ROMFS that runs in place.

Written by host_tools/faro/build, read by the loader at each boot and by an update.  The
signature covers the header, the header's hash covers the ROMFS.

    at    bytes
    0     8      "FAROIMG1"
    8     16     board, as text, the rest zeros (as in the next two)
    24    16     version
    40    16     build
    56    4      counter: none lower than one that has run well is run again
    60    4      bytes of the ROMFS
    64    4      bytes of the signature, 0: not signed
    68    24     zeros
    92    32     SHA-256 of the ROMFS
    124   4      CRC-32 of the 124 bytes before
    128          LMS signature over the 128 bytes, then ones
    4096         ROMFS
"""

import hashlib
import struct
from binascii import crc32

from firmware.core.compat import const
from firmware.trust.lms import LMS_BUSY, LMS_OK, HssVerifier

IMAGE_OK = const(0)
IMAGE_BAD_SIGNATURE = const(1)
IMAGE_BAD_HEADER = const(2)
IMAGE_WRONG_BOARD = const(3)
IMAGE_ROLLBACK = const(4)
IMAGE_MISSING = const(5)  # an empty slot
IMAGE_CHANGED = const(6)
IMAGE_WRONG_LENGTH = const(7)
IMAGE_READ_ERROR = const(8)
IMAGE_BUSY = const(9)

MAGIC = b"FAROIMG1"
HEADER_BYTES = const(128)
HEAD_BYTES = const(4096)  # header, signature, ones: the slot's first sector
MAX_COUNTER = const(0x3FFFFFFF)  # a small integer on a 32-bit MicroPython
_FORMAT = "<8s16s16s16sIII24s32sI"
_CRC_AT = const(124)
_PIECE_BYTES = const(2048)
_NAME_CHARS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-+"


def pack_header(board, version, build, counter, rom, signature_bytes):
    """The 128 bytes; the one way to write them."""
    head = struct.pack(
        _FORMAT,
        MAGIC,
        board.encode(),
        version.encode(),
        build.encode(),
        counter,
        len(rom),
        signature_bytes,
        bytes(24),
        hashlib.sha256(rom).digest(),
        0,
    )[:_CRC_AT]
    return head + struct.pack("<I", crc32(head))


def _text(field):
    """A name without its zeros; "" when it is not one, or hides something behind them."""
    name = bytes(field).rstrip(b"\0")
    for char in name:
        if char not in _NAME_CHARS:
            return ""
    return name.decode()


class Header:
    """The parsed header; `code` says whether it is one."""

    def __init__(self, data):
        fields = struct.unpack_from(_FORMAT, data, 0)
        self.board, self.version, self.build = [_text(field) for field in fields[1:4]]
        self.counter, self.rom_bytes, self.signature_bytes = fields[4:7]
        self.rom_sha256 = fields[8]
        if bytes(data[:HEADER_BYTES]) == b"\xff" * HEADER_BYTES:
            self.code = IMAGE_MISSING
        elif (
            fields[0] == MAGIC
            and self.board
            and self.version
            and self.build
            and self.counter <= MAX_COUNTER
            and self.rom_bytes > 0
            and self.signature_bytes <= HEAD_BYTES - HEADER_BYTES
            and fields[7] == bytes(24)
            and fields[9] == crc32(bytes(data[:_CRC_AT]))
        ):
            self.code = IMAGE_OK
        else:
            self.code = IMAGE_BAD_HEADER

    def check_target(self, board, minimum_counter, slot_bytes):
        """Is it for this board, not older than what has run here, and can it be in this slot?"""
        if self.code != IMAGE_OK:
            return self.code
        if self.board != board:
            return IMAGE_WRONG_BOARD
        if self.counter < minimum_counter:
            return IMAGE_ROLLBACK
        if HEAD_BYTES + self.rom_bytes > slot_bytes:
            return IMAGE_WRONG_LENGTH
        return IMAGE_OK


class HeadCheck:
    """Signature, board and counter, one LMS chain per step; without a key no signature is asked.

    `head` stays as it is until the verdict.
    """

    def __init__(self, head, board, minimum_counter, public_key, slot_bytes):
        self.header = header = Header(head)
        self.code = header.code
        self._verifier = None
        if self.code != IMAGE_OK:
            return
        if public_key is not None:
            # the signature first: nothing of an unsigned header is believed
            self._verifier = HssVerifier(public_key)
            end = HEADER_BYTES + header.signature_bytes
            if self._verifier.begin(memoryview(head)[HEADER_BYTES:end]) != LMS_OK:
                self.code = IMAGE_BAD_SIGNATURE
                return
            self._verifier.update(head[:HEADER_BYTES])
            self.code = IMAGE_BUSY
        else:
            minimum_counter = 0  # unsigned numbers hold nobody back
        self._verdict = header.check_target(board, minimum_counter, slot_bytes)
        if self.code == IMAGE_OK:
            self.code = self._verdict

    def step(self):
        """A small piece of work: IMAGE_BUSY, or the verdict."""
        if self.code == IMAGE_BUSY:
            code = self._verifier.step()
            if code != LMS_BUSY:
                self.code = self._verdict if code == LMS_OK else IMAGE_BAD_SIGNATURE
        return self.code


class RomCheck:
    """The ROMFS in a slot against its header's hash, 2 kB per step."""

    def __init__(self, region, header):
        self._region = region
        self._header = header
        self._hash = hashlib.sha256()
        self._buf = bytearray(_PIECE_BYTES)
        self._done_bytes = 0
        self.code = IMAGE_BUSY

    def step(self):
        """Hash one piece: IMAGE_BUSY, or the verdict."""
        if self.code != IMAGE_BUSY:
            return self.code
        at = HEAD_BYTES + self._done_bytes
        left_bytes = self._header.rom_bytes - self._done_bytes
        try:
            self._region.read_into(at >> 12, at & 0xFFF, self._buf)
        except OSError:
            self.code = IMAGE_READ_ERROR
            return self.code
        if left_bytes > _PIECE_BYTES:
            self._hash.update(self._buf)
            self._done_bytes += _PIECE_BYTES
        else:
            self._hash.update(self._buf[:left_bytes])
            is_right = self._hash.digest() == self._header.rom_sha256
            self.code = IMAGE_OK if is_right else IMAGE_CHANGED
        return self.code


def read_head(region):
    """The first sector of a slot."""
    head = bytearray(HEAD_BYTES)
    region.read_into(0, 0, head)
    return head


def check_slot(region, board, minimum_counter, public_key):
    """Everything at once, as the loader does it: (code, header)."""
    try:
        head = read_head(region)
    except OSError:
        return IMAGE_READ_ERROR, None
    check = HeadCheck(head, board, minimum_counter, public_key, region.size_bytes)
    while check.step() == IMAGE_BUSY:
        pass
    if check.code != IMAGE_OK:
        return check.code, check.header
    rom = RomCheck(region, check.header)
    while rom.step() == IMAGE_BUSY:
        pass
    return rom.code, check.header
