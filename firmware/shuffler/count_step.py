"""Count and verify on demand (RULES C4): each card looks out past the camera and goes back.

The order stays as it is and nothing leaves the carousel, so a shuffled pack may be counted and
then dealt from.  Compartment after compartment: the order in which they are dealt is secret.
"""

from firmware.cards.codes import UNREADABLE
from firmware.shuffler import move_table as t
from firmware.shuffler import mover as mv
from firmware.shuffler import trouble as tr
from firmware.shuffler.geometry import COMPARTMENTS


class CountStep:
    is_outward = True  # which way a reading counts

    def __init__(self, shuffler):
        self._s = shuffler
        self._compartment = 0
        self._number = 0  # in it; what has been looked at lies behind the others
        self._index = 0
        self._is_outside = False
        self._is_seen = False
        self._is_half_out = False
        self.counted = 0
        self.differing = 0

    def begin(self):
        self._compartment = self._number = 0
        self.counted = self.differing = 0
        self._is_outside = self._is_seen = self._is_half_out = False
        self._s.mover.way.set_feeding(False)
        self._s.actuators.pick(0)
        self._s.actuators.flap(0)
        self._next()

    def passed(self):
        """It stops at once: while it is read it would run out of the rollers' reach."""
        if self._is_outside:
            self._s.mover.stop()
        return self._is_outside

    def read(self, code, _back):
        """On the way out it counts; on the way back in it is the same card again."""
        s = self._s
        if not self._is_outside:
            return
        self._is_outside = False
        self._is_seen = True
        self.counted += 1
        if code != UNREADABLE and not s.check.is_same(self._index, code):
            self.differing += 1
        self._bring_back()

    def result(self, result):
        s = self._s
        if result == mv.RES_EJECTED:
            self._is_outside = True
            s.mover.drain()
        elif result == mv.RES_FED:
            s.remedies.moved_well()
            if self._is_seen:
                self._is_seen = False
                self._number += 1
            self._next()
        elif result == mv.RES_DRAINED:  # never seen, and out of reach now
            s.remedies.call(tr.TR_UNREAD)
        elif result == mv.RES_PUSH_FAILED:
            s.remedies.trouble(tr.TR_PUSH)
        elif self._is_half_out:
            self._bring_back()
        else:
            self._next()

    def cards_in_way(self):
        return [self._s.pack.codes[self._index]] if self._is_half_out else []

    def stopped_in(self, state):
        """A card between compartment and camera goes back in before anything turns."""
        self._is_outside = False
        if state not in (t.ST_REST, t.ST_EJECT_TURNING, t.ST_PUSHING, t.ST_RETRACTING):
            self._is_half_out = True

    def again(self, remedy):
        if remedy == tr.RM_BACK:
            self._s.mover.back()
        elif self._is_half_out:
            self._bring_back()
        elif remedy == tr.RM_HOME:
            self._s.mover.home()
        else:
            self._next()

    def _bring_back(self):
        s = self._s
        self._is_half_out = False
        s.mover.way.turned_back()
        s.mover.feed(self._compartment, False)

    def _next(self):
        s = self._s
        while self._number >= s.pack.fill[self._compartment]:
            self._compartment += 1
            self._number = 0
            if self._compartment == COMPARTMENTS:
                s.counted()
                return
        self._index = s.pack.first_in(self._compartment, self._number)
        s.mover.eject(self._compartment, False)
