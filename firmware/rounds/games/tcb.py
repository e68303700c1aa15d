"""Three Card Baccarat as data; numbers in brackets are rules of its document (TCB)."""

from firmware.rounds.games import vocabulary as v
from firmware.rounds.games.baccarat_hand import PICTURES_ONLY
from firmware.rounds.rows import CFG_EVEN_MONEY

NAME = "tcb"
TITLE = "Three Card Baccarat"
DECKS = (6, 8)  # (3.1)
AREAS_LEAST = 0  # only side wagers: only Banker is dealt (8.2)
AREAS_MOST = 7
HAND_CARDS = (3,)
VALUED_AS = v.ORDER_HAND
DEALER_CARDS = (3,)

_DEAL = ((v.TO_AREAS, 1), (v.TO_DEALER, 1)) * 3  # (8.1)
DEAL = (_DEAL, _DEAL)
DEALER_DRAWS_TO = 0
BURN = v.BURN_BY_VALUE  # (4.11)
FACE_UP = (v.BURNED, v.PLAYED)  # (12.8, 12.9)
DEALER_TURNED = (0, 0)
IS_EXPOSED_LEFT_UP = False
CUT_CARD_FIRST = v.LAST_ROUND  # (4.8)
IS_SHUFFLED_EVERY_ROUND = False  # after the cutting card (4.7)
IS_REFILLED_WHEN_EMPTY = False  # the coup is void (12.7)
IS_EXTRA_CARD_KEPT = False
IS_LOW_LIMIT_FROM_DEVICE_ONLY = False
HAS_FOLD = False
HAS_JACKPOT = False
# the cutting card lies approximately one deck from the back: half a deck more or less (4.6)
CARDS_BEHIND_CUT = (26, 78)

DEALER_LEAST = 0

# name, rule, result without a dealer's hand, on equal hands, least value, odds, on a fold
WAGERS = (
    (  # (5.1.1)
        "player",
        v.AGAINST_DEALER,
        None,
        v.STAND_OFF,
        0,
        (
            ((0, 19, 20),),  # (11.1.1)
            ((22, 1, 1), (19, 1, 2), (0, 1, 1)),  # Even Money: 1 to 2 on a winning 6 (11.2.1)
        ),
        None,
    ),
    ("tie", v.ON_TIE, None, None, 0, (((0, 21, 1),),), None),  # (5.1.2, 11.1.3)
    ("three_picture_cards", v.ON_DEALER_VALUE, None, None, PICTURES_ONLY, (((0, 70, 1),),), None),
    ("banker_point_total", v.ON_DEALER_POINT, None, None, 0, (((0, 8, 1),),), None),  # (5.1.4)
)

# wager and the setting that chooses its odds
CHOICES = ((0, CFG_EVEN_MONEY),)  # (10, 11.2)
