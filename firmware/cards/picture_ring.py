"""The service file: pictures of refused and contradicted cards, a ring in flash.

A place is four sectors: the green picture, the red one, then a page that says what it was.  That
page is programmed last and carries the CRC of all, so a picture is whole or not there.
"""

import struct
from binascii import crc32

KEPT = 64
PLACE_SECTORS = 4
AHEAD = 12  # places that are blank for the next pictures: six refused cards in a row
PLACES = KEPT + AHEAD
SECTORS = PLACES * PLACE_SECTORS
GREEN_BYTES = 12_288
RED_BYTES = 3_072
PICTURE_BYTES = GREEN_BYTES + RED_BYTES

# magic, number, why, reading, camera, lines, position, earlier position, UTC or 0, CRC of both
_HEAD = "<4sIBBBBHHII"
HEAD_BYTES = 24
_MAGIC = b"FRMS"
_SECTOR_BYTES = 4096
_PAGE_BYTES = 256
_BLANK = b"\xff" * _PAGE_BYTES


class PictureRing:
    """`region` is the service file's part of the flash; numbers count up for ever from 1."""

    def __init__(self, region):
        self._region = region
        self._page = bytearray(_PAGE_BYTES)
        self._head = bytearray(HEAD_BYTES + 4)
        self._last = -1  # not looked up yet: costs 66 reads, and most boots never need it
        self._blank_to = 0  # pictures up to this number find a blank place
        self._sector = 0  # being looked at: sector of the place behind `_blank_to`
        self.dropped = 0

    def last(self):
        """Number of the newest picture; 0 when there is none."""
        if self._last < 0:
            self._last = 0
            for place in range(PLACES):
                number = self._number_in(place)
                if number > self._last:
                    self._last = number
        return self._last

    def count(self):
        return min(self.last(), KEPT)

    def keep(self, why, reading, camera, lines, position, earlier, utc_s, green, red):
        """Store one picture; its number, or 0 when no blank place is left (erasing is too slow)."""
        number = self.last() + 1
        if self._blank_to < number:
            self.dropped += 1
            return 0
        crc = self._program(number, 0, green)
        crc = self._program(number, GREEN_BYTES, red, crc)
        if self._crc_of(number) != crc:
            self._blank_to = number - 1  # a sector that holds nothing, after a torn erase
            self.dropped += 1
            return 0
        page = self._page
        for i in range(_PAGE_BYTES):
            page[i] = 0xFF
        what = (why, reading, camera, lines, position, earlier, utc_s, crc)
        struct.pack_into(_HEAD, page, 0, _MAGIC, number, *what)
        struct.pack_into("<I", page, HEAD_BYTES, crc32(memoryview(page)[:HEAD_BYTES]))
        self._put_page(number, PICTURE_BYTES)
        self._last = number
        return number

    def drop(self):
        """There was no time for a picture."""
        self.dropped += 1

    def service(self):
        """While no card is near: one sector of the next places made blank.

        Erasing keeps the chip's interrupts waiting for 45 ms, so it never happens with a card.
        """
        blank_to = max(self._blank_to, self.last())
        if blank_to >= self.last() + AHEAD:
            return
        sector = (blank_to + 1) % PLACES * PLACE_SECTORS + self._sector
        if not self._is_blank(sector):
            self._region.erase_sector(sector)
        self._sector += 1
        if self._sector == PLACE_SECTORS:
            self._sector = 0
            self._blank_to = blank_to + 1

    def head(self, age):
        """What the picture of this age was (0: the newest), as bytes; None when there is none."""
        if age >= self.count():
            return None
        number = self.last() - age
        if self._number_in(number % PLACES) != number:
            return None  # the plug was pulled while it was written
        return bytes(self._head[:HEAD_BYTES])

    def read_into(self, age, offset, buf):
        """Part of a picture: the green picture, then the red one; False when there is none."""
        if age >= self.count() or offset + len(buf) > PICTURE_BYTES:
            return False
        number = self.last() - age
        at = offset
        view = memoryview(buf)
        while at < offset + len(buf):
            in_sector = at % _SECTOR_BYTES
            n = min(_SECTOR_BYTES - in_sector, offset + len(buf) - at)
            sector = number % PLACES * PLACE_SECTORS + at // _SECTOR_BYTES
            self._region.read_into(sector, in_sector, view[at - offset : at - offset + n])
            at += n
        return True

    # -- flash -----------------------------------------------------------------------------

    def _number_in(self, place):
        sector = place * PLACE_SECTORS + PICTURE_BYTES // _SECTOR_BYTES
        self._region.read_into(sector, PICTURE_BYTES % _SECTOR_BYTES, self._head)
        if self._head[:4] != _MAGIC:
            return 0
        crc = struct.unpack_from("<I", self._head, HEAD_BYTES)[0]
        if crc32(memoryview(self._head)[:HEAD_BYTES]) != crc:
            return 0
        return struct.unpack_from("<I", self._head, 4)[0]

    def _is_blank(self, sector):
        page = self._page
        for at in range(0, _SECTOR_BYTES, _PAGE_BYTES):
            self._region.read_into(sector, at, page)
            if page != _BLANK:
                return False
        return True

    def _crc_of(self, number):
        crc = 0
        sector = number % PLACES * PLACE_SECTORS
        for at in range(0, PICTURE_BYTES, _PAGE_BYTES):
            self._region.read_into(sector + at // _SECTOR_BYTES, at % _SECTOR_BYTES, self._page)
            crc = crc32(self._page, crc)
        return crc

    def _program(self, number, offset, data, crc=0):
        view = memoryview(data)
        for at in range(0, len(data), _PAGE_BYTES):
            self._page[:] = view[at : at + _PAGE_BYTES]
            self._put_page(number, offset + at)
        return crc32(data, crc)

    def _put_page(self, number, offset):
        sector = number % PLACES * PLACE_SECTORS + offset // _SECTOR_BYTES
        self._region.program_page(sector, offset % _SECTOR_BYTES, self._page)
