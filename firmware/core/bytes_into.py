"""CRC-32, COBS, copy and fill on caller's buffers without allocation: viper on the board.

Lengths are the caller's to keep inside the buffers: the machine-code form does not check.
"""

import sys
from binascii import crc32

SEEN_LETTER = 1  # kinds of bytes that take_run notes
SEEN_BINARY = 2


def _crc_put(buf, length, seed):
    """Write the CRC-32 of buf[:length-4] into the last four of `length` bytes."""
    end = length - 4
    buf[end:length] = crc32(memoryview(buf)[:end], seed).to_bytes(4, "little")


def _is_crc_good(buf, length, seed):
    """Tell whether the last four of `length` bytes are the CRC-32 of those before."""
    # Residue of CRC-32: holds for every seed, since the register ends equal to the sum.
    return crc32(memoryview(buf)[:length], seed) == 0x2144DF1C


def _copy_into(dst, dst_offset, src, length):
    """Copy the first `length` bytes of src into dst at dst_offset."""
    dst[dst_offset : dst_offset + length] = memoryview(src)[:length]


def _fill_into(dst, dst_offset, length, value):
    """Set `length` bytes of dst from dst_offset on to one value."""
    dst[dst_offset : dst_offset + length] = bytes((value,)) * length


def _cobs_close(buf, end):
    """Replace the zeros of buf[2:end] by distances to the next; the first goes into buf[1]."""
    code_at = 1
    zero_at = buf.find(b"\0", 2, end)
    while zero_at >= 0:
        buf[code_at] = zero_at - code_at
        code_at = zero_at
        zero_at = buf.find(b"\0", zero_at + 1, end)
    buf[code_at] = end - code_at


def _cobs_open(buf, fill):
    """Put the zeros of buf[1:fill] back; False when the distances do not add up."""
    at = 0
    step = buf[0]
    while at + step < fill:
        at += step
        step = buf[at]
        buf[at] = 0
    return at + step == fill


def _take_run(data, at, end, buf, fill, seen):
    """Copy bytes to buf[fill:] up to a zero or line feed; notes their kinds, tells the end."""
    while at < end:
        byte = data[at]
        if byte == 0 or byte == 10:
            break
        if 32 <= byte <= 126:
            seen[0] |= SEEN_LETTER
        elif byte != 13:
            seen[0] |= SEEN_BINARY
        if fill < len(buf):
            buf[fill] = byte
        fill += 1
        at += 1
    return at


def _get_field(form, index, buf, at):
    """The index-th number (from 1) of buf[at:] by a format like "<IBH": B, H and I only."""
    i = 1
    while i < index:
        at += _WIDTHS[form[i]]
        i += 1
    value = buf[at]
    for i in range(1, _WIDTHS[form[index]]):
        value |= buf[at + i] << 8 * i
    return value


_WIDTHS = {"B": 1, "H": 2, "I": 4}

if sys.implementation.name == "micropython":
    try:
        from firmware.core.viper_bytes import (
            cobs_close,
            cobs_open,
            copy_into,
            crc_put,
            fill_into,
            get_field,
            is_crc_good,
            take_run,
        )

        _HAS_VIPER = True
    except SyntaxError:  # a port without a native emitter, such as unix on arm64
        _HAS_VIPER = False
else:
    _HAS_VIPER = False

if not _HAS_VIPER:
    crc_put, is_crc_good, copy_into, fill_into = _crc_put, _is_crc_good, _copy_into, _fill_into
    cobs_close, cobs_open, take_run = _cobs_close, _cobs_open, _take_run
    get_field = _get_field


def get_u32(buf, offset):
    """Read a little-endian u32; `struct.unpack_from` would make a tuple."""
    return (
        buf[offset]
        | (buf[offset + 1] << 8)
        | (buf[offset + 2] << 16)
        | (buf[offset + 3] << 24)
    )


def put_u32(buf, offset, value):
    """Write a little-endian u32."""
    buf[offset] = value & 0xFF
    buf[offset + 1] = (value >> 8) & 0xFF
    buf[offset + 2] = (value >> 16) & 0xFF
    buf[offset + 3] = (value >> 24) & 0xFF
