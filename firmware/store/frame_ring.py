"""The service file: pictures of refused and contradicted cards, a ring in flash.

A slot is four sectors: the green frame, the red one, then a page that says what it was.  That
page is programmed last and carries the CRC of all, so a picture is whole or not there.
"""

import struct
from binascii import crc32

KEPT = 64
SLOT_SECTORS = 4
SLOTS = KEPT + 2  # the next two are being erased
SECTORS = SLOTS * SLOT_SECTORS
GREEN_BYTES = 12_288
RED_BYTES = 3_072
PICTURE_BYTES = GREEN_BYTES + RED_BYTES

# magic, number, why, reading, camera, lines, position, earlier position, UTC or 0, CRC of both
_HEAD = "<4sIBBBBHHII"
HEAD_BYTES = 24
_MAGIC = b"FRMS"
_SECTOR_BYTES = 4096
_PAGE_BYTES = 256


class FrameRing:
    """`region` is the service file's part of the flash; numbers count up for ever from 1."""

    def __init__(self, region):
        self._region = region
        self._page = bytearray(_PAGE_BYTES)
        self._head = bytearray(HEAD_BYTES + 4)
        self._last = -1  # not looked up yet: costs 66 reads, and most boots never need it
        self._erased_to = 0  # slots up to this number are blank

    def last(self):
        """Number of the newest picture; 0 when there is none."""
        if self._last < 0:
            self._last = 0
            for slot in range(SLOTS):
                number = self._number_in(slot)
                if number > self._last:
                    self._last = number
        return self._last

    def count(self):
        return min(self.last(), KEPT)

    def keep(self, why, reading, camera, lines, position, earlier, utc_s, green, red):
        """Store one picture; gives back its number."""
        number = self.last() + 1
        if self._erased_to < number:
            self._erase(number)
        crc = self._program(number, 0, green)
        crc = self._program(number, GREEN_BYTES, red, crc)
        page = self._page
        for i in range(_PAGE_BYTES):
            page[i] = 0xFF
        what = (why, reading, camera, lines, position, earlier, utc_s, crc)
        struct.pack_into(_HEAD, page, 0, _MAGIC, number, *what)
        struct.pack_into("<I", page, HEAD_BYTES, crc32(memoryview(page)[:HEAD_BYTES]))
        self._put_page(number, PICTURE_BYTES)
        self._last = number
        return number

    def service(self):
        """In idle time: make the next slot blank, so that keeping a picture takes no erasing."""
        if self._last > 0 and self._erased_to <= self._last:
            self._erase(self._last + 1)

    def head(self, age):
        """What the picture of this age was (0: the newest), as bytes; None when there is none."""
        if age >= self.count():
            return None
        number = self.last() - age
        if self._number_in(number % SLOTS) != number:
            return None  # the plug was pulled while it was written
        return bytes(self._head[:HEAD_BYTES])

    def read_into(self, age, offset, buf):
        """Part of a picture: the green frame, then the red one; False when there is none."""
        if age >= self.count() or offset + len(buf) > PICTURE_BYTES:
            return False
        number = self.last() - age
        at = offset
        view = memoryview(buf)
        while at < offset + len(buf):
            in_sector = at % _SECTOR_BYTES
            n = min(_SECTOR_BYTES - in_sector, offset + len(buf) - at)
            sector = number % SLOTS * SLOT_SECTORS + at // _SECTOR_BYTES
            self._region.read_into(sector, in_sector, view[at - offset : at - offset + n])
            at += n
        return True

    # -- flash -----------------------------------------------------------------------------

    def _number_in(self, slot):
        sector = slot * SLOT_SECTORS + PICTURE_BYTES // _SECTOR_BYTES
        self._region.read_into(sector, PICTURE_BYTES % _SECTOR_BYTES, self._head)
        if self._head[:4] != _MAGIC:
            return 0
        crc = struct.unpack_from("<I", self._head, HEAD_BYTES)[0]
        if crc32(memoryview(self._head)[:HEAD_BYTES]) != crc:
            return 0
        return struct.unpack_from("<I", self._head, 4)[0]

    def _erase(self, number):
        for sector in range(SLOT_SECTORS):
            self._region.erase_sector(number % SLOTS * SLOT_SECTORS + sector)
        self._erased_to = number

    def _program(self, number, offset, data, crc=0):
        view = memoryview(data)
        for at in range(0, len(data), _PAGE_BYTES):
            self._page[:] = view[at : at + _PAGE_BYTES]
            self._put_page(number, offset + at)
        return crc32(data, crc)

    def _put_page(self, number, offset):
        sector = number % SLOTS * SLOT_SECTORS + offset // _SECTOR_BYTES
        self._region.program_page(sector, offset % _SECTOR_BYTES, self._page)
