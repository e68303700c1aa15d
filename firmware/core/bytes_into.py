"""CRC-32, copy and fill on caller's buffers without allocation: viper on the board.

Lengths are the caller's to keep inside the buffers: the machine-code form does not check.
"""

import sys
from binascii import crc32


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


if sys.implementation.name == "micropython":
    try:
        from firmware.core.viper_bytes import copy_into, crc_put, fill_into, is_crc_good
    except SyntaxError:  # a port without a native emitter, such as unix on arm64
        crc_put, is_crc_good, copy_into, fill_into = (
            _crc_put,
            _is_crc_good,
            _copy_into,
            _fill_into,
        )
else:
    crc_put, is_crc_good, copy_into, fill_into = _crc_put, _is_crc_good, _copy_into, _fill_into


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
