"""Three Card Poker as data; numbers in brackets are rules of its document (TCP)."""

from firmware.rounds.games import vocabulary as v
from firmware.rounds.rows import CFG_TCP_ANTE_BONUS, CFG_TCP_PAIR_PLUS

NAME = "tcp"
TITLE = "Three Card Poker"
DECKS = (1,)  # (3.1)
AREAS_LEAST = 1
AREAS_MOST = 7
HAND_CARDS = (3,)
VALUED_AS = v.POKER_HAND
VALUED_CARDS = 3  # the best so many of a hand
DEALER_CARDS = (3,)

DEAL = (
    (  # from a shoe (7.3)
        (v.TO_DEALER, 1),
        (v.TO_AREAS, 1),
        (v.TO_DEALER, 1),
        (v.TO_AREAS, 1),
        (v.TO_DEALER, 1),
        (v.TO_AREAS, 1),
    ),
    ((v.TO_DEALER, 3), (v.TO_AREAS, 3)),  # from a shuffling device (7.4)
)
DEALER_DRAWS_TO = 0
BURN = v.BURN_NONE
FACE_UP = (v.EXPOSED, v.EXPOSED)  # as first card of a round, and later (12.5)
DEALER_TURNED = (0, 0)
IS_EXPOSED_LEFT_UP = False
CUT_CARD_FIRST = v.SET_ASIDE
IS_SHUFFLED_EVERY_ROUND = True  # (4.1.2)
IS_REFILLED_WHEN_EMPTY = False
IS_EXTRA_CARD_KEPT = False
IS_LOW_LIMIT_FROM_DEVICE_ONLY = True  # (6.7.2)
HAS_FOLD = True  # (8.4, 9.5)
HAS_JACKPOT = False
CARDS_BEHIND_CUT = (0, 0)  # the pack stands on it (4.2)

# (11.1)
ORDER = bytes((v.HIGH_CARD, v.PAIR, v.FLUSH, v.STRAIGHT, v.THREE_OF_A_KIND, v.STRAIGHT_FLUSH))
HIGH_CARD_NAME = "high card"

DEALER_LEAST = 10 << 8  # queen high (9.1)

# Odds: (least value, pays, for).  The Authority approves the bonus schedules (10.3, 10.5); the
# first of each is the default, a table's setting chooses.  One constant: a board keeps it in flash.
# name, rule, result without a dealer's hand, on equal hands, least value, odds, on a fold
WAGERS = (
    # (9.3.2, 9.4, 10.1, 8.4)
    ("ante", v.AGAINST_DEALER, v.WIN, v.STAND_OFF, 0, (((0, 1, 1),),), v.LOSE),
    # (9.2, 9.4, 10.4)
    ("play", v.AGAINST_DEALER, v.STAND_OFF, v.STAND_OFF, 0, (((0, 1, 1),),), None),
    (  # (9.3.1, 9.4.1.6)
        "pair_plus",
        v.ON_OWN_HAND,
        None,
        v.LOSE,
        1 << v.CLASS_SHIFT,  # pair
        (
            (
                (5 << v.CLASS_SHIFT, 40, 1),  # straight flush
                (4 << v.CLASS_SHIFT, 30, 1),  # three of a kind
                (3 << v.CLASS_SHIFT, 6, 1),  # straight
                (2 << v.CLASS_SHIFT, 4, 1),  # flush
                (1 << v.CLASS_SHIFT, 1, 1),  # pair
            ),
            (
                (5 << v.CLASS_SHIFT, 40, 1),  # straight flush
                (4 << v.CLASS_SHIFT, 30, 1),  # three of a kind
                (3 << v.CLASS_SHIFT, 6, 1),  # straight
                (2 << v.CLASS_SHIFT, 3, 1),  # flush
                (1 << v.CLASS_SHIFT, 1, 1),  # pair
            ),
            (
                (5 << v.CLASS_SHIFT, 35, 1),  # straight flush
                (4 << v.CLASS_SHIFT, 25, 1),  # three of a kind
                (3 << v.CLASS_SHIFT, 6, 1),  # straight
                (2 << v.CLASS_SHIFT, 4, 1),  # flush
                (1 << v.CLASS_SHIFT, 1, 1),  # pair
            ),
        ),
        v.LOSE,
    ),
    (  # (10.2)
        "ante_bonus",
        v.ON_OWN_HAND,
        None,
        v.STAND_OFF,
        3 << v.CLASS_SHIFT,  # straight
        (
            ((5 << v.CLASS_SHIFT, 5, 1), (4 << v.CLASS_SHIFT, 4, 1), (3 << v.CLASS_SHIFT, 1, 1)),
            ((5 << v.CLASS_SHIFT, 4, 1), (4 << v.CLASS_SHIFT, 3, 1), (3 << v.CLASS_SHIFT, 1, 1)),
        ),
        None,
    ),
)

# wager and the setting that chooses its odds
CHOICES = ((2, CFG_TCP_PAIR_PLUS), (3, CFG_TCP_ANTE_BONUS))  # (10.3, 10.5)
