"""Six places for all roles: whoever opens a seventh session pushes out the oldest of anybody."""

from firmware import shoe
from firmware.core.ticks import ticks_diff
from firmware.trust import sessions

_place_for = sessions.Sessions._place_for


def _push_out(self, port, sender, role):
    is_open = [session for session in self._sessions if session.key]
    if len(is_open) >= 5:
        oldest = is_open[0]
        for session in is_open:
            if ticks_diff(session.used_ms, oldest.used_ms) < 0:
                oldest = session
        oldest.close()
    return _place_for(self, port, sender, role)


sessions.Sessions._place_for = _push_out
run = shoe.main
