"""Caribbean Stud Poker as data; numbers in brackets are rules of its document (CSP)."""

from firmware.rounds.games import vocabulary as v

NAME = "csp"
TITLE = "Caribbean Stud Poker"
DECKS = (1,)  # (3.1)
AREAS_LEAST = 1
AREAS_MOST = 7
HAND_CARDS = (5,)
VALUED_AS = v.POKER_HAND
VALUED_CARDS = 5  # the best so many of a hand
DEALER_CARDS = (5,)

DEAL = (
    (  # the dealer's last is turned face up (7.3)
        (v.TO_DEALER, 1),
        (v.TO_AREAS, 1),
        (v.TO_DEALER, 1),
        (v.TO_AREAS, 1),
        (v.TO_DEALER, 1),
        (v.TO_AREAS, 1),
        (v.TO_DEALER, 1),
        (v.TO_AREAS, 1),
        (v.TO_DEALER, 1),
        (v.TO_AREAS, 1),
    ),
    ((v.TO_DEALER, 5), (v.TO_AREAS, 5)),  # the dealer's bottom card is turned face up (7.4)
)
DEALER_DRAWS_TO = 0
BURN = v.BURN_NONE
FACE_UP = (v.EXPOSED, v.EXPOSED)  # (14.5)
DEALER_TURNED = (5, 0)  # the dealer's last (7.3.3); of a packet the bottom one (7.4.1)
IS_EXPOSED_LEFT_UP = True  # and then no other card of the dealer is turned up (14.6)
CUT_CARD_FIRST = v.SET_ASIDE
IS_SHUFFLED_EVERY_ROUND = True  # (4.1.2)
IS_REFILLED_WHEN_EMPTY = False
IS_EXTRA_CARD_KEPT = False
IS_LOW_LIMIT_FROM_DEVICE_ONLY = False
HAS_FOLD = True  # (8.4, 9.7)
HAS_JACKPOT = True  # (11)
CARDS_BEHIND_CUT = (0, 0)  # (4.2)

ORDER = bytes(range(v.ROYAL_FLUSH + 1))  # as the vocabulary numbers the kinds of hands (13.1)
HIGH_CARD_NAME = "five odd cards"

DEALER_LEAST = 12 << 16 | 11 << 12  # ace and king, or higher (9.1)

# name, rule, result without a dealer's hand, on equal hands, least value, odds, on a fold
WAGERS = (
    # (9.3.1, 9.4.1, 8.4)
    ("ante", v.AGAINST_DEALER, v.WIN, v.STAND_OFF, 0, (((0, 1, 1),),), v.LOSE),
    (  # (9.2, 9.4.1)
        "bet",
        v.AGAINST_DEALER,
        v.VOID,
        v.STAND_OFF,
        0,
        (
            (  # (10.1)
                (9 << v.CLASS_SHIFT, 250, 1),
                (8 << v.CLASS_SHIFT, 50, 1),
                (7 << v.CLASS_SHIFT, 20, 1),
                (6 << v.CLASS_SHIFT, 7, 1),
                (5 << v.CLASS_SHIFT, 5, 1),
                (4 << v.CLASS_SHIFT, 4, 1),
                (3 << v.CLASS_SHIFT, 3, 1),
                (2 << v.CLASS_SHIFT, 2, 1),
                (0, 1, 1),
            ),
        ),
        None,
    ),
)

# no wager has odds to choose from
CHOICES = ()
