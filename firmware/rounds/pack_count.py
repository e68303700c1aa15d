"""The pack since its last shuffle: how many cards left, which ones, and the cutting card."""

_SEEN_BYTES = 26  # four bits for each of the 52 cards
_COUNT_MOST = 15


class PackCount:
    """Counts cards by identity; `take` says whether a card came more often than it may."""

    def __init__(self):
        self.seen = bytearray(_SEEN_BYTES)
        self.decks = 1
        self.cards_out = 0
        self.is_cut_card_out = False
        self.is_not_cut_told = False

    def renew(self, decks):
        """Shuffled cards are in the shoe."""
        self.decks = decks
        self.cards_out = 0
        self.is_cut_card_out = self.is_not_cut_told = False
        for i in range(_SEEN_BYTES):
            self.seen[i] = 0

    def take(self, card):
        """A card of the pack left; False when the decks hold no more of it."""
        self.cards_out += 1
        shift = (card & 1) << 2
        count = self.seen[card >> 1] >> shift & 15
        if count < _COUNT_MOST:
            self.seen[card >> 1] += 1 << shift
        return count < self.decks

    def count_unknown(self):
        """Something left that has no identity; it is one of the pack all the same."""
        self.cards_out += 1

    def times(self, card):
        """How often a card has left since the shuffle."""
        return self.seen[card >> 1] >> ((card & 1) << 2) & 15

    def cards_left(self):
        return self.decks * 52 - self.cards_out
