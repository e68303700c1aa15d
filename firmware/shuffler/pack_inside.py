"""Which cards are inside, by in-feed index: what was read, in which compartment it lies.

Fed by the feed and the way out; read by the check, the closed loop and the store.
"""

from array import array

from firmware.cards.codes import CARDS_PER_DECK
from firmware.cards.identity_count import IdentityCount
from firmware.core.compat import const
from firmware.shuffler.geometry import COMPARTMENTS

MAX_CARDS = const(432)  # eight decks and what may lie between them
PLACE_WAY = const(0xFD)
PLACE_TRAY = const(0xFE)  # back in the feed tray
PLACE_OUT = const(0xFF)

INSIDE_BYTES = const(26)


class PackInside:
    """`keep(index, code, place)` makes one card's row durable, after each change."""

    def __init__(self, keep):
        self.codes = bytearray(MAX_CARDS)
        self.places = bytearray(MAX_CARDS)
        self.fill = bytearray(COMPARTMENTS)
        self._arrived = array("H", bytes(2 * MAX_CARDS))  # in-feed indexes as they went in
        self._arrivals = 0
        self.count = 0
        self.inside = 0
        self.verdict = IdentityCount()
        self._keep = keep

    def begin_pass(self):
        """A pass starts with an empty carousel."""
        self._arrivals = 0

    def clear(self):
        self.count = self.inside = self._arrivals = 0
        for i in range(COMPARTMENTS):
            self.fill[i] = 0

    def seat(self, index, code, compartment):
        """A card went into a compartment."""
        self.codes[index] = code
        self.places[index] = compartment
        self.fill[compartment] += 1
        self.inside += 1
        if index < self.count:
            self._forget_arrival(index)
        else:
            self.count = index + 1
        self._arrived[self._arrivals] = index
        self._arrivals += 1
        self._keep(index, code, compartment)

    def _forget_arrival(self, index):
        """Continuous mode: a card that comes again is the youngest now, and is listed once."""
        kept = 0
        for i in range(self._arrivals):
            if self._arrived[i] != index:
                self._arrived[kept] = self._arrived[i]
                kept += 1
        self._arrivals = kept

    def move_out(self, index, place):
        """A card left its compartment."""
        self.fill[self.places[index]] -= 1
        self.places[index] = place
        self.inside -= 1
        self._keep(index, self.codes[index], place)

    def restore(self, index, code, place):
        """After a boot: a card as the store knows it."""
        self.codes[index] = code
        self.places[index] = place
        self.count = max(self.count, index + 1)
        if place < COMPARTMENTS:
            self.fill[place] += 1
            self.inside += 1
            self._arrived[self._arrivals] = index  # in which order they came is lost
            self._arrivals += 1

    def find_out(self, code):
        """In-feed index of such a card that was stirred or dealt, or -1."""
        dealt = -1
        for index in range(self.count):
            if self.codes[index] == code:
                if self.places[index] == PLACE_TRAY:
                    return index
                if self.places[index] == PLACE_OUT and dealt < 0:
                    dealt = index
        return dealt

    def first_in(self, compartment, skip=0):
        """In-feed index of the card that a push brings out (first in, first out), or -1.

        With `skip` the one that comes after so many others.
        """
        for i in range(self._arrivals):
            if self.places[self._arrived[i]] == compartment:
                if skip == 0:
                    return self._arrived[i]
                skip -= 1
        return -1

    def order(self):
        """In-feed indexes in the order in which they lie: compartment by compartment, FIFO."""
        at = array("H", bytes(2 * (COMPARTMENTS + 1)))
        for i in range(self._arrivals):
            place = self.places[self._arrived[i]]
            if place < COMPARTMENTS:
                at[place + 1] += 1
        for compartment in range(COMPARTMENTS):
            at[compartment + 1] += at[compartment]
        found = array("H", bytes(2 * self.count))
        for i in range(self._arrivals):
            index = self._arrived[i]
            if self.places[index] < COMPARTMENTS:
                found[at[self.places[index]]] = index
                at[self.places[index]] += 1
        return found

    def put_inside(self, buf):
        """Which cards lie in the carousel, half a byte each, not where; for a pack never dealt."""
        for i in range(INSIDE_BYTES):
            buf[i] = 0
        for index in range(self.count):
            code = self.codes[index]
            if self.places[index] < COMPARTMENTS and code < CARDS_PER_DECK:
                buf[code // 2] += 16 if code & 1 else 1

    # -- verdict ---------------------------------------------------------------------------

    def judge(self, decks):
        """By identity, not by count (STANDARDS 7); True when the pack is whole (RULES C2)."""
        self.verdict.clear()
        for index in range(self.count):
            self.verdict.add(self.codes[index])
        return self.verdict.judge(decks)
