"""The five games by number."""

from firmware.core.compat import const
from firmware.rounds.games import csp, fcp, ldb, tcb, tcp

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
