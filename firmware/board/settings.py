"""Values of the settings, checked against their table."""

import struct
from array import array

from firmware.link.rows import CFG_ADDRESS


class Settings:
    """Current values; a refused change changes nothing."""

    def __init__(self, table):
        self.numbers = bytes([row[0] for row in table])  # the rows themselves may be forgotten
        self._checks = {}  # setting: the only values that it may have
        self.values = array("i", (row[2] for row in table))
        self._least = array("i", (row[3] for row in table))
        self._most = array("i", (row[4] for row in table))

    def row(self, setting):
        """Index of a setting, or -1 when there is none with this id."""
        numbers = self.numbers
        for row in range(len(numbers)):  # find() takes no number on MicroPython 1.24
            if numbers[row] == setting:
                return row
        return -1

    def allow_only(self, setting, values):
        """Besides its range: the only values that a setting may have."""
        self._checks[setting] = values

    def get(self, setting):
        return self.values[self.row(setting)]

    def packed(self):
        """Number and value of each, as bytes: what an attestation covers."""
        packed = bytearray(5 * len(self.numbers))
        for row in range(len(self.numbers)):
            struct.pack_into("<Bi", packed, 5 * row, self.numbers[row], self.values[row])
        return packed

    def is_in_range(self, setting, value):
        row = self.row(setting)
        if setting == CFG_ADDRESS and value != 0 and value < 0x90:
            return False  # host addresses and anything that could look like text
        if setting in self._checks and value not in self._checks[setting]:
            return False
        return self._least[row] <= value <= self._most[row]

    def set(self, setting, value):
        """Take a value that `is_in_range`; gives back the one before."""
        row = self.row(setting)
        before = self.values[row]
        self.values[row] = value
        return before
