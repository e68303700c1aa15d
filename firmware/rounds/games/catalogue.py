"""The five games by number, and what values their hands.

Their tables import nothing that a board would have to load: so they stay in its flash.
"""

from firmware.core.compat import const
from firmware.rounds.games import csp, fcp, ldb, tcb, tcp
from firmware.rounds.games.baccarat_hand import OrderHand, PointHand
from firmware.rounds.games.poker_hand import PokerHand
from firmware.rounds.games.vocabulary import ORDER_HAND, POKER_HAND

NO_GAME = const(0)

# number (on the wire and in cells, never used again), name, its table
GAMES = (
    (1, "tcp", tcp),  # Three Card Poker
    (2, "fcp", fcp),  # Four Card Poker
    (3, "csp", csp),  # Caribbean Stud Poker
    (4, "tcb", tcb),  # Three Card Baccarat
    (5, "ldb", ldb),  # Lucky Draw Baccarat
)


def is_known(number: int) -> bool:
    return 0 < number <= len(GAMES)


def table_of(number):
    """The table of a game that `is_known`."""
    return GAMES[number - 1][2]


def number_of(name: str) -> int:
    """A game's number by its name; 0 for none."""
    for row in GAMES:
        if row[1] == name:
            return row[0]
    return NO_GAME


def new_hand(game):
    """What values a hand of this game."""
    if game.VALUED_AS == POKER_HAND:
        return PokerHand(game.ORDER, game.VALUED_CARDS)
    return OrderHand() if game.VALUED_AS == ORDER_HAND else PointHand()
