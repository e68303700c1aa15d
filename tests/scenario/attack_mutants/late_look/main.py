"""Looks at the seats when it gets to "no more bets", not as they were at its edge."""

from firmware import meter
from firmware.jackpot import room, seats

_edge = room.Jackpot.edge


def _late(self, source, level, time_ms):
    if source == room._SRC_NO_MORE_BETS:
        self._seats.look(time_ms)
    _edge(self, source, level, time_ms)


def _look(self, now_ms):
    self.take(self._wager_expander.read(), now_ms)


room.Jackpot.edge = _late
seats.Seats.look = _look
run = meter.main
