"""Four Card Poker as data; numbers in brackets are rules of its document (FCP)."""

from firmware.rounds.games.poker_hand import PokerHand
from firmware.rounds.games.vocabulary import (
    AGAINST_DEALER,
    BURN_NONE,
    CLASS_SHIFT,
    EXPOSED,
    FLUSH,
    FOUR_OF_A_KIND,
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
    TWO_PAIR,
    WIN,
)
from firmware.rounds.rows import CFG_FCP_ACES_UP, CFG_FCP_ANTE_BONUS

NAME = "fcp"
TITLE = "Four Card Poker"
DECKS = (1,)  # (3.1)
AREAS_LEAST = 1
AREAS_MOST = 7
HAND_CARDS = (5,)  # (1.1 "hand")
DEALER_CARDS = (6,)

DEAL = (
    ((TO_AREAS, 1), (TO_DEALER, 1)) * 5 + ((TO_DEALER, 1),),  # the sixth is face up (7.3)
    ((TO_AREAS, 5), (TO_DEALER, 5), (TO_DEALER, 1)),  # (7.4)
)
DEALER_DRAWS_TO = 0
BURN = BURN_NONE
FACE_UP = (EXPOSED, EXPOSED)  # (12.5)
DEALER_TURNED = (6, 6)  # the dealer's sixth is dealt face up (7.3.4, 7.4.2)
CUT_CARD_FIRST = SET_ASIDE
IS_SHUFFLED_EVERY_ROUND = True  # (4.1.2)
IS_REFILLED_WHEN_EMPTY = False
IS_EXTRA_CARD_KEPT = False
IS_LOW_LIMIT_FROM_DEVICE_ONLY = True  # (6.6.2)
CUT_CARD_LEAST_CARDS = 0  # (4.2)

ORDER = bytes(
    (
        HIGH_CARD,
        PAIR,
        TWO_PAIR,
        STRAIGHT,
        FLUSH,
        THREE_OF_A_KIND,
        STRAIGHT_FLUSH,
        FOUR_OF_A_KIND,
    )
)  # (11.1)
NAMES = (
    "high card",
    "pair",
    "two pair",
    "straight",
    "flush",
    "three of a kind",
    "straight flush",
    "four of a kind",
)
_PAIR_OF_ACES = 1 << CLASS_SHIFT | 12 << 8
_TWO_PAIR = 2 << CLASS_SHIFT
_STRAIGHT = 3 << CLASS_SHIFT
_FLUSH = 4 << CLASS_SHIFT
_THREE_OF_A_KIND = 5 << CLASS_SHIFT
_STRAIGHT_FLUSH = 6 << CLASS_SHIFT
_FOUR_OF_A_KIND = 7 << CLASS_SHIFT

DEALER_LEAST = 0  # the dealer always plays (2.2.2)

# The Authority approves the schedules (10.3, 10.5); the first of each is the default.
_EVEN = (((0, 1, 1),),)
_ANTE_BONUS = (((_FOUR_OF_A_KIND, 25, 1), (_STRAIGHT_FLUSH, 20, 1), (_THREE_OF_A_KIND, 2, 1)),)
_ACES_UP = (
    (
        (_FOUR_OF_A_KIND, 50, 1),
        (_STRAIGHT_FLUSH, 40, 1),
        (_THREE_OF_A_KIND, 8, 1),
        (_FLUSH, 5, 1),
        (_STRAIGHT, 4, 1),
        (_TWO_PAIR, 3, 1),
        (_PAIR_OF_ACES, 1, 1),
    ),
    (
        (_FOUR_OF_A_KIND, 50, 1),
        (_STRAIGHT_FLUSH, 30, 1),
        (_THREE_OF_A_KIND, 9, 1),
        (_FLUSH, 6, 1),
        (_STRAIGHT, 4, 1),
        (_TWO_PAIR, 2, 1),
        (_PAIR_OF_ACES, 1, 1),
    ),
)

# name, rule, result without a dealer's hand, on equal hands, least value, odds, on a fold
WAGERS = (
    ("ante", AGAINST_DEALER, None, WIN, 0, _EVEN, LOSE),  # equal hands win (10.6, 9.2.1.4)
    ("play", AGAINST_DEALER, None, WIN, 0, _EVEN, None),
    ("aces_up", ON_OWN_HAND, None, LOSE, _PAIR_OF_ACES, _ACES_UP, LOSE),  # (9.2.1.3, 9.2.1.5)
    ("ante_bonus", ON_OWN_HAND, None, STAND_OFF, _THREE_OF_A_KIND, _ANTE_BONUS, None),  # (10.2)
)

# wager and the setting that chooses its odds
CHOICES = ((2, CFG_FCP_ACES_UP), (3, CFG_FCP_ANTE_BONUS))  # (10.3, 10.5)


def new_hand():
    return PokerHand(ORDER, 4)
