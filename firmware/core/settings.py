"""Values of the settings, checked against their table."""

from array import array

from firmware.core.settings_table import CFG_ADDRESS


class Settings:
    """Current values; a refused change changes nothing."""

    def __init__(self, table):
        self.table = table
        self.values = array("i", (row[2] for row in table))

    def row(self, setting):
        """Index of a setting, or -1 when there is none with this id."""
        for row in range(len(self.table)):
            if self.table[row][0] == setting:
                return row
        return -1

    def get(self, setting):
        return self.values[self.row(setting)]

    def is_in_range(self, setting, value):
        row = self.table[self.row(setting)]
        if setting == CFG_ADDRESS and value != 0 and value < 0x90:
            return False  # host addresses and anything that could look like text
        return row[3] <= value <= row[4]

    def set(self, setting, value):
        """Take a value that `is_in_range`; gives back the one before."""
        row = self.row(setting)
        before = self.values[row]
        self.values[row] = value
        return before
