"""The packet on its way to the hand: its cards in the order in which they left the carousel."""

from firmware.core.compat import const

_MOST_CARDS = const(416)


class Packet:
    """Filled by the way out, read by whoever follows the deal once it was taken."""

    def __init__(self):
        self.cards = bytearray(_MOST_CARDS)
        self.first = 0  # its first card's position in the pack
        self.size = 0  # so many were asked for
        self.count = 0  # so many came out

    def begin(self, first, size):
        self.first = first
        self.size = size
        self.count = 0

    def add(self, code):
        if self.count < _MOST_CARDS:
            self.cards[self.count] = code
            self.count += 1

    def wipe(self):
        for i in range(self.count):
            self.cards[i] = 0
        self.count = 0
