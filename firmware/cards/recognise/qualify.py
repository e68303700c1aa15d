"""Qualification: can this design be read safely with these templates?

Control passes over the deck in known order.  A card that fails three passes in ten is not
readable and is named with its reason; a card taken for another refuses the design outright.
"""

from firmware.cards.codes import CARDS_PER_DECK, is_card
from firmware.cards.recognise import reasons

QUALIFIED = 0
NOT_ENOUGH = 1  # a card without a control pass
CARD_FAILS = 2
MISREAD = 3

_FAILS_PERCENT = 30


class Qualification:
    """Counts per card over the control passes; `verdict` names the first card that fails."""

    def __init__(self, recogniser):
        self.recogniser = recogniser
        self.passes = bytearray(CARDS_PER_DECK)
        self.fails = bytearray(CARDS_PER_DECK)
        self.why = bytearray(CARDS_PER_DECK)
        self.misread = -1  # the card that was taken for another
        self.taken_for = -1

    def check(self, card, green, red, n_lines):
        """One control pass of a known card; a reason when it was not read."""
        code = self.recogniser.read(green, red, n_lines)
        if self.passes[card] < 255:
            self.passes[card] += 1
        if code == card:
            return reasons.READ
        if self.fails[card] < 255:
            self.fails[card] += 1
        if is_card(code):
            if self.misread < 0:
                self.misread = card
                self.taken_for = code
            self.why[card] = reasons.TAKEN_FOR_ANOTHER
        else:
            self.why[card] = self.recogniser.reason
        return self.why[card]

    def verdict(self):
        """QUALIFIED, or what is wrong; `failing` gives the cards."""
        if self.misread >= 0:
            return MISREAD
        if min(self.passes) == 0:
            return NOT_ENOUGH
        for card in range(CARDS_PER_DECK):
            if self.is_failing(card):
                return CARD_FAILS
        return QUALIFIED

    def is_failing(self, card):
        """Whether a card fails too often to be called readable."""
        return self.fails[card] * 100 >= self.passes[card] * _FAILS_PERCENT
