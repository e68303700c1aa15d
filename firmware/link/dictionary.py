"""The machine-readable dictionary: one line of text per message, event, fault, setting …

DESCRIBE hands the lines out one by one; HELLO carries the CRC over all of them, so that a host
knows whether its own copy fits this board.
"""

from binascii import crc32

from firmware.core.counters import COUNTERS
from firmware.core.errors import ERRORS


class BoardDictionary:
    """The lines of one board, from its `tables` (shoe_rows or meter_rows)."""

    def __init__(self, tables):
        self._sections = (
            tables.MESSAGES,
            tables.EVENTS,
            tables.FAULTS,
            tables.SETTINGS,
            COUNTERS,
            ERRORS,
        )
        self.crc = self._crc()

    def count(self, section: int) -> int:
        """How many lines a section has; -1 for a section that does not exist."""
        return len(self._sections[section]) if section < len(self._sections) else -1

    def line(self, section: int, index: int) -> bytes:
        """One row as text, its columns parted by '|'; counters are numbered from 0."""
        row = self._sections[section][index]
        if isinstance(row, str):
            row = (index, row)
        return b"|".join([_text(column) for column in row])

    def _crc(self) -> int:
        """CRC-32 over all lines of all sections, each ended by a line feed."""
        crc = 0
        for section in range(len(self._sections)):
            for index in range(self.count(section)):
                crc = crc32(b"\n", crc32(self.line(section, index), crc))
        return crc


def _text(column: int | str) -> bytes:
    """Not by way of a string: for each the VM would look through all names that it knows."""
    return column.encode() if isinstance(column, str) else b"%d" % column
