"""The sectors of the journal's flash region as a ring: who holds which numbers, where to look."""

from array import array

from firmware.core.bytes_into import get_u32
from firmware.core.compat import const
from firmware.journal.record import REC_NUMBER, RECORD_BYTES, is_blank, is_good

PLACES_PER_SECTOR = const(32)
_NONE = const(0)


class Ring:
    """Knows the first number in each sector; one read per sector at boot finds the head."""

    def __init__(self, region):
        if region.sector_count < 3:
            raise ValueError("a ring needs three sectors")
        self.region = region
        self.sector_count = region.sector_count
        self.firsts = array("I", bytes(4 * region.sector_count))
        self.buf = bytearray(RECORD_BYTES)
        self.head = region.sector_count - 1
        self.bad_sectors = []

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
            self.read_place(sector, place)
            if is_good(self.buf):
                return get_u32(self.buf, REC_NUMBER)
            # Sectors fill from the front: a blank first place means nothing was recorded here.
            if place == 0 and is_blank(self.buf):
                return _NONE
        return _NONE

    def _close_holes(self):
        """Keep the first numbers rising round the ring, so that `find` may halve."""
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

    def read_place(self, sector, place):
        """Read a place into `buf`."""
        self.region.read_into(sector, place * RECORD_BYTES, self.buf)

    def find_into(self, number, buf):
        """Read a record by number: the sector by halving, the place by arithmetic."""
        low, high = 1, self.sector_count
        while low < high:
            middle = (low + high + 1) >> 1
            if self.firsts[(self.head + middle) % self.sector_count] <= number:
                low = middle
            else:
                high = middle - 1
        sector = (self.head + low) % self.sector_count
        first = self.firsts[sector]
        if first == 0 or number < first:
            return False
        place = number - first
        if place < PLACES_PER_SECTOR and self._is_at(sector, place, number, buf):
            return True
        # A skipped place pushes records back, a gap in the numbers pulls them forward: look.
        for place in range(PLACES_PER_SECTOR):
            if self._is_at(sector, place, number, buf):
                return True
        return False

    def _is_at(self, sector, place, number, buf):
        self.region.read_into(sector, place * RECORD_BYTES, buf)
        return get_u32(buf, REC_NUMBER) == number and is_good(buf)

    def enter_ahead(self):
        """The sector ahead is the head from now on."""
        self.head = self.ahead()

    def erase_ahead(self):
        """Erase the sector ahead; what it held is no longer in the ring."""
        sector = self.ahead()
        self.firsts[sector] = 0
        self.region.erase_sector(sector)

    def last_in_ahead(self):
        """Give the highest number that erasing the sector ahead destroys, 0 if none."""
        sector = self.ahead()
        if self.firsts[sector] == 0:
            return 0
        for step in range(2, self.sector_count + 1):
            number = self.firsts[(self.head + step) % self.sector_count]
            if number > self.firsts[sector]:
                return number - 1
        return 0
