"""Three Card Poker as data; numbers in brackets are rules of its document (TCP)."""

from firmware.rounds.games.poker_hand import PokerHand
from firmware.rounds.games.vocabulary import (
    AGAINST_DEALER,
    BURN_NONE,
    CLASS_SHIFT,
    EXPOSED,
    FLUSH,
    HIGH_CARD,
    LOSE,
    ON_OWN_HAND,
    PAIR,
    SET_ASIDE,
    STAND_OFF,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TO_AREAS,
    TO_DEALER,
    WIN,
)
from firmware.rounds.rows import CFG_TCP_ANTE_BONUS, CFG_TCP_PAIR_PLUS

NAME = "tcp"
TITLE = "Three Card Poker"
DECKS = (1,)  # (3.1)
AREAS_LEAST = 1
AREAS_MOST = 7
HAND_CARDS = (3,)
DEALER_CARDS = (3,)

DEAL = (
    ((TO_DEALER, 1), (TO_AREAS, 1)) * 3,  # from a shoe (7.3)
    ((TO_DEALER, 3), (TO_AREAS, 3)),  # from a shuffling device (7.4)
)
DEALER_DRAWS_TO = 0
BURN = BURN_NONE
FACE_UP = (EXPOSED, EXPOSED)  # as first card of a round, and later (12.5)
DEALER_TURNED = (0, 0)
CUT_CARD_FIRST = SET_ASIDE
IS_SHUFFLED_EVERY_ROUND = True  # (4.1.2)
IS_REFILLED_WHEN_EMPTY = False
IS_EXTRA_CARD_KEPT = False
IS_LOW_LIMIT_FROM_DEVICE_ONLY = True  # (6.7.2)
CUT_CARD_LEAST_CARDS = 0  # the pack stands on it (4.2)

ORDER = bytes((HIGH_CARD, PAIR, FLUSH, STRAIGHT, THREE_OF_A_KIND, STRAIGHT_FLUSH))  # (11.1)
NAMES = ("high card", "pair", "flush", "straight", "three of a kind", "straight flush")
_PAIR = 1 << CLASS_SHIFT
_FLUSH = 2 << CLASS_SHIFT
_STRAIGHT = 3 << CLASS_SHIFT
_THREE_OF_A_KIND = 4 << CLASS_SHIFT
_STRAIGHT_FLUSH = 5 << CLASS_SHIFT
_QUEEN_HIGH = 10 << 8

DEALER_LEAST = _QUEEN_HIGH  # (9.1)

# Odds: (least value, pays, for).  The Authority approves the bonus schedules (10.3, 10.5); the
# first of each is the default, a table's setting chooses.
_EVEN = (((0, 1, 1),),)
_ANTE_BONUS = (
    ((_STRAIGHT_FLUSH, 5, 1), (_THREE_OF_A_KIND, 4, 1), (_STRAIGHT, 1, 1)),
    ((_STRAIGHT_FLUSH, 4, 1), (_THREE_OF_A_KIND, 3, 1), (_STRAIGHT, 1, 1)),
)
_PAIR_PLUS = (
    (
        (_STRAIGHT_FLUSH, 40, 1),
        (_THREE_OF_A_KIND, 30, 1),
        (_STRAIGHT, 6, 1),
        (_FLUSH, 4, 1),
        (_PAIR, 1, 1),
    ),
    (
        (_STRAIGHT_FLUSH, 40, 1),
        (_THREE_OF_A_KIND, 30, 1),
        (_STRAIGHT, 6, 1),
        (_FLUSH, 3, 1),
        (_PAIR, 1, 1),
    ),
    (
        (_STRAIGHT_FLUSH, 35, 1),
        (_THREE_OF_A_KIND, 25, 1),
        (_STRAIGHT, 6, 1),
        (_FLUSH, 4, 1),
        (_PAIR, 1, 1),
    ),
)

# name, rule, result without a dealer's hand, on equal hands, least value, odds, on a fold
WAGERS = (
    ("ante", AGAINST_DEALER, WIN, STAND_OFF, 0, _EVEN, LOSE),  # (9.3.2, 9.4, 10.1, 8.4)
    ("play", AGAINST_DEALER, STAND_OFF, STAND_OFF, 0, _EVEN, None),  # (9.2, 9.4, 10.4)
    ("pair_plus", ON_OWN_HAND, None, LOSE, _PAIR, _PAIR_PLUS, LOSE),  # (9.3.1, 9.4.1.6)
    ("ante_bonus", ON_OWN_HAND, None, STAND_OFF, _STRAIGHT, _ANTE_BONUS, None),  # (10.2)
)

# wager and the setting that chooses its odds
CHOICES = ((2, CFG_TCP_PAIR_PLUS), (3, CFG_TCP_ANTE_BONUS))  # (10.3, 10.5)


def new_hand():
    return PokerHand(ORDER, 3)
