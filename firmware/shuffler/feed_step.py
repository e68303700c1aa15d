"""Feeding: every card from the tray is read and put into the compartment that the plan gives it.

A card counts when it is seated.  What cannot be read, is too long (two cards) or too short goes
back to the top of the feed tray and comes again (STANDARDS 9), so no index is used up by it.
"""

from firmware.cards.codes import CARDS_PER_DECK, TWO_CARDS, UNREADABLE
from firmware.core.compat import const
from firmware.shuffler import jam_watch as jam
from firmware.shuffler import mover as mv
from firmware.shuffler import trouble as tr
from firmware.shuffler.geometry import CARD_MM, COMPARTMENT_CARDS, COMPARTMENTS
from firmware.shuffler.modes import MODE_SORT
from firmware.shuffler.plan import NO_PLACE

_LONG_MM = const(5)
_SHORT_MM = const(9)
_USUAL_MS = const(5)
_MOST_DOUBTS = const(3)
_MOST_BELIEVED = const(16)  # of up to 416 cards; a camera that fails is seen within seconds
_USUAL = const(0)
_LONG = const(1)
_SHORT = const(2)
_ENCODER_DOUBT = const(3)
_EMPTY_TRIES = const(2)
_READ_MS = const(40)  # a staged card rolls on a few millimetres and is read then


