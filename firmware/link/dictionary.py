"""The machine-readable dictionary: one line of text per message, event, fault, setting …

DESCRIBE hands the lines out one by one; HELLO carries the CRC over all of them, so that a host
knows whether its own copy fits this board.
"""

import struct
from binascii import crc32

from firmware.core.counters import COUNTERS
from firmware.core.errors import ERR_NO_SUCH_RECORD, ERR_UNKNOWN_SECTION, ERRORS

_TEXT_PER_FRAME = 192


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

    def count(self, section: int) -> int:
        """How many lines a section has; -1 for a section that does not exist."""
        return len(self._sections[section]) if section < len(self._sections) else -1

    def line(self, section: int, index: int) -> str:
        """One row as text, its columns parted by '|'; counters are numbered from 0."""
        row = self._sections[section][index]
        if isinstance(row, str):
            return "%d|%s" % (index, row)
        return "|".join([str(column) for column in row])

    def crc(self) -> int:
        """CRC-32 over all lines of all sections, each ended by a line feed."""
        crc = 0
        for section in range(len(self._sections)):
            for index in range(self.count(section)):
                crc = crc32((self.line(section, index) + "\n").encode(), crc)
        return crc

    def describe(self, port):
        """DESCRIBE: a part of one line; gives payload bytes or minus an error."""
        section = port.u8(0)
        index = port.u16(1)
        count = self.count(section)
        if count < 0:
            return -ERR_UNKNOWN_SECTION
        if index >= count:
            return -ERR_NO_SUCH_RECORD
        line = self.line(section, index).encode()
        offset = port.u16(3)
        text = line[offset : offset + _TEXT_PER_FRAME]
        struct.pack_into("<BHHH", port.tx, port.tx_at, section, index, count, len(line))
        at = port.tx_at + 7
        port.tx[at : at + len(text)] = text
        return 7 + len(text)
