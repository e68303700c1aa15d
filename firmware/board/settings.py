"""Values of the settings, checked against their table."""

import struct
from array import array

from firmware.link.rows import CFG_ADDRESS


class Settings:
    """Current values; a refused change changes nothing."""

    def __init__(self, table, sums=()):
        """`sums`: pairs of settings, and what they may be at most together."""
        self.numbers = bytes([row[0] for row in table])  # the rows themselves may be forgotten
        self._sums = sums
        self._defaults = table
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
        return self._least[row] <= value <= self._most[row] and self._is_sum_right(setting, value)

    def _is_sum_right(self, setting, value):
        for first, second, most in self._sums:
            if setting == first and value + self.get(second) > most:
                return False
            if setting == second and value + self.get(first) > most:
                return False
        return True

    def load(self, stored):
        """Values by number, as (setting, value); gives those that no firmware of now would take.

        Another firmware's rows may have allowed them: the default stands in their place.
        """
        refused = []
        for setting, value in stored:
            row = self.row(setting)
            if self._least[row] <= value <= self._most[row]:
                self.values[row] = value
            else:
                refused.append((setting, value))
        for first, second, most in self._sums:
            if self.get(first) + self.get(second) > most:
                refused.append((second, self.get(second)))
                refused.append((first, self.get(first)))
                for setting in (first, second):
                    self.values[self.row(setting)] = self._defaults[self.row(setting)][2]
        return refused

    def set(self, setting, value):
        """Take a value that `is_in_range`; gives back the one before."""
        row = self.row(setting)
        before = self.values[row]
        self.values[row] = value
        return before
