"""SHA-256 in machine code for MicroPython (FIPS 180-4); imported only by sha256_into.

`hashlib.sha256` makes two objects per call, which the journal's steady path may not.  One
shared work area: neither re-entrant nor for interrupts, as the whole firmware is one loop.
"""
# ruff: noqa: F821  (ptr8, ptr32 and uint are viper's own types)

import struct
from array import array
from binascii import unhexlify

import micropython


def _words_of(text):
    """Words as the standard writes them, in RAM: what lies in flash may not be aligned."""
    count = len(text) // 8
    return array("I", struct.unpack(">%dI" % count, unhexlify(text)))


# FIPS 180-4, 5.3.3 and 4.2.2
_START = _words_of("6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19")
_ROUND = _words_of(
    "428a2f9871374491b5c0fbcfe9b5dba53956c25b59f111f1923f82a4ab1c5ed5"
    "d807aa9812835b01243185be550c7dc372be5d7480deb1fe9bdc06a7c19bf174"
    "e49b69c1efbe47860fc19dc6240ca1cc2de92c6f4a7484aa5cb0a9dc76f988da"
    "983e5152a831c66db00327c8bf597fc7c6e00bf3d5a7914706ca635114292967"
    "27b70a852e1b21384d2c6dfc53380d13650a7354766a0abb81c2c92e92722c85"
    "a2bfe8a1a81a664bc24b8b70c76c51a3d192e819d6990624f40e3585106aa070"
    "19a4c1161e376c082748774c34b0bcb5391c0cb34ed8aa4a5b9cca4f682e6ff3"
    "748f82ee78a5636f84c878148cc7020890befffaa4506cebbef9a3f7c67178f2"
)
_state = array("I", bytes(4 * 8))
_words = array("I", bytes(4 * 64))
_tail = bytearray(128)


@micropython.viper
def _block(src, offset: int):
    """Mix the 64 bytes of src at offset into the state."""
    data = ptr8(src)
    w = ptr32(_words)
    k = ptr32(_ROUND)
    h = ptr32(_state)
    # The 64-bit port computes in 64 bits; the mask makes each rotate and sum 32 bits wide.
    m = (uint(0xFFFF) << 16) | uint(0xFFFF)
    i = 0
    while i < 16:
        at = offset + (i << 2)
        w[i] = (data[at] << 24) | (data[at + 1] << 16) | (data[at + 2] << 8) | data[at + 3]
        i += 1
    while i < 64:
        x = uint(w[i - 15]) & m
        y = uint(w[i - 2]) & m
        s0 = ((x >> 7) | (x << 25)) ^ ((x >> 18) | (x << 14)) ^ (x >> 3)
        s1 = ((y >> 17) | (y << 15)) ^ ((y >> 19) | (y << 13)) ^ (y >> 10)
        w[i] = int((uint(w[i - 16]) + s0 + uint(w[i - 7]) + s1) & m)
        i += 1
    a = uint(h[0]) & m
    b = uint(h[1]) & m
    c = uint(h[2]) & m
    d = uint(h[3]) & m
    e = uint(h[4]) & m
    f = uint(h[5]) & m
    g = uint(h[6]) & m
    z = uint(h[7]) & m
    i = 0
    while i < 64:
        s1 = ((e >> 6) | (e << 26)) ^ ((e >> 11) | (e << 21)) ^ ((e >> 25) | (e << 7))
        t1 = z + (s1 & m) + ((e & f) ^ ((e ^ m) & g)) + uint(k[i]) + uint(w[i])
        s0 = ((a >> 2) | (a << 30)) ^ ((a >> 13) | (a << 19)) ^ ((a >> 22) | (a << 10))
        t2 = (s0 & m) + ((a & b) ^ (a & c) ^ (b & c))
        z = g
        g = f
        f = e
        e = (d + t1) & m
        d = c
        c = b
        b = a
        a = (t1 + t2) & m
        i += 1
    h[0] = int((uint(h[0]) + a) & m)
    h[1] = int((uint(h[1]) + b) & m)
    h[2] = int((uint(h[2]) + c) & m)
    h[3] = int((uint(h[3]) + d) & m)
    h[4] = int((uint(h[4]) + e) & m)
    h[5] = int((uint(h[5]) + f) & m)
    h[6] = int((uint(h[6]) + g) & m)
    h[7] = int((uint(h[7]) + z) & m)


@micropython.viper
def hash_into(src, length: int, dst, dst_offset: int):
    """Write SHA-256 of src[:length] into dst at dst_offset; src and dst may be one buffer."""
    data = ptr8(src)
    h = ptr32(_state)
    start = ptr32(_START)
    i = 0
    while i < 8:
        h[i] = start[i]
        i += 1
    done = 0
    while length - done >= 64:
        _block(src, done)
        done += 64
    tail = ptr8(_tail)
    rest = length - done
    i = 0
    while i < rest:
        tail[i] = data[done + i]
        i += 1
    tail[rest] = 0x80
    end = 64 if rest < 56 else 128
    i = rest + 1
    while i < end - 4:
        tail[i] = 0
        i += 1
    # Lengths here are far below 2^29 bytes, so four bytes of the bit count are enough.
    bits = length << 3
    tail[end - 4] = bits >> 24
    tail[end - 3] = bits >> 16
    tail[end - 2] = bits >> 8
    tail[end - 1] = bits
    _block(_tail, 0)
    if end == 128:
        _block(_tail, 64)
    to = ptr8(dst)
    i = 0
    while i < 8:
        word = h[i]
        at = dst_offset + (i << 2)
        to[at] = word >> 24
        to[at + 1] = word >> 16
        to[at + 2] = word >> 8
        to[at + 3] = word
        i += 1
