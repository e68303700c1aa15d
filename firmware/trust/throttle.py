"""How wrong tags are slowed: counted for each port and role apart, kept over power cycles.

Whoever asks has looked at the tag before: a right one is never paused, so a stranger can keep
nobody out.  What a pause bounds is the writing and telling that wrong tags cause.
"""

from array import array

from firmware.core.ticks import ticks_diff

_FREE_FAILURES = 3  # typing errors happen
_FIRST_PAUSE_MS = 1_000
_LONGEST_PAUSE_MS = 300_000
ROLES = (1, 2, 4, 8)
PLACES = 8  # two ports with four roles


def place_of(port, role):
    """Where the count of a port and a role stands."""
    return port * len(ROLES) + ROLES.index(role)


def _pause_for(failures):
    if failures < _FREE_FAILURES:
        return 0
    return min(_FIRST_PAUSE_MS << min(failures - _FREE_FAILURES, 12), _LONGEST_PAUSE_MS)


class Throttle:
    """Fed with wrong tags and successes; `keys` keeps the counts."""

    def __init__(self, keys):
        self._keys = keys
        self._failures = bytearray(keys.failures)
        self._pause_ms = array("I", (_pause_for(count) for count in self._failures))
        self._paused_at_ms = array("I", (0 for _ in self._failures))
        # ticks need not start at 0: a pause kept over a restart begins with the first look
        self._is_running = False

    def fail(self, port, role, now_ms):
        """A wrong tag: how many there were in a row; 0 in a pause, which counts none."""
        place = place_of(port, role)
        if self._is_paused(place, now_ms):
            return 0
        count = min(self._failures[place] + 1, 255)
        self._set(place, count)
        self._paused_at_ms[place] = now_ms
        return count

    def succeed(self, port, role):
        """A session was opened with the right key: the count ends."""
        place = place_of(port, role)
        if self._failures[place]:
            self._set(place, 0)

    def tick(self, now_ms):
        """Once a heartbeat: ends pauses while ticks can still tell how long."""
        for place in range(PLACES):
            if not self._is_paused(place, now_ms):
                self._pause_ms[place] = 0

    def _set(self, place, count):
        self._failures[place] = count
        self._pause_ms[place] = _pause_for(count)
        self._keys.save_failures(place, count)

    def _is_paused(self, place, now_ms):
        if not self._is_running:
            self._is_running = True
            for i in range(PLACES):
                self._paused_at_ms[i] = now_ms
        pause_ms = self._pause_ms[place]
        return pause_ms and ticks_diff(now_ms, self._paused_at_ms[place]) < pause_ms
