"""Writes a slot: head away first, then the code page by page, the head last."""

from firmware.core.compat import const
from firmware.trust.image import HEAD_BYTES

_PAGE_BYTES = const(256)
_ONES = b"\xff" * _PAGE_BYTES


class SlotWriter:
    """Pieces of any length in, whole pages into the flash; False when the flash fails."""

    def __init__(self, region):
        self._region = region
        self._page = bytearray(_PAGE_BYTES)
        self._read = bytearray(_PAGE_BYTES)
        self._fill = 0
        self._at = 0  # of the page that is being filled
        self._sector = 0

    def begin(self):
        """Everything in the slot goes, from the head on; erase_one() does the work."""
        self._sector = 0
        self._fill = 0
        self._at = HEAD_BYTES

    def erase_one(self):
        """Erase the next sector; False when there is none left.

        All of the slot: what is attested has no old bytes behind the image.  Blank sectors too:
        one that a cut left half erased may read blank and still not hold what is put into it.
        """
        if self._sector == self._region.sector_count:
            return False
        self._region.erase_sector(self._sector)
        self._sector += 1
        return True

    def write(self, piece):
        """Bytes that follow the ones before."""
        at = 0
        while at < len(piece):
            n = min(len(piece) - at, _PAGE_BYTES - self._fill)
            self._page[self._fill : self._fill + n] = piece[at : at + n]
            self._fill += n
            at += n
            if self._fill == _PAGE_BYTES and not self._program():
                return False
        return True

    def flush(self):
        """The last page, filled up with ones."""
        return self.write(_ONES[self._fill :]) if self._fill else True

    def write_head(self, head):
        """With it the slot holds an image; its first page, the header, comes last of all."""
        for at in range(HEAD_BYTES - _PAGE_BYTES, -1, -_PAGE_BYTES):
            self._page[:] = head[at : at + _PAGE_BYTES]
            self._at = at
            if not self._program():
                return False
        return True

    def _program(self):
        """One page, read back; ones need no programming."""
        sector = self._at >> 12
        offset = self._at & 0xFFF
        self._fill = 0
        self._at += _PAGE_BYTES
        try:
            if self._page != _ONES:
                self._region.program_page(sector, offset, self._page)
            self._region.read_into(sector, offset, self._read)
        except OSError:
            return False
        return self._read == self._page
