"""Two places for the enrolled deck in flash; which of them counts is in a cell, with its event.

A new set goes into the place that is not in use and is read back; only then does the commit of
the cell turn it on.  Whenever the plug is pulled, the old set or the new one is there, whole.
"""

from binascii import crc32

PLACES = 2


class TemplatePlaces:
    """`region` is the templates' part of the flash; `place`, `crc` come from the cell."""

    def __init__(self, region):
        self._region = region
        self._sectors = region.sector_count // PLACES

    def capacity_bytes(self):
        return self._sectors * self._region.sector_bytes

    def load(self, place, size_bytes, crc):
        """The set in a place; None when its CRC is not the one that was committed."""
        if place >= PLACES or size_bytes > self.capacity_bytes():
            return None
        block = bytearray(size_bytes)
        self._read_into(place, block)
        return block if _crc(block) == crc else None

    def write(self, place, block):
        """Erase and program a place that is not in use; the CRC, or None when it did not hold."""
        region = self._region
        first = place * self._sectors
        for sector in range(self._sectors):
            region.erase_sector(first + sector)
        page = bytearray(region.page_bytes)
        for at in range(0, len(block), region.page_bytes):
            piece = block[at : at + region.page_bytes]
            page[: len(piece)] = piece
            for i in range(len(piece), region.page_bytes):
                page[i] = 0xFF
            region.program_page(first + at // region.sector_bytes, at % region.sector_bytes, page)
        return _crc(block) if self._holds(place, block, page) else None

    def _holds(self, place, block, page):
        """Whether the flash gives the set back; a page at a time, for want of room for a second."""
        region = self._region
        view = memoryview(block)
        for at in range(0, len(block), len(page)):
            part = memoryview(page)[: min(len(page), len(block) - at)]
            sector = place * self._sectors + at // region.sector_bytes
            region.read_into(sector, at % region.sector_bytes, part)
            if part != view[at : at + len(part)]:
                return False
        return True

    def _read_into(self, place, block):
        region = self._region
        view = memoryview(block)
        for at in range(0, len(block), region.sector_bytes):
            end = min(at + region.sector_bytes, len(block))
            region.read_into(place * self._sectors + at // region.sector_bytes, 0, view[at:end])


def _crc(block):
    """Without the set's own CRC at its end: over both of them every set would have the same."""
    return crc32(memoryview(block)[:-4])
