"""The seven wager sensors: what lies where, since when, and which sensor cannot be believed.

A chip counts for a round only if it was put there while that round's wagers were open (CSP 5.2).
Fed the sensor bits and the time; seats are bits, seat 1 lowest.
"""

from array import array

from firmware.core.compat import const
from firmware.core.ticks import ticks_diff

SEATS = const(7)
_FLICKER_CHANGES = const(6)  # so many changes within …
_FLICKER_MS = const(2_000)  # … this time, and quiet for as long again before it is believed
_STUCK_MS = const(30_000)  # still there so long after the round ended

NO_TROUBLE = const(0)
STUCK = const(1)
FLICKERS = const(2)


class SeatWatch:
    """`placed` and `removed` tell what the last look saw; `fresh` what counts for this round."""

    def __init__(self):
        self.bits = 0
        self.placed = 0
        self.removed = 0
        self.fresh = 0
        self.flickering = 0
        self.stuck = 0
        self._is_open = True
        self._opened_ms = 0
        self._has_looked = False
        self._changes = bytearray(SEATS)
        self._first_ms = array("i", (0 for _ in range(SEATS)))  # of a run of changes
        self._last_ms = array("i", (0 for _ in range(SEATS)))

    def open(self, now_ms):
        """Wagers open: what still lies there belongs to the round before."""
        self._is_open = True
        self._opened_ms = now_ms
        self.fresh = 0

    def close(self):
        """The first card is out: what comes now is late."""
        self._is_open = False

    def look(self, bits, now_ms):
        """Take the sensors in; True when a seat changed."""
        if not self._has_looked:  # at boot: what lies there already was placed before
            self._has_looked = True
            self.bits = bits
            self._opened_ms = now_ms
        changed = bits ^ self.bits
        self.placed = changed & bits
        self.removed = changed & self.bits
        self.bits = bits
        if self._is_open:
            self.fresh |= self.placed
        self.fresh &= bits
        for seat in range(SEATS):
            if changed >> seat & 1:
                self._count_change(seat, now_ms)
        return changed != 0

    def _count_change(self, seat, now_ms):
        # a run that was found flickering goes on until the seat is quiet: else it would depend on
        # when somebody looks whether an endless flicker is seen as one
        is_over = ticks_diff(now_ms, self._first_ms[seat]) > _FLICKER_MS
        if not self._changes[seat] or (is_over and not self.flickering >> seat & 1):
            self._first_ms[seat] = now_ms
            self._changes[seat] = 0
        self._changes[seat] = min(self._changes[seat] + 1, 255)
        self._last_ms[seat] = now_ms

    def trouble(self, seat, now_ms):
        """Seat index → what is wrong with it now; call it now and then, it notices."""
        bit = 1 << seat
        if self._changes[seat] >= _FLICKER_CHANGES:
            if ticks_diff(now_ms, self._last_ms[seat]) < _FLICKER_MS:
                self.flickering |= bit
                return FLICKERS
            self._changes[seat] = 0
        self.flickering &= ~bit
        is_left = self._is_open and self.bits & ~self.fresh & bit
        if is_left and ticks_diff(now_ms, self._opened_ms) > _STUCK_MS:
            self.stuck |= bit
            return STUCK
        self.stuck &= ~bit
        return NO_TROUBLE

    def offered(self):
        """Seats whose wager may be accepted if they have an ante."""
        return self.bits & self.fresh & ~self.flickering
