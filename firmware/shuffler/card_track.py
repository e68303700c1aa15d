"""Where each card in the shuffler is, one row of eight bytes per card on both FRAM chips.

Written card by card while the machine runs, so it must be quick: 0.3 ms per chip, where a commit
of a cell takes 40.  A row is good when its CRC fits its own number and the cycle; a row torn by a
power cut on one chip is whole on the other, because they are written one after the other.
"""

import struct
from binascii import crc32

from firmware.core.compat import const
from firmware.store.layout import TRACK_AT

TRACK_ROWS = const(432)
_ROW_BYTES = const(8)
_SEED = "<HI"  # index, cycle: a row of an older cycle, or of another card, does not fit
_READ_ROWS = const(16)


class CardTrack:
    """`store` gives write_raw and read_raw of its two chips."""

    def __init__(self, store):
        self._store = store
        self._row = bytearray(_ROW_BYTES)
        self._seed = bytearray(6)
        self._block = bytearray(_ROW_BYTES * _READ_ROWS)

    def put(self, index, cycle, code, place):
        """Make one card's row durable."""
        row = self._row
        row[0] = code
        row[1] = place
        row[2] = row[3] = 0
        struct.pack_into("<I", row, 4, self._crc(index, cycle, row, 0))
        at = TRACK_AT + index * _ROW_BYTES
        self._store.write_raw(0, at, row)
        self._store.write_raw(1, at, row)

    def load(self, cycle, on_card):
        """After a boot: on_card(index, code, place) for each row of this cycle."""
        block = self._block
        for first in range(0, TRACK_ROWS, _READ_ROWS):
            found = bytearray(_READ_ROWS)
            for chip in (0, 1):
                if not self._store.read_raw(chip, TRACK_AT + first * _ROW_BYTES, block):
                    continue
                for i in range(_READ_ROWS):
                    at = i * _ROW_BYTES
                    crc = struct.unpack_from("<I", block, at + 4)[0]
                    if not found[i] and crc == self._crc(first + i, cycle, block, at):
                        found[i] = 1
                        on_card(first + i, block[at], block[at + 1])

    def _crc(self, index, cycle, buf, at):
        struct.pack_into(_SEED, self._seed, 0, index, cycle)
        return crc32(bytes(buf[at : at + 4]), crc32(self._seed))
