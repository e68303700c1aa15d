"""Four Card Poker as data; numbers in brackets are rules of its document (FCP)."""

from firmware.rounds.games import vocabulary as v
from firmware.rounds.rows import CFG_FCP_ACES_UP, CFG_FCP_ANTE_BONUS

NAME = "fcp"
TITLE = "Four Card Poker"
DECKS = (1,)  # (3.1)
AREAS_LEAST = 1
AREAS_MOST = 7
HAND_CARDS = (5,)  # (1.1 "hand")
VALUED_AS = v.POKER_HAND
VALUED_CARDS = 4  # the best so many of a hand
DEALER_CARDS = (6,)

DEAL = (
    (  # the sixth is face up (7.3)
        (v.TO_AREAS, 1),
        (v.TO_DEALER, 1),
        (v.TO_AREAS, 1),
        (v.TO_DEALER, 1),
        (v.TO_AREAS, 1),
        (v.TO_DEALER, 1),
        (v.TO_AREAS, 1),
        (v.TO_DEALER, 1),
        (v.TO_AREAS, 1),
        (v.TO_DEALER, 1),
        (v.TO_DEALER, 1),
    ),
    ((v.TO_AREAS, 5), (v.TO_DEALER, 5), (v.TO_DEALER, 1)),  # (7.4)
)
DEALER_DRAWS_TO = 0
BURN = v.BURN_NONE
FACE_UP = (v.EXPOSED, v.EXPOSED)  # (12.5)
DEALER_TURNED = (6, 6)  # the dealer's sixth is dealt face up (7.3.4, 7.4.2)
IS_EXPOSED_LEFT_UP = False
CUT_CARD_FIRST = v.SET_ASIDE
IS_SHUFFLED_EVERY_ROUND = True  # (4.1.2)
IS_REFILLED_WHEN_EMPTY = False
IS_EXTRA_CARD_KEPT = False
IS_LOW_LIMIT_FROM_DEVICE_ONLY = True  # (6.6.2)
HAS_FOLD = True  # (8.4, 9.3)
HAS_JACKPOT = False
CARDS_BEHIND_CUT = (0, 0)  # (4.2)

ORDER = bytes(
    (
        v.HIGH_CARD,
        v.PAIR,
        v.TWO_PAIR,
        v.STRAIGHT,
        v.FLUSH,
        v.THREE_OF_A_KIND,
        v.STRAIGHT_FLUSH,
        v.FOUR_OF_A_KIND,
    )
)  # (11.1)
HIGH_CARD_NAME = "high card"

DEALER_LEAST = 0  # the dealer always plays (2.2.2)

# Odds: (least value, pays, for).  The Authority approves the schedules (10.3, 10.5); the first
# of each is the default, a table's setting chooses.  One constant: a board keeps it in flash.
# name, rule, result without a dealer's hand, on equal hands, least value, odds, on a fold
WAGERS = (
    ("ante", v.AGAINST_DEALER, None, v.WIN, 0, (((0, 1, 1),),), v.LOSE),  # equal: (10.6, 9.2.1.4)
    ("play", v.AGAINST_DEALER, None, v.WIN, 0, (((0, 1, 1),),), None),
    (  # (9.2.1.3, 9.2.1.5)
        "aces_up",
        v.ON_OWN_HAND,
        None,
        v.LOSE,
        1 << v.CLASS_SHIFT | 12 << 8,  # a pair of aces
        (
            (
                (7 << v.CLASS_SHIFT, 50, 1),  # four of a kind
                (6 << v.CLASS_SHIFT, 40, 1),  # straight flush
                (5 << v.CLASS_SHIFT, 8, 1),  # three of a kind
                (4 << v.CLASS_SHIFT, 5, 1),  # flush
                (3 << v.CLASS_SHIFT, 4, 1),  # straight
                (2 << v.CLASS_SHIFT, 3, 1),  # two pair
                (1 << v.CLASS_SHIFT | 12 << 8, 1, 1),  # a pair of aces
            ),
            (
                (7 << v.CLASS_SHIFT, 50, 1),  # four of a kind
                (6 << v.CLASS_SHIFT, 30, 1),  # straight flush
                (5 << v.CLASS_SHIFT, 9, 1),  # three of a kind
                (4 << v.CLASS_SHIFT, 6, 1),  # flush
                (3 << v.CLASS_SHIFT, 4, 1),  # straight
                (2 << v.CLASS_SHIFT, 2, 1),  # two pair
                (1 << v.CLASS_SHIFT | 12 << 8, 1, 1),  # a pair of aces
            ),
        ),
        v.LOSE,
    ),
    (  # (10.2)
        "ante_bonus",
        v.ON_OWN_HAND,
        None,
        v.STAND_OFF,
        5 << v.CLASS_SHIFT,  # three of a kind
        (((7 << v.CLASS_SHIFT, 25, 1), (6 << v.CLASS_SHIFT, 20, 1), (5 << v.CLASS_SHIFT, 2, 1)),),
        None,
    ),
)

# wager and the setting that chooses its odds
CHOICES = ((2, CFG_FCP_ACES_UP), (3, CFG_FCP_ANTE_BONUS))  # (10.3, 10.5)
