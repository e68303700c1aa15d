"""Frames on a byte stream, both ways, in place and without allocation.

    00 | COBS( kind 1 · dst 1 · src 1 · req 1 · ctr 4 · payload ≤ 200 · [tag 16] · crc32 4 ) | 00

A body is shorter than 254 bytes, so COBS costs exactly one byte and no code is ever 0xFF.
A printable line that ends in a line feed is text for a technician; it cannot be a frame,
because every address has its top bit set.
"""

import struct

from firmware.core import bytes_into
from firmware.core.bytes_into import cobs_close, cobs_open, crc_put, is_crc_good, take_run

HEADER_BYTES = 8
MAX_PAYLOAD_BYTES = 200
TAG_BYTES = 16
CRC_BYTES = 4
MIN_BODY_BYTES = HEADER_BYTES + CRC_BYTES
MAX_BODY_BYTES = HEADER_BYTES + MAX_PAYLOAD_BYTES + TAG_BYTES + CRC_BYTES
MAX_FRAME_BYTES = MAX_BODY_BYTES + 3
TAGGED = 0x80  # bit of the kind byte

_RETURN = 13
_BREAK = 3
_RAW_REPL = 1
_LONGEST_BREAK_BYTES = 8  # CR 03 03 CR 01 and the like

NOTHING = 0
FRAME = 1
TEXT = 2


class FrameDecoder:
    """Fed any bytes; finds frames (body in `buf[1:1+body_bytes]`) and text lines."""

    def __init__(self):
        self.buf = bytearray(MAX_BODY_BYTES + 1)
        self.found = NOTHING
        self.body_bytes = 0
        self.text_start = 0
        self.text_end = 0
        self.bad_frames = 0  # damaged: wrong COBS, wrong CRC, too short or too long
        self._body = memoryview(self.buf)[1:]  # made once: slicing allocates
        self._fill = 0
        self._seen = bytearray(1)  # kinds of bytes since the last frame or line

    def feed(self, data, at, end):
        """Take bytes up to the next frame or line; gives back where it stopped."""
        self.found = NOTHING
        seen = self._seen
        fill = self._fill
        while at < end:
            start = at
            at = take_run(data, at, end, self.buf, fill, seen)
            fill += at - start
            if at == end:
                break
            byte = data[at]  # zero or line feed
            at += 1
            if byte == 0:
                if fill and self._close_frame(fill):
                    self.found = FRAME
            elif seen[0] == bytes_into.SEEN_LETTER:
                self._close_text(fill)
            elif fill <= MAX_BODY_BYTES:
                self.buf[fill] = byte
                fill += 1
                continue
            else:  # too long for a frame: a new line may start afresh
                self.bad_frames += 1
            self._reset()
            fill = 0
            if self.found:
                return at
        self._fill = fill
        return at

    def drop_partial(self):
        """The line went quiet inside a frame: forget it.  Typed text may take its time."""
        if self._fill and self._seen[0] & bytes_into.SEEN_BINARY:
            self.bad_frames += 1
            self._reset()

    def take_break(self):
        """Whether the line ends, just now, in what opens a REPL elsewhere: CR Ctrl-C, or two.

        Asked after each piece of input: inside noise or a damaged frame other bytes follow at
        once, and those must not be taken for a person (each attempt is journalled).
        """
        fill = self._fill
        if not 2 <= fill <= _LONGEST_BREAK_BYTES:
            return False
        has_break = False
        for i in range(fill):
            byte = self.buf[i]
            if byte == _BREAK:
                has_break = True
            elif byte != _RETURN and byte != _RAW_REPL:
                return False  # so that the first two bytes of a DESCRIBE are never taken for one
        if has_break:
            self._reset()
        return has_break

    def _reset(self):
        self._fill = 0
        self._seen[0] = 0

    def _close_text(self, fill):
        buf = self.buf
        fill = min(fill, MAX_BODY_BYTES + 1)
        start = 0
        while start < fill and buf[start] < 32:
            start += 1
        while fill > start and buf[fill - 1] <= 32:
            fill -= 1
        self.text_start = start
        self.text_end = fill
        self.found = TEXT

    def _close_frame(self, fill):
        if fill <= MIN_BODY_BYTES or fill > MAX_BODY_BYTES + 1:
            self.bad_frames += 1
            return False
        if not cobs_open(self.buf, fill) or not is_crc_good(self._body, fill - 1, 0):
            self.bad_frames += 1
            return False
        self.body_bytes = fill - 1
        return True


class FrameEncoder:
    """Builds one frame in `buf`; the payload is written at PAYLOAD_AT before `finish`."""

    PAYLOAD_AT = 2 + HEADER_BYTES

    def __init__(self):
        self.buf = bytearray(MAX_FRAME_BYTES)
        self._body = memoryview(self.buf)[2:]

    def finish(self, kind, dst, src, req, ctr, payload_bytes, make_tag=None):
        """Close the frame; gives back its length in bytes on the wire.

        `make_tag(body)` gives the tag for a frame of a session.
        """
        buf = self.buf
        body_bytes = HEADER_BYTES + payload_bytes
        if make_tag:
            struct.pack_into("<BBBBI", buf, 2, kind | TAGGED, dst, src, req, ctr)
            tag = make_tag(bytes(self._body[:body_bytes]))
            buf[2 + body_bytes : 2 + body_bytes + TAG_BYTES] = tag
            body_bytes += TAG_BYTES
        else:
            struct.pack_into("<BBBBI", buf, 2, kind, dst, src, req, ctr)
        crc_put(self._body, body_bytes + CRC_BYTES, 0)
        end = 2 + body_bytes + CRC_BYTES
        cobs_close(buf, end)
        buf[0] = 0
        buf[end] = 0
        return end + 1
