"""The last 100 payments, in FRAM beside the cells: three copies, each entry with its CRC.

An entry is written before the commit that counts it, so a cut leaves it whole or unknown.
Fed by claims; needs no RAM of its own.
"""

import struct

from firmware.core.bytes_into import crc_put, get_u32, is_crc_good
from firmware.core.compat import const
from firmware.store.layout import COPY_BASE, COPY_CHIP, COPY_COUNT, HISTORY_AT

KEPT = const(100)
ENTRY = "<IIIBBqII"  # number, UTC, round, seat, class, cents from pool, second pool, house
ENTRY_BYTES = const(36)
_CRC_SEED = const(0x48495453)


class History:
    """`put` and `get` by number; numbers count from 1 for ever."""

    def __init__(self, store):
        self._store = store
        self._buf = bytearray(ENTRY_BYTES)

    def put(self, number, round_number, row, utc_s):
        """Keep one payment (seat, class, cents from pool, second pool, house)."""
        struct.pack_into(ENTRY, self._buf, 0, number, utc_s, round_number, *row)
        crc_put(self._buf, ENTRY_BYTES, _CRC_SEED)
        for copy in range(COPY_COUNT):
            self._store.put(copy, _place(number), self._buf)

    def get(self, number, last):
        """A payment as a tuple, None when it is older than the last 100 or not there."""
        if not max(last - KEPT, 0) < number <= last:
            return None
        buf = self._buf
        for copy in range(COPY_COUNT):
            at = COPY_BASE[copy] + _place(number)
            if self._store.read_raw(COPY_CHIP[copy], at, buf):
                if is_crc_good(buf, ENTRY_BYTES, _CRC_SEED) and get_u32(buf, 0) == number:
                    return struct.unpack_from(ENTRY, buf, 0)
        return None


def _place(number):
    return HISTORY_AT + number % KEPT * ENTRY_BYTES
