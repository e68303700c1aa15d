"""The five games by number; a game's table is loaded only when it is asked for."""

import sys

from firmware.core.compat import const

NO_GAME = const(0)


def _tcp():
    from firmware.games import tcp

    return tcp


def _fcp():
    from firmware.games import fcp

    return fcp


def _csp():
    from firmware.games import csp

    return csp


def _tcb():
    from firmware.games import tcb

    return tcb


def _ldb():
    from firmware.games import ldb

    return ldb


# number (on the wire and in cells, never used again), name, how to load its table
GAMES = (
    (1, "tcp", _tcp),
    (2, "fcp", _fcp),
    (3, "csp", _csp),
    (4, "tcb", _tcb),
    (5, "ldb", _ldb),
)


def is_known(number: int) -> bool:
    return 0 < number <= len(GAMES)


def load(number):
    """The table of a game that `is_known`."""
    return GAMES[number - 1][2]()


def let_go(number):
    """Forget the table of a game that is played no more: RAM is short."""
    if is_known(number):
        name = GAMES[number - 1][1]
        sys.modules.pop("firmware.games." + name, None)
        package = sys.modules["firmware.games"]
        if hasattr(package, name):
            delattr(package, name)


def number_of(name: str) -> int:
    """A game's number by its name; 0 for none."""
    for row in GAMES:
        if row[1] == name:
            return row[0]
    return NO_GAME
