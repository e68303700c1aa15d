"""The seven bet sensors as one byte: which seats changed since the last look (CSP 11.1)."""


class BetWatch:
    """Fed the sensor bits; `placed` and `removed` hold the seats that changed, a bit each."""

    def __init__(self):
        self.bits = 0
        self.placed = 0
        self.removed = 0

    def look(self, bits):
        """True when a bet was placed or removed."""
        changed = bits ^ self.bits
        self.placed = changed & bits
        self.removed = changed & self.bits
        self.bits = bits
        return changed != 0
