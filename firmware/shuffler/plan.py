"""The plan of one cycle: where each fed card goes, and what must come out.

Fed by the generator's draw(k) and by the cycle (count, sorted cards); read by the cycle (which
compartment) and by the closed loop in health (what must come out).

One pass: cards go in in sequence, whatever the order; it is drawn when the last one is in, so
nothing that shows while they go in can tell it.  Two passes: drawn before the first card.

A card is known by its in-feed index, 0 for the first one fed; in packs of several decks nothing
else tells equal cards apart.  Order = Fisher–Yates over unbiased draws, so every order is exactly
as likely as any other (STANDARDS 1, 4); passes.py brings any order about.

A plan is secret (RULES A2, STANDARDS 19): no method prints, logs or packs it; wipe() forgets it.
"""

from array import array

from firmware.cards.codes import CARDS_PER_DECK
from firmware.shuffler.passes import COMPARTMENTS, Passes
from firmware.trust.sampler import shuffle_in_place

PLAN_NONE = 0
PLAN_SHUFFLED = 1
PLAN_SORTED = 2  # never to be dealt from (STANDARDS 12)

NO_PLACE = -1
MAX_PLANNED_CARDS = 8 * CARDS_PER_DECK


class Plan:
    """All arrays are made once; after begin() nothing here allocates."""

    def __init__(self, draw, max_cards=MAX_PLANNED_CARDS, compartments=COMPARTMENTS, is_lifo=False):
        self._draw = draw
        self._passes = Passes(compartments, is_lifo)
        self._is_lifo = is_lifo
        self._index_at = array("H", bytes(2 * max_cards))  # by final position
        self._position_of = array("H", bytes(2 * max_cards))  # by in-feed index
        self._again = array("H", bytes(2 * max_cards))  # by index of the second feed
        self._secrets = (self._index_at, self._position_of, self._again)
        self._fill = array("H", bytes(2 * (compartments + 1)))
        self._copies = bytearray(CARDS_PER_DECK)
        self._decks = 0
        self._placed = 0
        self._start = 0  # compartment of the first card of one pass
        self.kind = PLAN_NONE
        self.count = 0
        self.passes = 0

    # -- before the feed -------------------------------------------------------------------

    def begin(self, count):
        """A pack of `count` cards; False if too many or the generator is not well."""
        self.wipe()
        if not self._size(count):
            return False
        self._placed = count
        return self.passes == 1 or self.draw()

    def begin_feed(self, compartment):
        """One pass: the first card goes where the drum stands, the others follow."""
        if self.kind != PLAN_SORTED:
            self._start = compartment

    def draw(self):
        """A new secret order; False if the generator is not well."""
        count = self.count
        index_at = self._index_at
        for i in range(count):
            index_at[i] = i
        if not shuffle_in_place(index_at, count, self._draw):
            self.wipe()  # half shuffled is not shuffled
            return False
        for position in range(count):
            self._position_of[index_at[position]] = position
        self.kind = PLAN_SHUFFLED
        return True

    def begin_sort(self, decks):
        """Pack order instead, by the cards as they are read; each goes through place_sorted()."""
        self.wipe()
        if not self._size(decks * CARDS_PER_DECK):
            return False
        self._decks = decks
        self.kind = PLAN_SORTED
        return True

    def place_sorted(self, card):
        """Compartment of pass 1 for the next card fed, or NO_PLACE for one too many of its kind."""
        copy = self._copies[card]
        if self.kind != PLAN_SORTED or copy >= self._decks:
            return NO_PLACE
        position = card * self._decks + copy
        self._copies[card] = copy + 1
        self._position_of[self._placed] = position
        self._index_at[position] = self._placed
        self._placed += 1
        return self._passes.first(position)

    # -- pass 1 ----------------------------------------------------------------------------

    def compartment_of(self, in_feed_index):
        """Compartment of pass 1 for this card; the only one if `passes` is 1."""
        if in_feed_index >= self._placed:
            return NO_PLACE
        if self.passes == 1 and self.kind != PLAN_SORTED:
            return self.spare(in_feed_index)
        return self._passes.first(self._position_of[in_feed_index])

    def spare(self, number):
        """Compartment of one pass, counted from the first card's."""
        return (self._start + number) % self._passes.compartments

    # -- pass 2 ----------------------------------------------------------------------------

    def begin_second(self):
        """After pass 1, compartments emptied 0, 1, 2 …: work out in which order cards come back."""
        if self.passes != 2:
            return False
        fill = self._fill
        for i in range(len(fill)):
            fill[i] = 0
        for index in range(self._placed):
            fill[self.compartment_of(index) + 1] += 1
        for i in range(1, len(fill)):
            fill[i] += fill[i - 1]
        for i in range(self._placed):
            index = self._placed - 1 - i if self._is_lifo else i
            compartment = self.compartment_of(index)
            self._again[fill[compartment]] = index
            fill[compartment] += 1
        return True

    def fed_again(self, second_index):
        """In-feed index of the card that must come as number `second_index` of the second feed."""
        return self._again[second_index]

    def second_compartment_of(self, second_index):
        """Compartment of pass 2 for the card that comes as number `second_index`."""
        return self._passes.last(self._position_of[self._again[second_index]])

    # -- the way out -----------------------------------------------------------------------

    def index_at(self, position):
        """In-feed index of the card that must come out at `position` (0 is dealt first)."""
        return self._index_at[position]

    def order(self):
        """In-feed indexes by position, `count` of them: for the statistics, which keep none."""
        return self._index_at

    def is_shuffled(self):
        """True for a whole secret order; a sorted or half made plan is none (STANDARDS 12)."""
        return self.kind == PLAN_SHUFFLED

    def wipe(self):
        """Forget the order: after the deal, at an abort, before the next plan."""
        for secret in self._secrets:
            for i in range(len(secret)):
                secret[i] = 0
        for i in range(CARDS_PER_DECK):
            self._copies[i] = 0
        self.kind = PLAN_NONE
        self.count = self.passes = self._placed = self._decks = self._start = 0

    def _size(self, count):
        if not 1 <= count <= len(self._index_at) or not self._passes.begin(count):
            return False
        self.count = count
        self.passes = self._passes.passes
        return True
