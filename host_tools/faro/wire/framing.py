"""Frames on the host's side: splits a byte stream into frames and text lines, builds frames.

Written apart from the board's code on purpose: the tests let the two read each other.
"""

from __future__ import annotations

import struct
from binascii import crc32
from dataclasses import dataclass

HEADER = struct.Struct("<BBBBI")
_CRC = struct.Struct("<I")
_RESIDUE = 0x2144DF1C
_MIN_BODY = HEADER.size + 4
_MAX_BODY = HEADER.size + 200 + 16 + 4
TAG_BYTES = 16
TAGGED = 0x80


@dataclass(frozen=True, slots=True)
class Frame:
    """One undamaged frame."""

    kind: int
    dst: int
    src: int
    req: int
    ctr: int
    payload: bytes
    tag: bytes = b""


def cobs_encode(body: bytes) -> bytes:
    """COBS for bodies shorter than 254 bytes: every zero becomes the distance to the next."""
    return b"".join(bytes((len(run) + 1,)) + run for run in body.split(b"\0"))


def cobs_decode(data: bytes) -> bytes | None:
    """The body, or None when the codes do not add up."""
    out = bytearray(data)
    at = 0
    end = len(data)
    step = out[0]
    while at + step < end:
        at += step
        step = out[at]
        out[at] = 0
    return bytes(out[1:]) if at + step == end else None


def tagged_part(frame: Frame, is_tagged: bool = True) -> bytes:
    """Header and payload: what a session's tag covers."""
    kind = frame.kind | TAGGED if is_tagged else frame.kind
    return HEADER.pack(kind, frame.dst, frame.src, frame.req, frame.ctr) + frame.payload


def encode(frame: Frame) -> bytes:
    """The bytes of a frame, both delimiters included."""
    body = tagged_part(frame, bool(frame.tag)) + frame.tag
    return b"\0" + cobs_encode(body + _CRC.pack(crc32(body))) + b"\0"


def decode(data: bytes) -> Frame | None:
    """The frame in the bytes between two delimiters, or None when it is damaged."""
    if not _MIN_BODY < len(data) <= _MAX_BODY + 1:
        return None
    body = cobs_decode(data)
    if body is None or crc32(body) != _RESIDUE:
        return None
    kind, dst, src, req, ctr = HEADER.unpack_from(body)
    end = len(body) - 4
    if kind & TAGGED:
        if end - HEADER.size < TAG_BYTES:
            return None
        return Frame(
            kind & ~TAGGED,
            dst,
            src,
            req,
            ctr,
            body[HEADER.size : end - TAG_BYTES],
            body[end - TAG_BYTES : end],
        )
    return Frame(kind, dst, src, req, ctr, body[HEADER.size : end])


class Splitter:
    """Feed it what the port gave; it hands out frames and keeps text lines and damage apart."""

    def __init__(self) -> None:
        self.bad_frames = 0
        self.text_lines: list[str] = []
        self._pending = b""

    def feed(self, data: bytes) -> list[Frame]:
        """All frames that are complete now."""
        pieces = (self._pending + data).split(b"\0")
        self._pending = pieces.pop()
        frames: list[Frame] = []
        for piece in pieces:
            if not piece.strip(b"\r\n"):
                continue  # nothing, or the line end of a text
            frame = decode(piece)
            if frame is not None:
                frames.append(frame)
            elif not self._take_text(piece + b"\n"):
                self.bad_frames += 1
        if self._take_text(self._pending):
            self._pending = b""
        elif len(self._pending) > 4096:  # noise without end: nothing in it can be a frame
            self._pending = b""
            self.bad_frames += 1
        return frames

    def _take_text(self, data: bytes) -> bool:
        """Printable lines the board answered to a text command; True when it was all text."""
        if not data.endswith(b"\n") or not data.strip(b"\r\n"):
            return False  # a lone line feed may be the first code of a frame still coming in
        if not all(32 <= b <= 126 or b in b"\r\n" for b in data):
            return False
        self.text_lines += data.decode().splitlines()
        return True
