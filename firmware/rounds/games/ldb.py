"""Lucky Draw Baccarat as data; numbers in brackets are rules of its document (LDB)."""

from firmware.rounds.games import vocabulary as v
from firmware.rounds.games.baccarat_hand import THREES_OFF_SUIT, THREES_SUITED

NAME = "ldb"
TITLE = "Lucky Draw Baccarat"
DECKS = (3, 4, 6, 8)  # (3.1)
AREAS_LEAST = 1
AREAS_MOST = 7  # (2.1)
HAND_CARDS = (2, 3)
VALUED_AS = v.POINT_HAND
DEALER_CARDS = (2, 3)

DEAL = (
    (
        (v.TO_AREAS, 1),
        (v.TO_DEALER, 1),
        (v.TO_AREAS, 1),  # the second card to the areas only (7.2)
        (v.TO_DRAWERS, 1),  # (8.1 to 8.3)
        (v.TO_DEALER, 1),  # (8.4)
        (v.TO_DEALER_ON_LOW, 1),  # (8.5)
    ),
) * 2
DEALER_DRAWS_TO = 4  # (8.5)
BURN = v.BURN_ONE  # face down, never exposed (4.10)
FACE_UP = (v.BURNED, v.BURNED)  # (10.1)
DEALER_TURNED = (0, 0)
IS_EXPOSED_LEFT_UP = False
CUT_CARD_FIRST = v.SHUFFLED_FIRST  # (4.1.2)
IS_SHUFFLED_EVERY_ROUND = False  # after the cutting card (4.1.3)
IS_REFILLED_WHEN_EMPTY = True  # the discards finish the round (10.10)
IS_EXTRA_CARD_KEPT = True  # under the shoe for the next round, unless exposed (10.6, 10.7)
IS_LOW_LIMIT_FROM_DEVICE_ONLY = False
HAS_FOLD = False
HAS_JACKPOT = False
CARDS_BEHIND_CUT = (0, v.HALF_OF_PACK)  # up to half way in from the back (4.9)

DEALER_LEAST = 0

# name, rule, result without a dealer's hand, on equal hands, least value, odds, on a fold
WAGERS = (
    ("enter", v.AGAINST_DEALER, None, v.STAND_OFF, 0, (((0, 1, 1),),), None),  # (5.1.1, 9.1.1)
    (  # (5.3)
        "draw",
        v.ON_DRAW,
        None,
        v.STAND_OFF,
        0,
        (
            (  # (9.1.2 to 9.1.5)
                (THREES_SUITED, 30, 1),
                (THREES_OFF_SUIT, 9, 1),
                (9, 3, 1),
                (8, 2, 1),
                (7, 3, 2),
                (0, 1, 1),
            ),
        ),
        None,
    ),
)

# no wager has odds to choose from
CHOICES = ()
