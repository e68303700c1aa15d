"""Words that the game tables are written in: kinds of hands, steps of a deal, kinds of wagers."""

from firmware.core.compat import const

# -- kinds of poker hands; each game puts them in its own order ---------------------------------

HIGH_CARD = const(0)
PAIR = const(1)
TWO_PAIR = const(2)
THREE_OF_A_KIND = const(3)
STRAIGHT = const(4)
FLUSH = const(5)
FULL_HOUSE = const(6)
FOUR_OF_A_KIND = const(7)
STRAIGHT_FLUSH = const(8)
ROYAL_FLUSH = const(9)

# -- what values a game's hands ------------------------------------------------------------------

POKER_HAND = const(0)  # poker_hand.PokerHand, by the game's ORDER
ORDER_HAND = const(1)  # baccarat_hand.OrderHand: Three Card Baccarat's order of the 31
POINT_HAND = const(2)  # baccarat_hand.PointHand: point count

# -- the deal: (who, cards); seats in order from the dealer's left ------------------------------

TO_DEALER = const(0)  # the dealer's or Banker's hand
TO_AREAS = const(1)  # each area in play, so many cards at a time
TO_DRAWERS = const(2)  # each area that calls for a card, in order (LDB 8.1 to 8.3)
TO_DEALER_ON_LOW = const(3)  # the dealer, on a low two-card count (LDB 8.5)

SHOE = const(0)
DEVICE = const(1)  # a shuffling device
EQUIPMENT_NAMES = ("shoe", "device")

BURN_NONE = const(0)
BURN_ONE = const(1)
BURN_BY_VALUE = const(2)  # the first card and as many as its value (TCB 4.11, 4.12)

# what happens to a card found face up, or to a round that the cutting card opens
PLAYED = const(0)
BURNED = const(1)
EXPOSED = const(2)  # played, and counted as exposed in error
LAST_ROUND = const(3)
SHUFFLED_FIRST = const(4)
SET_ASIDE = const(5)

HALF_OF_PACK = const(-1)  # in place of a number of cards

# -- wagers: (name, rule, without a dealer's hand, on equal hands, least, odds to choose from) ---

AGAINST_DEALER = const(0)  # the better hand wins
ON_OWN_HAND = const(1)  # wins from a certain value on, whatever the dealer has
ON_TIE = const(2)
ON_DEALER_VALUE = const(3)  # wins from a certain value of the dealer's hand on
ON_DEALER_POINT = const(4)  # wins on the dealer's point count
ON_DRAW = const(5)  # as AGAINST_DEALER, and only with a third card

WIN = const(0)
LOSE = const(1)
STAND_OFF = const(2)
VOID = const(3)
RESULT_NAMES = ("win", "lose", "stand_off", "void")

CLASS_SHIFT = const(20)  # a poker value is class << 20 | five ranks of four bits
