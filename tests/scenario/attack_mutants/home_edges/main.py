"""Counts the home flag's edges where everybody may read them."""

from firmware import shoe
from firmware.core.counters import INPUT_DROPS
from firmware.shuffler import carousel, room

_init = room.ShufflerRoom.__init__
_arrive = carousel.Carousel.arrive
_boards = []


def _keep_board(self, board, *parts):
    _boards.append(board)
    _init(self, board, *parts)


def _counting(self):
    _boards[0].count(INPUT_DROPS, self._flag.edges)
    return _arrive(self)


room.ShufflerRoom.__init__ = _keep_board
carousel.Carousel.arrive = _counting
run = shoe.main
