"""The value of a baccarat hand: point count, and in Three Card Baccarat its order of the 31.

Fed card numbers in a buffer; allocates nothing.
"""

_TEN = 8  # ranks from here to the king count 0 (TCB 3.2.2, LDB 3.2.2)
_JACK = 9
_KING = 11
_ACE = 12
_THREE = 1
PICTURES_ONLY = 31  # the highest value of Three Card Baccarat


def points_of(card):
    """What a card counts in a hand: an ace 1, a ten or picture card 0 (TCB 3.2, LDB 3.2)."""
    rank = card >> 2
    if rank < _TEN:
        return rank + 2
    return 1 if rank == _ACE else 0


def burn_value(card):
    """How many cards are burned after this one: ten and pictures 10, ace 1 (TCB 4.12)."""
    rank = card >> 2
    if rank == _ACE:
        return 1
    return min(rank + 2, 10)


def point_count(cards, first, count):
    """The right digit of the sum (TCB 3.3, LDB 3.3)."""
    total = 0
    for i in range(first, first + count):
        total += points_of(cards[i])
    return total % 10


def picture_count(cards, first, count):
    """How many kings, queens and jacks (TCB 1.1)."""
    pictures = 0
    for i in range(first, first + count):
        if _JACK <= cards[i] >> 2 <= _KING:
            pictures += 1
    return pictures


class OrderHand:
    """Three Card Baccarat: 31 for three picture cards down to 1, as listed in TCB 7.2."""

    def value(self, cards, first, count):
        pictures = picture_count(cards, first, count)
        if pictures == 3:
            return PICTURES_ONLY
        return point_count(cards, first, count) * 3 + pictures + 1

    def grade(self, _cards, _first, _count, value):
        return value


THREES_OFF_SUIT = 10
THREES_SUITED = 11


class PointHand:
    """Lucky Draw Baccarat: the point count; three threes count 9 and have odds of their own."""

    def value(self, cards, first, count):
        return point_count(cards, first, count)

    def grade(self, cards, first, count, value):
        """The point count for the odds, or one of the 3-3-3 hands (LDB 1.1, 9.1.5)."""
        if count != 3:
            return value
        for i in range(first, first + 3):
            if cards[i] >> 2 != _THREE:
                return value
        suit = cards[first] & 3
        if cards[first + 1] & 3 == suit and cards[first + 2] & 3 == suit:
            return THREES_SUITED
        return THREES_OFF_SUIT