class FeedStep:
    """One pass; `count` is the number of cards seated in it."""

    is_outward = False  # which way a reading counts

    def __init__(self, shuffler):
        self._s = shuffler
        self._readings = []
        self._compartment = 0
        self._empty_tries = 0
        self._is_staged = False  # at the gate, to be read before it goes on
        self._unread_back = 0  # cards not read in passing: in the tray, to come last
        self._believed = 0  # cards of the second pass not read again
        self._back_left = -1  # cards still to be sent back to the tray; -1: none on the way
        self._usual_mm = CARD_MM * 16
        self._usual_ms = 105 * 16
        self._doubts = 0
        self._is_drum_doubted = False
        self.count = 0
        self.is_second = False
        self.is_more = False
        self._index = -1  # of the discard at the gate
        self.is_over = False  # more cards than the plan has room for

    def begin_more(self):
        """Continuous mode: discards, each known again by its face, into random compartments."""
        self._begin(False, True)

    def begin(self, is_second):
        self._s.pack.begin_pass()
        self._s.plan.begin_feed(self._s.mover.carousel.compartment)
        self._begin(is_second, False)

    def _begin(self, is_second, is_more):
        self.is_second = is_second
        self.is_more = is_more
        self._index = -1
        self.is_over = False
        self.count = 0
        self._readings = []
        self._back_left = -1
        self._empty_tries = 0
        self._doubts = 0
        self._is_drum_doubted = False
        self._is_staged = False
        self._unread_back = self._believed = 0
        self._s.actuators.flap(0)
        self._s.mover.way.set_feeding(True)
        self._next()

    def read(self, code, back):
        """A card passed the camera on its way in."""
        if self._back_left < 0:
            self._readings.append((code, back))
            if self._is_staged:
                self._staged()

    def time(self):
        """The alarm while nothing moves: a staged card was not read in time."""
        if self._is_staged:
            self._staged()

    def result(self, result):
        """A move ended."""
        if self._back_left >= 0:
            self._going_back(result)
        elif result == mv.RES_FED:
            self._fed()
        elif result == mv.RES_NO_CARD:
            self._no_card()
        elif result == mv.RES_LOOK:
            self._looked(self._s.reader.go_on())
        elif result == mv.RES_STAGED:
            self._is_staged = True
            if self._readings:
                self._staged()
            else:
                self._s.actuators.arm(_READ_MS)
        else:  # homed or backed: where were we
            self._next()

    def again(self, remedy):
        """After a trouble, as the remedies say."""
        mover = self._s.mover
        if remedy == tr.RM_BACK:
            mover.back()
        elif remedy == tr.RM_HOME:
            mover.home()
        elif remedy == tr.RM_RETURN:
            self._is_drum_doubted = True
            self._send_back(0)
        else:
            self._next()

    def cards_in_way(self):
        """Cards read and not seated: S8 wants to know them one by one."""
        return [code for code, _back in self._readings]

    # -- one card --------------------------------------------------------------------------

    def _next(self):
        s = self._s
        if self._is_done():
            s.fed_all()
            return
        if self.is_more or self._is_sorted() or self.count + self._unread_back >= s.expected:
            # read while it stands at the gate
            s.mover.way.set_feeding(True)
            s.mover.stage()
            return
        self._compartment = self._place(self.count)
        if self._compartment < 0:
            self.is_over = True
            s.fed_all()
            return
        s.mover.feed(self._compartment, self._is_secret())

    def _is_secret(self):
        """Whether a card's place is drawn: a single deck goes in in sequence."""
        return self.is_more or (self._s.plan.passes == 2 and self._s.mode != MODE_SORT)

    def _is_sorted(self):
        """Whether a card's place depends on its face."""
        return self._s.mode == MODE_SORT and not self.is_second

    def _is_done(self):
        s = self._s
        if s.sensors.has_feed() or s.mover.way.in_way or s.mover.way.gates():
            return False
        return self.is_more or self.count >= s.expected or self._empty_tries >= _EMPTY_TRIES

    def _place(self, number):
        """Compartment of a card of this pass; a single deck leaves two for cards too many."""
        s = self._s
        if self.is_second:
            return s.plan.second_compartment_of(number) if number < s.expected else NO_PLACE
        if number < s.expected:
            return s.plan.compartment_of(number)
        if s.plan.passes != 1 or s.expected > COMPARTMENTS - 2:
            return NO_PLACE
        spare = COMPARTMENTS - 2 + (number - s.expected) // COMPARTMENT_CARDS
        return s.plan.spare(spare) if spare < COMPARTMENTS else NO_PLACE

    def _staged(self):
        """The card at the gate has passed the cameras, and it stands.

        What the brief look at the running card did not read gets a long one now.
        """
        reader = self._s.reader
        self._is_staged = False
        code = self._readings[0][0] if self._readings else 0
        if code >= CARDS_PER_DECK and code != TWO_CARDS and reader.may_look_again:
            self._looked(reader.look_again())
        else:
            self._place_staged()

    def _looked(self, code):
        """The reader has said what it is, or needs another try: nothing moves or is read before."""
        if code < 0:
            self._s.mover.look()
            return
        self._readings[0] = (code, self._readings[0][1])
        self._place_staged()

    def _place_staged(self):
        """The card at the gate is read as well as it can be, now its place is known."""
        s = self._s
        code = self._readings[0][0] if self._readings else UNREADABLE
        if self.is_more:
            self._staged_more(code)
            return
        if self._is_sorted():
            self._compartment = s.plan.place_sorted(code) if code < CARDS_PER_DECK else NO_PLACE
            if self._compartment == NO_PLACE:
                self._compartment = self._place(max(self.count, s.expected))
        else:
            self._compartment = self._place(self.count)
        if self._compartment < 0:
            self.is_over = True
            s.fed_all()
            return
        s.mover.feed(self._compartment, self._is_secret())

    def _staged_more(self, code):
        """Only a card that was dealt from this pack comes back in (C2)."""
        s = self._s
        if code == UNREADABLE and s.remedies.may_return():
            self._trouble(tr.TR_UNREAD, 0)
            return
        self._index = s.pack.find_out(code)
        self._compartment = s.stirring.feed_back(self._index) if self._index >= 0 else NO_PLACE
        if self._compartment < 0:
            s.refuse_early()
            s.check.tell_stranger(code)
            s.fed_all()
            return
        s.mover.feed(self._compartment, self._is_secret())

    def _fed(self):
        s = self._s
        code, back = self._readings.pop(0) if self._readings else (UNREADABLE, 0)
        mover = s.mover
        if mover.way.is_timed:
            s.trends.fed(mover.way.pass_ms, mover.way.length_mm)
        size = self._size()
        if mover.way.is_feed_gate_blind():
            s.remedies.call(tr.TR_GATE)
        elif size == _ENCODER_DOUBT:
            s.remedies.call(tr.TR_DEAD_ENCODER)
        elif code == TWO_CARDS or (size == _LONG and code == UNREADABLE):
            self._trouble(tr.TR_DOUBLE, 2)
        elif size == _SHORT and code == UNREADABLE:
            self._trouble(tr.TR_SHORT, 1)
        elif code == UNREADABLE and self.is_second:
            self._believe(back)
        elif code == UNREADABLE and self._is_alone() and s.remedies.may_return():
            self._unread_back += 1
            self._trouble(tr.TR_UNREAD, 1)
        else:
            self._seat(code, back)

    def _is_alone(self):
        """Pushed out again it would be this card that comes: the first one in is the first out."""
        return not self.is_more and self._s.pack.fill[self._compartment] == 0

    def _believe(self, back):
        """Not read again in the second pass: what was read in the first stands, for a few cards.

        Sent back it would come in another one's turn; and where a hard card goes would be told.
        """
        s = self._s
        self._believed += 1
        if self._believed > _MOST_BELIEVED:
            s.remedies.call(tr.TR_UNREAD)
        else:
            self._seat(s.pack.codes[s.plan.fed_again(self.count)], back)

    def _size(self):
        """Length by roller travel and by time.

        A long way alone is slip: two cards also show two faces, which the cameras see.  A strange
        length in the usual time is the encoder's error.
        """
        mover = self._s.mover
        usual_mm = self._usual_mm >> 4
        off_mm = mover.way.length_mm - usual_mm
        if -_SHORT_MM <= off_mm <= _LONG_MM:
            self._usual_mm += off_mm
            self._doubts = 0
            if mover.way.is_timed:
                self._usual_ms += mover.way.pass_ms - (self._usual_ms >> 4)
            return _USUAL
        if mover.way.is_timed and abs(mover.way.pass_ms - (self._usual_ms >> 4)) <= _USUAL_MS:
            self._doubts += 1
            return _ENCODER_DOUBT if self._doubts >= _MOST_DOUBTS else _USUAL
        return _LONG if off_mm > 0 else _SHORT

    def _seat(self, code, back):
        s = self._s
        index = self._index if self.is_more else self.count
        if self.is_second:
            index = s.plan.fed_again(self.count)
            if not s.check.is_same(index, code):
                s.check.differs(self.count)
                return
        code = s.check.check_back(code, back, 1 if self.is_more else self.count)
        s.pack.seat(index, code, self._compartment)
        if s.is_continuous() and not self.is_second:
            s.mixing.went_in(index)
        self.count += 1
        self._empty_tries = 0
        s.remedies.moved_well()
        if s.is_refused_early:
            s.fed_all()
        else:
            self._next()

    def _no_card(self):
        s = self._s
        if s.mover.way.is_blocked(jam.GATE_FEED):
            s.remedies.trouble(tr.TR_OVERDUE)  # there is something, and it does not come
        elif s.sensors.has_feed():
            s.remedies.trouble(tr.TR_MISFEED)
        else:
            self._empty_tries += 1
            self._next()

    # -- back to the tray ------------------------------------------------------------------

    def _trouble(self, trouble, cards):
        s = self._s
        s.remedies.returned()
        if s.remedies.next_remedy(trouble) == 0:
            s.remedies.call(trouble)
        else:
            self._send_back(cards)

    def _send_back(self, cards):
        """What is in the way, then cards of the compartment, to the top of the feed tray."""
        s = self._s
        self._back_left = cards
        self._readings = []
        s.actuators.flap(1)
        s.mover.drain()

    def _going_back(self, result):
        s = self._s
        if result == mv.RES_DRAINED and self._back_left == 0:
            self._back_left = -1
            self._readings = []
            s.actuators.flap(0)
            s.mover.way.forget()
            self._check_drum()
        elif result == mv.RES_PUSH_FAILED or self._back_left == 0:
            self._back_left = 0
            s.mover.drain()
        else:
            self._back_left -= 1
            s.mover.eject(self._compartment, self._is_secret())

    def _check_drum(self):
        """The way is free again after a jam: was it a card in the way, or a drum that stands?

        The first is reshuffled (TCP 13.1), with the second the device is no longer able (13.2).
        """
        if self._is_drum_doubted:
            self._is_drum_doubted = False
            self._s.mover.home()
        else:
            self._next()
