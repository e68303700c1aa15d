"""Unbiased numbers below k by rejection, and the Fisher–Yates shuffle driven by them.

Fed by drbg.py through RandomBytes; feeds the shuffler's plan.
"""

from firmware.trust.drbg import DRBG_OK

DRAW_FAILED = -1  # the source gave no byte, or rejected values without end
MAX_K = 65536
# At most half of all values are rejected, so 128 rejections in a row have a chance below
# 2^-128: that is a broken source, and the board must not hang on it.
MAX_TRIES = 128


def draw_below(k, next_byte):
    """A number 0..k-1, each equally likely if the bytes are; DRAW_FAILED if there is none."""
    if k < 2 or k > MAX_K:
        raise ValueError("k")
    if k <= 256:
        limit = 256 - 256 % k
    else:
        limit = 65536 - 65536 % k
    for _ in range(MAX_TRIES):
        value = next_byte()
        if value < 0:
            return DRAW_FAILED
        if k > 256:
            low = next_byte()
            if low < 0:
                return DRAW_FAILED
            value = value << 8 | low
        # Only whole multiples of k are accepted: each remainder then has limit / k values
        # (NJ 13:69E-1.28G, unbiased scaling).
        if value < limit:
            return value % k
    return DRAW_FAILED


def shuffle_in_place(buf, n, draw):
    """Fisher–Yates over buf[0..n-1]; draw(k) gives 0..k-1. False if a draw failed."""
    if n > len(buf):
        raise ValueError("n")
    for last in range(n - 1, 0, -1):
        # 0..last with last itself: without it every card would have to move (Sattolo)
        pick = draw(last + 1)
        if pick < 0:
            return False
        buf[last], buf[pick] = buf[pick], buf[last]
    return True


class RandomBytes:
    """Bytes from the generator, one at a time; a byte is given once and then wiped."""

    def __init__(self, drbg, size_bytes=64):
        self._drbg = drbg
        self._buf = bytearray(size_bytes)
        self._at = size_bytes
        self.code = DRBG_OK

    def next_byte(self):
        """The next byte, or -1 with the generator's reason in `code`."""
        if self._at == len(self._buf):
            self.code = self._drbg.generate_into(self._buf)
            if self.code != DRBG_OK:
                return -1
            self._at = 0
        byte = self._buf[self._at]
        self._buf[self._at] = 0
        self._at += 1
        return byte

    def draw(self, k):
        """A number 0..k-1, or DRAW_FAILED."""
        return draw_below(k, self.next_byte)

    def discard(self):
        """Forget the bytes in stock: after a reseed nothing older is dealt out."""
        for i in range(self._at, len(self._buf)):
            self._buf[i] = 0
        self._at = len(self._buf)
