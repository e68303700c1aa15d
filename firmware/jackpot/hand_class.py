"""Which jackpot class five cards are (CSP 11.7, 13.1); everything else is class 0."""

from firmware.cards.codes import CARDS_PER_DECK
from firmware.core.compat import const

NO_CLASS = const(0)
ROYAL = const(1)
STRAIGHT = const(2)  # straight flush
FOUR = const(3)
FULL = const(4)
FLUSH = const(5)
CLASSES = const(6)

_ACE_LOW = const(0x100F)  # A 2 3 4 5 as rank bits: an ace may be counted low (13.1.2)
_TEN_TO_ACE = const(0x1F00)


def class_of(cards):
    """Class of five different cards; NO_CLASS as well when they are not five cards."""
    ranks = 0  # one bit per rank seen
    pairs = 0  # pairs of equal rank among the five: 6 four of a kind, 4 full house
    suited = 0
    for i in range(5):
        card = cards[i]
        if not 0 <= card < CARDS_PER_DECK:
            return NO_CLASS
        ranks |= 1 << (card >> 2)
        suited += (card ^ cards[0]) & 3 == 0
        for k in range(i):
            if cards[k] == card:
                return NO_CLASS
            pairs += cards[k] >> 2 == card >> 2
    if pairs == 6:
        return FOUR
    if pairs == 4:
        return FULL
    if suited < 5:
        return NO_CLASS
    if ranks == _TEN_TO_ACE:
        return ROYAL
    lowest = ranks & -ranks
    if ranks == _ACE_LOW or ranks == lowest * 0x1F:
        return STRAIGHT
    return FLUSH
