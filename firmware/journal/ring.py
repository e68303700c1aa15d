"""Sectors of the journal's flash region as a ring: who holds which numbers, where to look."""

from array import array

from firmware.core.bytes_into import get_u32
from firmware.core.compat import const
from firmware.journal.record import REC_BEFORE, REC_NUMBER, RECORD_BYTES, is_blank, is_good

PLACES_PER_SECTOR = const(32)
LEAST_SECTORS = const(3)  # the head, the one ahead, and one that is whole
_NONE = const(0)


class Ring:
    """Knows the first number in each of its sectors; one read per sector at boot finds the head.

    Numbers rise with gaps: those between lie in the other ring.
    """

    def __init__(self, region, first_sector, sector_count):
        if sector_count < LEAST_SECTORS:
            raise ValueError("a ring needs three sectors")
        self._region = region
        self._first_sector = first_sector
        self.sector_count = sector_count
        self.firsts = array("I", bytes(4 * sector_count))
        self.buf = bytearray(RECORD_BYTES)
        self.head = sector_count - 1
        self.bad_sectors = []
        self._found_sector = 0  # where the last search ended: most readers go on from there
        self._found_place = 0

    def ahead(self):
        """Give the sector that will be written after the head sector."""
        return (self.head + 1) % self.sector_count

    def scan(self):
        """Read the first record of each sector; the head sector is the one with the highest."""
        self.bad_sectors = []
        highest = 0
        self.head = self.sector_count - 1
        for sector in range(self.sector_count):
            number = self._first_in(sector)
            self.firsts[sector] = number
            if number > highest:
                highest = number
                self.head = sector
        self._close_holes()
        return highest

    def _first_in(self, sector):
        """Give the number of the first good record in a sector, 0 if there is none."""
        for place in range(PLACES_PER_SECTOR):
            self.read_into(sector, place, self.buf)
            if is_good(self.buf):
                return get_u32(self.buf, REC_NUMBER)
            # Sectors fill from the front: a blank first place means nothing was recorded here.
            if place == 0 and is_blank(self.buf):
                return _NONE
        return _NONE

    def _close_holes(self):
        """Keep the first numbers rising round the ring, so that a search may halve."""
        bound = self.firsts[self.head]
        has_older = False
        for back in range(self.sector_count - 1, 0, -1):
            if self.firsts[(self.head - back) % self.sector_count]:
                has_older = True
                continue
            if has_older:
                self.bad_sectors.append((self.head - back) % self.sector_count)
        for back in range(1, self.sector_count):
            sector = (self.head - back) % self.sector_count
            number = self.firsts[sector]
            if number >= bound and number:
                self.bad_sectors.append(sector)
                number = 0
            if number:
                bound = number
            elif sector in self.bad_sectors:
                self.firsts[sector] = bound

    def first_number(self):
        """Give the oldest number held, 0 if the ring is empty."""
        for ahead in range(1, self.sector_count + 1):
            number = self.firsts[(self.head + ahead) % self.sector_count]
            if number:
                return number
        return 0

    def seek_into(self, number, buf):
        """Read the record `number`, or else the next one held; gives its number, 0: none."""
        sector, place = self._found_sector, self._found_place
        for _ in range(2):
            self.read_into(sector, place, buf)
            if is_good(buf) and get_u32(buf, REC_BEFORE) < number <= get_u32(buf, REC_NUMBER):
                return self._found(sector, place, buf)
            place += 1
            if place == PLACES_PER_SECTOR:
                place = 0
                sector = (sector + 1) % self.sector_count
        return self._search_into(number, buf)

    def _search_into(self, number, buf):
        """The sector by halving; inside it, place by place: damage may be anywhere."""
        low, high = 1, self.sector_count
        while low < high:
            middle = (low + high + 1) >> 1
            if self.firsts[(self.head + middle) % self.sector_count] <= number:
                low = middle
            else:
                high = middle - 1
        while low <= self.sector_count:
            sector = (self.head + low) % self.sector_count
            if self.firsts[sector]:
                for place in range(PLACES_PER_SECTOR):
                    self.read_into(sector, place, buf)
                    if is_good(buf) and get_u32(buf, REC_NUMBER) >= number:
                        return self._found(sector, place, buf)
            low += 1
        return 0

    def _found(self, sector, place, buf):
        self._found_sector = sector
        self._found_place = place
        return get_u32(buf, REC_NUMBER)

    def count_ahead(self, after):
        """How many records with numbers above `after` erasing the sector ahead destroys."""
        sector = self.ahead()
        count = 0
        for place in range(PLACES_PER_SECTOR if self.firsts[sector] else 0):
            self.read_into(sector, place, self.buf)
            if is_good(self.buf) and get_u32(self.buf, REC_NUMBER) > after:
                count += 1
        return count

    def last_ahead(self):
        """Give the highest number in the sector ahead, 0 if it holds none."""
        sector = self.ahead()
        place = PLACES_PER_SECTOR if self.firsts[sector] else 0
        while place:
            place -= 1
            self.read_into(sector, place, self.buf)
            if is_good(self.buf):
                return get_u32(self.buf, REC_NUMBER)
        return 0

    # -- the flash -------------------------------------------------------------------------

    def read_into(self, sector, place, buf):
        """Read a place."""
        self._region.read_into(self._first_sector + sector, place * RECORD_BYTES, buf)

    def program(self, place, page):
        """Program the page of the head sector in which a place lies."""
        self._region.program_page(self._first_sector + self.head, (place >> 1) * len(page), page)

    def erase_ahead(self):
        """Erase the sector ahead; what it held is no longer in the ring."""
        sector = self.ahead()
        self.firsts[sector] = 0
        self._region.erase_sector(self._first_sector + sector)

    def erase_all(self):
        """For a new journal."""
        for sector in range(self.sector_count):
            self._region.erase_sector(self._first_sector + sector)

    def enter_ahead(self):
        """The sector ahead is the head from now on."""
        self.head = self.ahead()
