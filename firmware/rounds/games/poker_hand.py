"""The value of a poker hand: the best `size` cards of those dealt, as one integer.

Fed card numbers in a buffer.  A value is class << 20 | ranks of four bits, the deciding one
first, so a higher value is a better hand and equal hands have equal values.  Allocates nothing.
Ace low makes the lowest straight (TCP 11.1.1, 11.1.3; FCP 11.1.2, 11.1.5; CSP 13.1.2, 13.1.6).
"""

from array import array

from firmware.rounds.games import vocabulary as v

_ACE = 12
_ABSENT = -1


def _top(mask):
    """The highest rank in a mask, -1 for none."""
    rank = _ABSENT
    while mask:
        mask >>= 1
        rank += 1
    return rank


def _with_tops(ties, mask, count):
    """`ties` with the `count` highest ranks of a mask after it; -1 when there are too few."""
    while count:
        rank = _top(mask)
        if rank < 0:
            return _ABSENT
        mask ^= 1 << rank
        ties = ties << 4 | rank
        count -= 1
    return ties


def _run_top(mask, size):
    """The top rank of the highest run of `size` ranks; the ace also lies below the 2."""
    run = (1 << size) - 1
    for low in range(_ACE + 1 - size, -1, -1):
        if mask >> low & run == run:
            return low + size - 1
    if mask >> _ACE & 1 and mask & run >> 1 == run >> 1:
        return size - 2
    return _ABSENT


class PokerHand:
    """Values hands of one game: `order` names its kinds from the lowest to the highest."""

    def __init__(self, order, size):
        self.order = order
        self.size = size
        self.kind = v.HIGH_CARD  # of the hand valued last
        self._once = self._twice = self._thrice = self._all = 0
        self._suits = array("H", (0, 0, 0, 0))

    def value(self, cards, first, count):
        """The value of the best hand among `count` cards from `first` on."""
        self._sort(cards, first, count)
        order = self.order
        strength = len(order) - 1
        while strength:
            ties = self._ties(order[strength])
            if ties >= 0:
                self.kind = order[strength]
                return strength << v.CLASS_SHIFT | ties
            strength -= 1
        self.kind = v.HIGH_CARD
        return _with_tops(0, self._once, self.size)

    def grade(self, _cards, _first, _count, value):
        """What odds go by: here the value itself."""
        return value

    def _sort(self, cards, first, count):
        """Ranks that come at least once, twice, …, and the ranks of each suit."""
        once = twice = thrice = four = 0
        suits = self._suits
        suits[0] = suits[1] = suits[2] = suits[3] = 0
        for i in range(first, first + count):
            card = cards[i]
            bit = 1 << (card >> 2)
            four |= thrice & bit
            thrice |= twice & bit
            twice |= once & bit
            once |= bit
            suits[card & 3] |= bit
        self._once = once
        self._twice = twice
        self._thrice = thrice
        self._all = four

    def _ties(self, kind):
        """The deciding ranks of the best hand of this kind; -1 when there is none."""
        if kind == v.STRAIGHT:
            return _run_top(self._once, self.size)
        # a tuple would be built
        if kind == v.FLUSH or kind == v.STRAIGHT_FLUSH or kind == v.ROYAL_FLUSH:
            return self._ties_of_suits(kind)
        once, twice = self._once, self._twice
        if kind == v.PAIR:
            rank = _top(twice)
            return self._with_rest(rank, once, 2)
        if kind == v.TWO_PAIR:
            ties = _with_tops(0, twice, 2)
            if ties < 0:
                return _ABSENT
            return _with_tops(ties, once & ~(1 << (ties >> 4) | 1 << (ties & 15)), self.size - 4)
        if kind == v.THREE_OF_A_KIND:
            return self._with_rest(_top(self._thrice), once, 3)
        if kind == v.FOUR_OF_A_KIND:
            return self._with_rest(_top(self._all), once, 4)
        rank = _top(self._thrice)  # FULL_HOUSE
        return _ABSENT if rank < 0 else _with_tops(rank, twice & ~(1 << rank), 1)

    def _with_rest(self, rank, mask, used):
        """A group's rank, then the highest of the other ranks."""
        if rank < 0:
            return _ABSENT
        return _with_tops(rank, mask & ~(1 << rank), self.size - used)

    def _ties_of_suits(self, kind):
        best = _ABSENT
        for suit in range(4):
            mask = self._suits[suit]
            if kind == v.FLUSH:
                best = max(best, _with_tops(0, mask, self.size))
            else:
                best = max(best, _run_top(mask, self.size))
        if kind == v.ROYAL_FLUSH and best != _ACE:
            return _ABSENT
        return best


# how many cards of each deciding rank make the hand, for the kinds that are not runs or suits
GROUPS = (
    (v.HIGH_CARD, (1, 1, 1, 1, 1)),
    (v.PAIR, (2, 1, 1, 1)),
    (v.TWO_PAIR, (2, 2, 1)),
    (v.THREE_OF_A_KIND, (3, 1, 1)),
    (v.FULL_HOUSE, (3, 2)),
    (v.FOUR_OF_A_KIND, (4, 1)),
)


def counting_cards(hand, cards, value):
    """Those of `cards` that make the hand just valued, the deciding ones first (FCP 9.1)."""
    size = hand.size
    if hand.kind in (v.STRAIGHT, v.STRAIGHT_FLUSH, v.ROYAL_FLUSH):
        top = value & 15
        ranks = [rank % 13 for rank in range(top, top - size, -1)]
    elif hand.kind == v.FLUSH:
        ranks = [value >> 4 * i & 15 for i in range(size - 1, -1, -1)]
    else:
        return _grouped(hand, cards, value)
    if hand.kind == v.STRAIGHT:
        return [next(card for card in cards if card >> 2 == rank) for rank in ranks]
    for suit in range(4):
        found = [rank * 4 + suit for rank in ranks if rank * 4 + suit in cards]
        if len(found) == size:
            return found
    return []


def _grouped(hand, cards, value):
    found = []
    groups = next(group for kind, group in GROUPS if kind == hand.kind)
    sizes = []
    for count in groups:
        if sum(sizes) < hand.size:
            sizes.append(count)
    for i in range(len(sizes)):
        rank = value >> 4 * (len(sizes) - 1 - i) & 15
        found += [card for card in cards if card >> 2 == rank][: sizes[i]]
    return found
