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

    def count_unknown(self, cards):
        """Something left that has no identity; it is one or two of the pack all the same."""
        self.cards_out += cards

    def take_named(self, card):
        """A card that was counted without a name has one now; False as from `take`."""
        self.cards_out -= 1
        return self.take(card)

    def is_doubled(self, card):
        """It came more often than the decks hold it."""
        return self.times(card) > self.decks

    def put_back(self, card):
        """A card was misread: it was another one that left."""
        self.seen[card >> 1] -= 1 << ((card & 1) << 2)

    def take_cut_card(self):
        self.is_cut_card_out = True

    def note_not_cut(self):
        """It was told that the pack is not cut."""
        self.is_not_cut_told = True

    def restore(self, cards_out, is_cut_card_out, is_not_cut_told):
        """After a boot; `seen` is filled by whoever has it."""
        self.cards_out = cards_out
        self.is_cut_card_out = is_cut_card_out
        self.is_not_cut_told = is_not_cut_told

    def set_decks(self, decks):
        self.decks = decks

    def times(self, card):
        """How often a card has left since the shuffle."""
        return self.seen[card >> 1] >> ((card & 1) << 2) & 15

    def cards_left(self):
        return self.decks * 52 - self.cards_out
