"""Continuous mode: discards go back into random compartments, random compartments are dealt from.

Fed by the generator's draw(k) and the cycle (cards loaded, fed back, taken); tells the compartment
for each.  For the baccarat games, in which a device may take the discards back after each coup.

A card is known by a token, its in-feed index; fed back it gets a new one.  A discard goes to each
free place with the same chance; the next compartment is any that holds cards, each with the same
chance, and is emptied to the mouth first card first.  So every card inside is as likely as any
other to come with the next packet; but those in the mouth can't be mixed any more, and what
shares a compartment comes out together, oldest first. Against that the machine stirs in pauses, as
the table software orders: take() some compartments and feed_back() their cards; eight between
coups take most of it away (docs/shuffle.md has the figures). It is not the exactly uniform order
of plan.py, and no root is published for it.
"""

from array import array

from firmware.shuffler.passes import CAPACITY_CARDS, COMPARTMENTS

NO_COMPARTMENT = -1


class ContinuousPlan:
    """What lies where, as planned; secret like every plan (RULES A2)."""

    def __init__(self, draw, compartments=COMPARTMENTS, capacity_cards=CAPACITY_CARDS):
        self._draw = draw
        self._compartments = compartments
        self._capacity = capacity_cards
        self._counts = bytearray(compartments)
        self._tokens = array("H", bytes(2 * compartments * capacity_cards))
        self.inside = 0

    def load(self, compartment, token):
        """A card put there by the first shuffle, whose order plan.py made."""
        count = self._counts[compartment]
        if count == self._capacity:
            return False
        self._tokens[compartment * self._capacity + count] = token
        self._counts[compartment] = count + 1
        self.inside += 1
        return True

    def feed_back(self, token):
        """Compartment for a discard, or NO_COMPARTMENT if full or the generator is not well."""
        free = self._compartments * self._capacity - self.inside
        if free < 1:
            return NO_COMPARTMENT
        pick = self._draw(free) if free > 1 else 0
        if pick < 0:
            return NO_COMPARTMENT
        for compartment in range(self._compartments):
            pick -= self._capacity - self._counts[compartment]
            if pick < 0:
                self.load(compartment, token)
                return compartment
        return NO_COMPARTMENT

    def take(self):
        """Compartment to empty next, or NO_COMPARTMENT; then token_at() until emptied()."""
        counts = self._counts
        filled = 0
        for i in range(self._compartments):
            if counts[i]:
                filled += 1
        if filled < 1:
            return NO_COMPARTMENT
        pick = self._draw(filled) if filled > 1 else 0
        if pick < 0:
            return NO_COMPARTMENT
        for i in range(self._compartments):
            if counts[i]:
                pick -= 1
                if pick < 0:
                    return i
        return NO_COMPARTMENT

    def count_in(self, compartment):
        """Cards in a compartment."""
        return self._counts[compartment]

    def token_at(self, compartment, place):
        """Which card must come out of a compartment as number `place` (0 first)."""
        return self._tokens[compartment * self._capacity + place]

    def emptied(self, compartment):
        """All cards of a compartment are in the mouth."""
        self.inside -= self._counts[compartment]
        self._counts[compartment] = 0
        for i in range(compartment * self._capacity, (compartment + 1) * self._capacity):
            self._tokens[i] = 0

    def wipe(self):
        """Forget everything: unloaded, or aborted."""
        for i in range(self._compartments):
            self.emptied(i)
