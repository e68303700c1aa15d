"""Six places for all roles: whoever opens a seventh session pushes out the oldest of anybody."""

from firmware import shoe
from firmware.core.ticks import elapsed
from firmware.trust import sessions

_place_for = sessions.Sessions._place_for


def _push_out(self, *args):
    is_open = [session for session in self._sessions if session.key]
    if len(is_open) >= 5:
        oldest = is_open[0]
        for session in is_open:
            if elapsed(session.used_ms, oldest.used_ms) < 0:
                oldest = session
        oldest.close()
    return _place_for(self, *args)


sessions.Sessions._place_for = _push_out
run = shoe.main
