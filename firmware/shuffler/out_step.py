"""The way out: pushes cards out one after another; each is read again and compared.

Serves four purposes: a packet to deal, the return between two passes, stirring, and unloading.
"""

from firmware.cards.codes import UNREADABLE
from firmware.core.compat import const
from firmware.shuffler import jam_watch as jam
from firmware.shuffler import move_table as t
from firmware.shuffler import mover as mv
from firmware.shuffler import trouble as tr
from firmware.shuffler.geometry import COMPARTMENTS
from firmware.shuffler.pack_inside import PLACE_OUT, PLACE_TRAY, PLACE_WAY

OUT_PACKET = const(0)
OUT_RETURN = const(1)  # all, back to the feed tray, compartment by compartment
OUT_STIR = const(2)  # some compartments of continuous mode, back to the feed tray
OUT_UNLOAD = const(3)  # all, to the locked output tray
_MOST_UNREAD = const(3)
OUT_SWEEP = const(4)  # the same when nobody knows what is where: try every compartment


class OutStep:
    """`positions` are dealt from `first`; `moved` counts what left the carousel."""

    is_outward = True  # which way a reading counts

    def __init__(self, shuffler):
        self._s = shuffler
        self._pending = []  # in-feed indexes on their way past the camera; -1: not known
        self._compartment = 0
        self._index = -1
        self._left = 0  # cards of a packet, compartments to stir
        self._box_left = 0
        self._is_leaving = False
        self._is_draining = False
        self._is_clearing = False
        self.purpose = OUT_PACKET
        self.first = 0
        self.moved = 0
        self.unread = 0

    def begin(self, purpose, first, cards):
        self.purpose = purpose
        self.first = first
        self._left = cards
        self._compartment = 0
        self.moved = self.unread = 0
        self._pending = []
        self._is_draining = self._is_leaving = False
        actuators = self._s.actuators
        self._s.mover.way.set_feeding(False)
        actuators.pick(0)
        actuators.flap(1 if self._is_returning() else 0)
        self._box_left = 0
        self._is_clearing = purpose >= OUT_UNLOAD
        if self._is_clearing:
            self._s.mover.drain()  # what is half way in comes out before anything turns
        else:
            self._begin()

    def _begin(self):
        self._is_clearing = False
        if self._s.mover.carousel.compartment < 0:
            self._s.mover.home()
        else:
            self._next()

    def read(self, code, _back):
        """A card passed the camera on its way out."""
        if not self._pending and self._is_leaving:
            self._is_leaving = False  # the card that was stuck half way has come by
            self._account()
        if not self._pending:
            return
        index = self._pending.pop(0)
        if code == UNREADABLE and index >= 0:
            code = self._s.reader.seen_by_one()  # both read it on its way in: one of them will do
        if code == UNREADABLE:
            self._unread(index)
        elif index < 0 or self.purpose == OUT_SWEEP:
            self._s.check.read_out(code)
        elif self._s.check.is_same(index, code):
            self._s.check.read_out(code)
        elif self.purpose >= OUT_UNLOAD:
            self._s.check.note_different(self.moved)  # comes out anyway, to be shuffled anew
        else:
            self._s.check.differs(self.first + self.moved - len(self._pending) - 1)

    def result(self, result):
        if self._is_clearing:
            if result == mv.RES_DRAINED:
                self._begin()
            else:
                self._s.mover.drain()
        elif self._is_draining:
            if result == mv.RES_DRAINED:
                self._drained()
            else:
                self._drain()
        elif result == mv.RES_EJECTED:
            self._ejected()
        elif result == mv.RES_PUSH_FAILED:
            self._push_failed()
        elif result == mv.RES_BACKED and self._is_leaving:
            if self._s.mover.way.is_blocked(jam.GATE_CAROUSEL):
                self._s.mover.drain()  # on with the card that was stuck
            else:  # it may lie before the rollers' reach: push it again, nothing has turned
                self._is_leaving = False
                self._s.mover.eject(self._compartment, self._is_secret())
        elif result == mv.RES_BACKED and self._s.mover.carousel.compartment < 0:
            self._s.mover.drain()  # a turn was given up: no card may be half way in when it homes
        elif result == mv.RES_DRAINED:
            self._freed()
        else:
            self._next()

    def stopped_in(self, state):
        """Remember, before everything is switched off, whether a card was half way out."""
        if state == t.ST_LEAVING:
            self._is_leaving = True
        elif state == t.ST_DRAINING and self._is_leaving:
            if not self._s.mover.way.is_blocked(jam.GATE_CAROUSEL):
                self._is_leaving = False  # it got out of the carousel at least
                self._account()

    def again(self, remedy):
        mover = self._s.mover
        if remedy == tr.RM_BACK:
            mover.back()
        elif remedy == tr.RM_HOME:
            mover.home()
        elif self._is_clearing:
            mover.drain()
        elif self._is_draining:
            self._drain()
        elif self._is_leaving:
            mover.drain()
        else:
            self._next()

    def cards_in_way(self):
        """Cards that left a compartment and were not seen outside yet."""
        codes = self._s.pack.codes
        found = [codes[index] for index in self._pending if index >= 0]
        if self._is_leaving and self._index >= 0:
            found.append(codes[self._index])
        return found

    # -- one card --------------------------------------------------------------------------

    def _next(self):
        s = self._s
        if s.mover.way.is_blocked(jam.GATE_CAROUSEL):
            self._is_leaving = True  # stopped just after the push: that card first
            s.mover.drain()
            return
        self._index = self._choose()
        if self._index == -2:
            self._drain()
        else:
            s.mover.eject(self._compartment, self._is_secret())

    def _choose(self):
        """Set the compartment to push next; gives the card's index, -1 unknown, -2 all done."""
        s = self._s
        if self.purpose == OUT_PACKET:
            if self._left == 0:
                return -2
            if s.is_continuous():
                self._compartment = s.box
                return s.stirring.token_at(s.box, self.moved)
            index = s.plan.index_at(self.first + self.moved)
            self._compartment = s.pack.places[index]
            return index
        if self.purpose == OUT_STIR:
            return self._choose_stirred()
        while self._compartment < COMPARTMENTS:
            if s.pack.fill[self._compartment]:
                return s.pack.first_in(self._compartment)
            if self.purpose == OUT_SWEEP:
                return -1
            self._compartment += 1
        return -2

    def _choose_stirred(self):
        """The next card of a random compartment; another one when that is empty."""
        stirring = self._s.stirring
        if self._box_left == 0:
            self._compartment = stirring.take() if self._left else -1
            if self._compartment < 0:
                return -2
            self._left -= 1
            self._box_left = stirring.count_in(self._compartment)
        place = stirring.count_in(self._compartment) - self._box_left
        return stirring.token_at(self._compartment, place)

    def _stirred(self):
        """A card of the compartment is on its way to the tray."""
        self._box_left -= 1
        if self._box_left == 0:
            self._s.stirring.emptied(self._compartment)

    def _is_secret(self):
        """Whether the compartments come in a secret order: of two passes all come in sequence."""
        s = self._s
        is_packet = self.purpose == OUT_PACKET and (s.is_continuous() or s.plan.passes == 1)
        return is_packet or self.purpose == OUT_STIR

    def _is_returning(self):
        return self.purpose == OUT_RETURN or self.purpose == OUT_STIR

    def _ejected(self):
        s = self._s
        s.remedies.moved_well()
        self._account()
        self._next()

    def _account(self):
        """A card has left the carousel."""
        s = self._s
        self.moved += 1
        if self.purpose == OUT_STIR:
            self._stirred()
        else:
            self._left -= 1
        if self._index >= 0:
            if self.purpose == OUT_PACKET:
                s.packet.add(s.pack.codes[self._index])
                if s.is_continuous():
                    s.mixing.came_out(self._index)
            s.pack.move_out(self._index, PLACE_TRAY if self._is_returning() else PLACE_OUT)
        self._pending.append(self._index)

    def _push_failed(self):
        s = self._s
        if self.purpose == OUT_SWEEP:
            if self._index >= 0:  # it was thought to be here
                s.pack.move_out(self._index, PLACE_WAY)
            else:
                self._compartment += 1
            self._next()
        else:
            s.remedies.trouble(tr.TR_PUSH)

    def _freed(self):
        """The card that had stopped half way is out, or still there."""
        s = self._s
        if self._is_leaving and not s.mover.way.is_blocked(jam.GATE_CAROUSEL):
            self._is_leaving = False
            self._account()
        if s.mover.way.is_clear():
            s.remedies.moved_well()
            self._next()
        else:
            s.remedies.trouble(tr.TR_OVERDUE)

    def _unread(self, index):
        """Not read on its way out: what was read on its way in stands, for a few cards."""
        s = self._s
        self.unread += 1
        s.check.read_out(s.pack.codes[index] if index >= 0 else UNREADABLE)

    # -- end -------------------------------------------------------------------------------

    def _drain(self):
        self._is_draining = True
        self._s.mover.drain()

    def _drained(self):
        s = self._s
        if not s.mover.way.is_clear():
            s.remedies.trouble(tr.TR_OVERDUE)
            return
        self._is_draining = False
        for index in self._pending:
            self._unread(index)
        self._pending = []
        s.mover.way.forget()
        s.actuators.flap(0)
        if self.purpose == OUT_PACKET and self.unread > _MOST_UNREAD:
            s.remedies.call(tr.TR_UNREAD)
        else:
            s.all_out()
