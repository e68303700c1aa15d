"""Machine-code byte work for MicroPython: CRC-32, copy, fill; imported only by bytes_into.

`binascii.crc32` gives back a 32-bit number, which on a 32-bit chip is a heap object three
times out of four; here the sum goes straight into the buffer and nothing is allocated.
"""
# ruff: noqa: F821  (ptr8, ptr32 and uint are viper's own types)

from array import array

import micropython

# One entry per nibble: 64 bytes of RAM instead of 1 kB, at two look-ups per byte.
_NIBBLES = array(
    "I",
    (
        0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4, 0x4DB26158,
        0x5005713C, 0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4,
        0xA00AE278, 0xBDBDF21C,
    ),
)  # fmt: skip


@micropython.viper
def crc_put(buf, length: int, seed: uint):
    """Write the CRC-32 of buf[:length-4] into the last four of `length` bytes."""
    data = ptr8(buf)
    table = ptr32(_NIBBLES)
    mask = (uint(0xFFFF) << 16) | uint(0xFFFF)
    crc = (seed ^ mask) & mask
    end = length - 4
    i = 0
    while i < end:
        crc = crc ^ uint(data[i])
        crc = (crc >> 4) ^ uint(table[int(crc & 15)])
        crc = (crc >> 4) ^ uint(table[int(crc & 15)])
        i += 1
    crc = (crc ^ mask) & mask
    data[end] = int(crc)
    data[end + 1] = int(crc >> 8)
    data[end + 2] = int(crc >> 16)
    data[end + 3] = int(crc >> 24)


@micropython.viper
def is_crc_good(buf, length: int, seed: uint) -> bool:
    """Tell whether the last four of `length` bytes are the CRC-32 of those before."""
    data = ptr8(buf)
    table = ptr32(_NIBBLES)
    mask = (uint(0xFFFF) << 16) | uint(0xFFFF)
    crc = (seed ^ mask) & mask
    end = length - 4
    i = 0
    while i < end:
        crc = crc ^ uint(data[i])
        crc = (crc >> 4) ^ uint(table[int(crc & 15)])
        crc = (crc >> 4) ^ uint(table[int(crc & 15)])
        i += 1
    crc = (crc ^ mask) & mask
    stored = uint(data[end]) | (uint(data[end + 1]) << 8)
    stored = stored | (uint(data[end + 2]) << 16) | (uint(data[end + 3]) << 24)
    return crc == stored


@micropython.viper
def copy_into(dst, dst_offset: int, src, length: int):
    """Copy the first `length` bytes of src into dst at dst_offset."""
    to = ptr8(dst)
    data = ptr8(src)
    i = 0
    while i < length:
        to[dst_offset + i] = data[i]
        i += 1


@micropython.viper
def fill_into(dst, dst_offset: int, length: int, value: int):
    """Set `length` bytes of dst from dst_offset on to one value."""
    to = ptr8(dst)
    i = 0
    while i < length:
        to[dst_offset + i] = value
        i += 1


@micropython.viper
def cobs_close(buf, end: int):
    """Replace the zeros of buf[2:end] by distances to the next; the first goes into buf[1]."""
    data = ptr8(buf)
    code_at = 1
    i = 2
    while i < end:
        if data[i] == 0:
            data[code_at] = i - code_at
            code_at = i
        i += 1
    data[code_at] = end - code_at


@micropython.viper
def cobs_open(buf, fill: int) -> bool:
    """Put the zeros of buf[1:fill] back; False when the distances do not add up."""
    data = ptr8(buf)
    at = 0
    step = int(data[0])
    while at + step < fill:
        at += step
        step = int(data[at])
        data[at] = 0
    return at + step == fill


@micropython.viper
def take_run(data, at: int, end: int, buf, fill: int, seen) -> int:
    """Copy bytes to buf[fill:] up to a zero or line feed; notes their kinds, tells the end."""
    src = ptr8(data)
    to = ptr8(buf)
    kinds = ptr8(seen)
    limit = int(len(buf))  # noqa: RUF046 (to viper, len() gives an object)
    found = int(kinds[0])
    while at < end:
        byte = int(src[at])
        if byte == 0 or byte == 10:
            break
        if byte < 32 or byte > 126:
            if byte != 13:
                found |= 2
        else:
            found |= 1
        if fill < limit:
            to[fill] = byte
        fill += 1
        at += 1
    kinds[0] = found
    return at


@micropython.viper
def get_field(form, index: int, buf, at: int) -> uint:
    """The index-th number (from 1) of buf[at:] by a format like "<IBH": B, H and I only."""
    codes = ptr8(form)
    data = ptr8(buf)
    i = 1
    while i < index:
        code = int(codes[i])
        at += 1 if code == 66 else (2 if code == 72 else 4)
        i += 1
    code = int(codes[index])
    value = uint(data[at])
    if code != 66:
        value |= uint(data[at + 1]) << 8
        if code != 72:
            value |= (uint(data[at + 2]) << 16) | (uint(data[at + 3]) << 24)
    return value
