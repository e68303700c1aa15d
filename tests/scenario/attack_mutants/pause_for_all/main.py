"""One count for all ports and roles, and its pause comes before the look at the tag."""

from firmware import shoe
from firmware.trust import sessions, throttle

_open, _check = sessions.Sessions.open, sessions.Sessions.check


def _open_unless_paused(self, *args):
    return -16 if self._throttle._is_paused(0, args[-1]) else _open(self, *args)


def _check_unless_paused(self, *args):
    return -16 if self._throttle._is_paused(0, args[-1]) else _check(self, *args)


throttle.place_of = lambda port, role: 0
sessions.Sessions.open = _open_unless_paused
sessions.Sessions.check = _check_unless_paused
run = shoe.main
