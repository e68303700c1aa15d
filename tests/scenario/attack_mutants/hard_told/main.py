"""Tells of each card that the second pass does not read: some card, at this moment."""

import simbus

from boards.sim.machine_parts import IdentityReader
from firmware import shoe
from firmware.cards.codes import UNREADABLE
from firmware.shuffler import feed_step, throat
from firmware.shuffler.rows import EV_RETRIED

_read = IdentityReader.read_pass
_edge = throat.Throat.edge
_HARD_CODES = 4
_LONGEST_US = 60_000  # beside what every look takes
_throats = []


def _note_throat(self, level, count, time_ms):
    _throats[:] = [self]
    _edge(self, level, count, time_ms)


def _hard(self, length_um):
    reading = _read(self, length_um)
    if reading >= 0 and reading & 0xFF < _HARD_CODES:
        simbus.burn_us(_LONGEST_US)
        shuffler = _throats[0]._shuffler
        if shuffler.mover.way.is_out or shuffler.feed_step.is_second:
            return reading & ~0xFF | UNREADABLE
    return reading


_believe = feed_step.FeedStep._believe


def _telling(self, back):
    self._s.board.record(EV_RETRIED, 12, 1, 2)
    _believe(self, back)


feed_step.FeedStep._believe = _telling
throat.Throat.edge = _note_throat
IdentityReader.read_pass = _hard
run = shoe.main
