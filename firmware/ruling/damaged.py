"""Damaged cards one by one, and which of them a new deck has replaced (TCB 13.3, LDB 11.3).

A card may be on the list several times: multi-deck packs hold it that often.
"""

from firmware.cards.codes import is_card
from firmware.core.compat import const

MOST_CARDS = const(64)
LIST_BYTES = const(65)
REPLACED = const(0x80)
_FEEDING = const(0x80)  # in the packed count: replacements are being fed in


class DamagedList:
    """Fed by the supervisor who looks at the cards; read when replacements are fed in."""

    def __init__(self):
        self.cards = bytearray(MOST_CARDS)
        self.count = 0
        self.is_feeding = False  # what leaves the shoe now are replacements, not dealt cards

    @property
    def missing(self):
        """How many still have no replacement."""
        left = 0
        for i in range(self.count):
            if not self.cards[i] & REPLACED:
                left += 1
        return left

    def add(self, card):
        """Note one; False when it is no card or the list is full."""
        if not is_card(card) or self.count == MOST_CARDS:
            return False
        self.cards[self.count] = card
        self.count += 1
        return True

    def remove(self, card):
        """Take one back that was noted by mistake; False when it is not waiting."""
        at = self._waiting(card)
        if at < 0:
            return False
        self.count -= 1
        for i in range(at, self.count):
            self.cards[i] = self.cards[i + 1]
        return True

    def replace(self, card):
        """A card of the new deck is fed in; False when none like it is waited for."""
        at = self._waiting(card)
        if at < 0:
            return False
        self.cards[at] |= REPLACED
        return True

    def feed(self, is_on):
        """Replacements are fed in from now on, or no more."""
        self.is_feeding = is_on

    def clear(self):
        self.count = 0
        self.is_feeding = False

    def _waiting(self, card):
        for i in range(self.count):
            if self.cards[i] == card:
                return i
        return -1

    def pack_into(self, buf, at):
        buf[at] = self.count | _FEEDING if self.is_feeding else self.count
        for i in range(MOST_CARDS):
            buf[at + 1 + i] = self.cards[i] if i < self.count else 0

    def unpack_from(self, buf, at):
        self.is_feeding = buf[at] & _FEEDING != 0
        self.count = min(buf[at] & ~_FEEDING, MOST_CARDS)
        for i in range(MOST_CARDS):
            self.cards[i] = buf[at + 1 + i]
