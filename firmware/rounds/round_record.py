"""The cards of one round in the order in which they left, and where each one lies.

Owned by the tracker.  What people told (a card at another place, an area passed over) is kept
beside the cards, so that the places can be worked out again from the beginning.
"""

from firmware.core.compat import const
from firmware.rounds.findings import DEALER, NO_PLACE

CARDS_MOST = const(64)
BURN_MOST = const(11)  # a ten or picture card and ten more (TCB 4.12)
PLACES = const(8)

# places beside the dealer (0) and the seats (1 to 7)
BURN_PILE = const(0xF0)
ASIDE = const(0xF1)  # the cutting card
KEPT = const(0xF2)  # under the shoe, the first card of the next round (LDB 10.7)
NOT_YET = const(0xFE)  # waits for a decision, a name or the number of seats
AS_DEALT = const(0xFF)  # in `told`: nobody said otherwise
NO_CARD = const(0xFF)
WAGERS_MOST = const(4)
_DEALER_TOO = const(0x80)  # in the byte of exposed cards: one of them is the dealer's

# in `ruled`, what rulings do to the wagers of a hand
MAIN_BACK = const(1)
MAIN_LOST = const(2)
SIDE_BACK = const(4)
SIDE_LOST = const(8)
JACKPOT_BACK = const(16)
STANDING = const(32)  # the player gets no further card (LDB 10.11)
ALL_BACK = const(21)
ALL_LOST = const(10)
# in `ruled` of the dealer's place
ROUND_VOID = const(1)
AS_SET = const(2)  # the dealer's hand counts as it was set (FCP 12.8)


class RoundRecord:
    """Fixed buffers, filled from the front; `count` cards, of which `placed` have their place."""

    def __init__(self):
        self.codes = bytearray(CARDS_MOST)
        self.places = bytearray(CARDS_MOST)
        self.told = bytearray(CARDS_MOST)
        self.skips = bytearray(CARDS_MOST // 8)  # turns of the deal that were passed over
        self.skip_counts = bytearray(PLACES)
        self.decisions = bytearray(PLACES)
        self.burned = bytearray(BURN_MOST)
        self.ruled = bytearray(PLACES)
        self.choices = bytearray(WAGERS_MOST)  # the odds on the sign when the first card came
        self.set_cards = 0  # a bit for each card of the dealer's that was set as the hand
        self.burn_count = 0
        self.kept = NO_CARD
        self.clear()

    def clear(self):
        """A new round; what was burned before it stays until the next shuffle."""
        self.count = self.placed = 0
        self.exposed = 0
        self.is_dealer_exposed = False
        self.set_cards = 0
        self.unwagered = 0  # areas that got a hand without a wager
        for i in range(CARDS_MOST):
            self.codes[i] = 0
            self.places[i] = NOT_YET
            self.told[i] = AS_DEALT
        for i in range(len(self.skips)):
            self.skips[i] = 0
        for i in range(PLACES):
            self.decisions[i] = self.skip_counts[i] = self.ruled[i] = 0

    def new_pack(self):
        """Shuffled cards are in the shoe: nothing is burned or kept of them yet."""
        self.burn_count = 0
        self.kept = NO_CARD

    def restore(self, count, burn_count, kept, exposed, set_cards, unwagered):
        """After a boot; the buffers are filled by whoever has them."""
        self.count = count
        self.burn_count = burn_count
        self.kept = kept
        self.exposed = exposed & ~_DEALER_TOO
        self.is_dealer_exposed = exposed & _DEALER_TOO != 0
        self.set_cards = set_cards
        self.unwagered = unwagered

    def add(self, code, told=AS_DEALT):
        """One more card; False when there is no room for it."""
        if self.count >= CARDS_MOST:
            return False
        self.codes[self.count] = code
        self.told[self.count] = told
        self.places[self.count] = NOT_YET
        self.count += 1
        return True

    def take_kept(self):
        """The card that waited under the shoe is this round's first (LDB 10.7)."""
        self.add(self.kept)
        self.kept = NO_CARD

    def keep_extra(self):
        """A card that was put under the shoe waits there for the next round."""
        for i in range(self.count):
            if self.places[i] == KEPT:
                self.kept = self.codes[i]

    def burn(self, code):
        """One more card on the burn pile; with the first the round before the shuffle is over."""
        if self.burn_count == 0:
            self.clear()
        self.burned[self.burn_count] = code
        self.burn_count += 1

    def expose(self, place):
        """A card of this place was shown in error; gives how many were."""
        self.exposed += 1
        self.is_dealer_exposed = self.is_dealer_exposed or place == DEALER
        return self.exposed

    def exposed_byte(self):
        """How many cards were shown in error, and whether the dealer's are among them."""
        return self.exposed | (_DEALER_TOO if self.is_dealer_exposed else 0)

    def rule(self, ruled):
        """What all standing rulings do to the hands; True when that is new."""
        is_new = False
        for i in range(PLACES):
            is_new = is_new or self.ruled[i] != ruled[i]
            self.ruled[i] = ruled[i]
        return is_new

    def note_set(self, cards):
        """The dealer set these of the own cards as the hand."""
        self.set_cards = cards

    def note_no_wager(self, seat):
        """This area got a hand without a wager."""
        self.unwagered |= 1 << (seat - 1)

    def place_again(self):
        """Places are given from the first card on."""
        self.placed = 0

    def place_next(self, place):
        """The first card without a place lies there."""
        self.places[self.placed] = place
        self.placed += 1

    def unburn(self, keep):
        """Cards after the first `keep` burned ones were the first of this round."""
        moved = self.burn_count - keep
        for i in range(self.count - 1, -1, -1):
            self.codes[i + moved] = self.codes[i]
            self.told[i + moved] = self.told[i]
        for i in range(moved):
            self.codes[i] = self.burned[keep + i]
            self.told[i] = AS_DEALT
        self.count += moved
        self.burn_count = keep

    def is_skipped(self, turn):
        return self.skips[turn >> 3] >> (turn & 7) & 1

    def skip(self, turn, place):
        """A place got no card in its turn."""
        self.skips[turn >> 3] |= 1 << (turn & 7)
        self.skip_counts[place] += 1

    def is_corrected(self):
        """Somebody told of a place that is not as dealt."""
        for i in range(self.count):
            if self.told[i] < PLACES:
                return True
        for i in range(len(self.skips)):
            if self.skips[i]:
                return True
        return False

    def hand_into(self, place, cards):
        """Copy a place's cards, as many as there is room for; gives their true number."""
        found = 0
        for i in range(self.count):
            if self.places[i] == place:
                if found < len(cards):
                    cards[found] = self.codes[i]
                found += 1
        for i in range(found, len(cards)):
            cards[i] = NO_CARD  # not what another hand left there
        return found

    def count_at(self, place):
        """How many cards lie at a place."""
        found = 0
        for i in range(self.count):
            if self.places[i] == place:
                found += 1
        return found

    def extra_count(self):
        """Cards beyond the deal, of which nobody has told where they lie."""
        return self.count_at(NO_PLACE)
