"""How often each card came, against how often it must: by identity, never by the count alone.

Fed readings; shared by the census of a pack that passes the mouth and by the shuffler's verdict.
"""

from firmware.cards.codes import CARDS_PER_DECK, FOREIGN, UNREADABLE
from firmware.core.compat import const

FINDING_MISSING = const(1)
FINDING_EXTRA = const(2)
FINDING_STRANGE = const(3)  # joker, cut card, other deck, foreign, face up
FINDING_UNREAD = const(4)
FINDING_NAMES = ("", "missing", "extra", "not of this pack", "unreadable")
_MOST_COPIES = const(255)
_READINGS = const(0x48)  # cards and NOT_CARDS


class IdentityCount:
    """`judge` after the last reading; `tell` names each card that is wrong."""

    def __init__(self):
        self._copies = bytearray(_READINGS)
        self.missing = self.extra = self.strange = self.unread = 0

    def clear(self):
        for code in range(_READINGS):
            self._copies[code] = 0

    def add(self, code):
        """One more reading; gives how many of it there are now."""
        if code >= _READINGS:
            code = FOREIGN  # no reader says that: whatever it is, it is no card of the pack
        copies = min(self._copies[code] + 1, _MOST_COPIES)
        self._copies[code] = copies
        return copies

    def surplus(self, card, decks):
        """Of a card: so many too many, or too few when negative."""
        return self._copies[card] - decks

    def judge(self, decks):
        """True when every card came once per deck and nothing else did (RULES C2)."""
        self.missing = self.extra = 0
        for card in range(CARDS_PER_DECK):
            surplus = self.surplus(card, decks)
            if surplus < 0:
                self.missing -= surplus
            else:
                self.extra += surplus
        self.unread = self._copies[UNREADABLE]
        self.strange = 0
        for code in range(CARDS_PER_DECK, UNREADABLE):
            self.strange += self._copies[code]
        return not (self.missing or self.extra or self.strange or self.unread)

    def tell(self, decks, on_finding):
        """One call for each kind of card that is wrong: finding, card, how many."""
        for code in range(_READINGS):
            if code >= CARDS_PER_DECK:
                if self._copies[code]:
                    finding = FINDING_UNREAD if code == UNREADABLE else FINDING_STRANGE
                    on_finding(finding, code, self._copies[code])
                continue
            surplus = self.surplus(code, decks)
            if surplus < 0:
                on_finding(FINDING_MISSING, code, -surplus)
            elif surplus > 0:
                on_finding(FINDING_EXTRA, code, surplus)
