"""The shuffling device: walks the cycle's table and lets its steps move cards.

Fed orders (`orders`), moves' results, readings and what the jam watch sees; tells by the board's
`record` and `raise_fault`, and opens the gate only through `gate`.  Sans-IO: sensors, actuators,
reader and store are given.
"""

from firmware.core.rows import FAULT_ILLEGAL_TRANSITION
from firmware.core.ticks import ticks_diff
from firmware.shuffler import cycle as c
from firmware.shuffler import jam_watch as jam
from firmware.shuffler import mover as mv
from firmware.shuffler import out_step, rows
from firmware.shuffler import trouble as tr
from firmware.shuffler.count_step import CountStep
from firmware.shuffler.cycle_facts import CycleFacts
from firmware.shuffler.feed_step import FeedStep
from firmware.shuffler.mover import Mover
from firmware.shuffler.orders import Orders
from firmware.shuffler.out_step import OutStep
from firmware.shuffler.pack_check import PackCheck
from firmware.shuffler.pack_inside import PackInside
from firmware.shuffler.packet import Packet
from firmware.shuffler.remedies import Remedies

_HAND_MS = 2_000  # a hand may still be in the mouth after the last packet


class Shuffler(CycleFacts):
    """`mixing` judges orders, `loop` compares in and out, `gate` owns the lock."""

    def __init__(
        self, board, sensors, actuators, reader, gate, store, mixing, plan, stirring, trends, loop
    ):
        super().__init__(plan, stirring)
        self.board = board
        self.sensors = sensors
        self.actuators = actuators
        self.reader = reader
        self.gate = gate
        self.store = store
        self.trends = trends
        self.loop = loop
        self.mixing = mixing
        self.watch = jam.JamWatch()
        self.mover = Mover(actuators, self.watch, self._moved, self._illegal)
        self.finish_look = self.mover.finish_look
        self.cycle = c.Cycle(self._illegal)
        self.pack = PackInside(store.card)
        self.packet = Packet()
        self.orders = Orders(self)
        self.remedies = Remedies(self)
        self.check = PackCheck(self)
        self.feed_step = FeedStep(self)
        self._out = OutStep(self)
        self._count = CountStep(self)
        self.step = None  # the one that moves cards now
        self.now_ms = 0
        self._step_ms = 0
        self.start_ms = 0
        self.taken_ms = -60_000  # when a packet was taken last

    def halt(self, trouble=tr.TR_STOPPED):
        """Outputs safe at once: a fault, the lid; cards stay where they are."""
        self._take_off()
        if self.cycle.state != c.ST_CALLING:
            self.remedies.halted(trouble)
        self.gate.lock()

    def is_moving(self):
        """Homing and the drum's way round are no step of a card, and must not be disturbed."""
        return self.step is not None or self.mover.is_moving()

    def is_dealing(self, now_ms):
        """Cards at the mouth come from the carousel; the last packet's hand may still be there."""
        return self.cycle.state != c.ST_EMPTY or ticks_diff(now_ms, self.taken_ms) < _HAND_MS

    def has_new_pack(self):
        """A shuffled pack waits inside and nothing of it was dealt."""
        return self.cycle.state == c.ST_READY and self.position == 0 and self.is_dealable()

    # -- inputs ----------------------------------------------------------------------------

    def note_time(self, now_ms):
        """The moment of the input or order that is taken now."""
        self.now_ms = now_ms

    def card_passed(self):
        """A card has gone by the cameras; to read it takes a while.  True: it is waited for."""
        return self.step is self._count and self._count.passed()

    def card_unseen(self):
        """It was waited for, and the cameras have no picture."""
        self.remedies.call(tr.TR_UNREAD)

    def card_read(self, code, back, now_ms):
        """The reader has a card; code as in cards.codes."""
        self.now_ms = now_ms
        # while the roller runs the other way to free a card, what passes is not counted
        if self.step and self.step.is_outward == self.mover.way.is_out:
            self.step.read(code, back)

    def look(self, now_ms):
        """Every LOOK_MS while the roller runs."""
        self.now_ms = now_ms
        seen = self.watch.look(self.actuators.count(), self.actuators.current_ma)
        if seen != jam.SEEN_NOTHING and self.step is not None:
            self.remedies.jam(seen)

    def output_emptied(self, now_ms):
        """The output tray's sensor sees nothing any more."""
        self.now_ms = now_ms
        if self.cycle.state == c.ST_OFFERED:
            self.taken_ms = now_ms
            self.board.record(rows.EV_PACKET_TAKEN, self.packet.first, self.packet.size)
            self.mixing.taken(self)
            is_last = self.pack.inside == 0
            self.event(c.CEV_TAKEN_LAST if is_last else c.CEV_TAKEN)
        elif self.cycle.may(c.CEV_OUTPUT_EMPTY):
            self.event(c.CEV_OUTPUT_EMPTY)

    def overdue(self, elapsed_ms, now_ms):
        """A step has taken longer than it ever may: the third malfunction of RULES S1."""
        self.now_ms = now_ms
        self.board.record(rows.EV_STEP_OVERDUE, self.cycle.state, elapsed_ms, self.pack.inside)
        self.remedies.call(tr.TR_STEP_OVERDUE)

    # -- called by the orders --------------------------------------------------------------

    def begin_cycle(self, mode, decks, expected, now_ms):
        """The plan is made and the cards lie in the feed tray."""
        self.begin(mode, decks, expected)
        self.remedies.begin_cycle()
        self.pack.clear()
        self.store.begin(self.cycle_number)
        self.start_ms = self.now_ms = now_ms
        self.board.record(rows.EV_CYCLE_STARTED, mode, decks, self.cycle_number)
        self.mixing.begin()
        self.event(c.CEV_START)

    # -- called by the steps ---------------------------------------------------------------

    def fed_all(self):
        """The feed tray is empty."""
        self._step_done()
        if self.is_refused_early:
            self.event(c.CEV_BAD)
        elif self.feed_step.is_more:
            self.event(c.CEV_GOOD)
        elif self.plan.passes == 2 and not self.feed_step.is_second and not self.feed_step.is_over:
            self.event(c.CEV_FED_FIRST)
        else:
            self.event(c.CEV_FED_ALL)

    def all_out(self):
        """The way out is done."""
        self._step_done()
        out = self._out
        if out.purpose == out_step.OUT_PACKET:
            self.packet_out(out.moved)
            self.event(c.CEV_PACKET)
        elif out.purpose == out_step.OUT_RETURN:
            self.plan.begin_second()
            self.event(c.CEV_FED_AGAIN)
        elif out.purpose == out_step.OUT_STIR:
            self.event(c.CEV_STIRRED)
        else:
            self.event(c.CEV_ALL_OUT)

    def counted(self):
        step = self._count
        self._step_done()
        is_good = step.differing == 0 and step.counted == self.pack.inside
        self.board.record(rows.EV_PACK_COUNTED, 1 if is_good else 0, step.counted, step.differing)
        self.event(c.CEV_GOOD if is_good else c.CEV_BAD)

    # -- table -----------------------------------------------------------------------------

    def event(self, event):
        """One event of the cycle's table; its new state is kept before anything is done."""
        action = self.cycle.handle(event)
        self._step_ms = self.now_ms
        self.remedies.begin_step()
        if action == c.ACT_NONE:
            return
        self.store.step(self)
        self._act(action)

    def _act(self, action):
        if action == c.ACT_HOME:
            self.step = None
            if self.mover.carousel.compartment >= 0:
                self.event(c.CEV_HOMED)
            else:
                self.mover.home()
        elif action == c.ACT_FEED:
            self.step = self.feed_step
            feed = self.feed_step
            feed.begin(feed.count > 0 and self.plan.passes == 2 and self.pack.count > 0)
        elif action == c.ACT_FEED_MORE:
            self.step = self.feed_step
            self.feed_step.begin_more()
        elif action == c.ACT_EMPTY:
            self.step = self._out
            self._out.begin(out_step.OUT_RETURN, 0, 0)
        elif action == c.ACT_STIR:
            self.step = self._out
            self._out.begin(out_step.OUT_STIR, 0, self.boxes)
        elif action == c.ACT_CHECK:
            self._take_off()
            self.check.check(self.feed_step.is_over)
        elif action == c.ACT_READY:
            self.step = None
            if not self.mixing.commit(self):
                self.is_good = False
            self.board.record(
                rows.EV_CYCLE_READY,
                self.pack.inside,
                1 if self.is_dealable() else 0,
                ticks_diff(self.now_ms, self.start_ms),
            )
        elif action == c.ACT_DELIVER:
            self.step = self._out
            self._out.begin(out_step.OUT_PACKET, self.position, self.packet.size)
        elif action == c.ACT_OFFER:
            self._offer()
        elif action == c.ACT_COUNT:
            self.step = self._count
            self._count.begin()
        else:
            self._act_more(action)

    def _act_more(self, action):
        if action == c.ACT_LOCK:
            self.gate.lock()
        elif action == c.ACT_END:
            self.gate.lock()
            self.step = None
            self.plan.wipe()
            self.packet.wipe()
            self.loop.forget()
            self.board.record(rows.EV_CYCLE_ENDED, self.cycle_number)
        elif action == c.ACT_UNLOAD:
            self.gate.lock()
            self.is_good = False
            self.plan.wipe()
            self.stirring.wipe()
            is_doubtful = self.remedies.last_trouble != tr.TR_NONE or self.mover.is_inserting()
            self._take_off()
            self.step = self._out
            self._out.begin(out_step.OUT_SWEEP if is_doubtful else out_step.OUT_UNLOAD, 0, 0)
        elif action == c.ACT_UNLOADED:
            self.step = None
            if not self.sensors.has_output():
                self.event(c.CEV_OUTPUT_EMPTY)
        elif action == c.ACT_CALL:
            self._take_off()
            self.gate.lock()
            self.is_good = False
            self.remedies.tell_call()
        elif action == c.ACT_REFUSE:
            self.step = None
            self.is_good = False
            found = self.pack.verdict
            wrong_cards = found.missing + found.extra + found.strange
            self.board.raise_fault(rows.FAULT_PACK_REFUSED, wrong_cards)

    def _offer(self):
        self.step = None
        self.bring_into_play()
        is_as_planned = self.loop.wrong == 0 and self.loop.unknown == 0
        if not self.gate.offer(self.is_dealable(), is_as_planned):
            self.remedies.call(tr.TR_DIFFERS)
            return
        self.board.record(rows.EV_PACKET_OFFERED, self.packet.first, self.packet.size)
        self.mixing.offered()

    def _take_off(self):
        """No step runs; everything stands."""
        self.step = None
        self.mover.stop()
        self.mover.way.set_feeding(False)
        self.actuators.flap(0)

    # -- results ---------------------------------------------------------------------------

    def _moved(self, result):
        if result in (mv.RES_FED, mv.RES_EJECTED, mv.RES_DRAINED):
            self.store.moved()  # the roller stands, or the card leaves by itself; no push has begun
        if result == mv.RES_DRUM_LOST:
            self.remedies.trouble(tr.TR_DRUM)
        elif result == mv.RES_HOME_FAILED:
            self.remedies.trouble(tr.TR_HOME)
        elif result == mv.RES_NOT_SEATED:
            self.remedies.jam(jam.SEEN_STALL)
        elif result == mv.RES_TIME:
            if self.step is self.feed_step:
                self.feed_step.time()
        elif self.step:
            self.step.result(result)
        elif result == mv.RES_HOMED and self.cycle.state == c.ST_HOMING:
            self.event(c.CEV_HOMED)
        elif result == mv.RES_ROUND and self.cycle.state == c.ST_CHECKING:
            self.check.finish()

    def _step_done(self):
        """How long a step took; the parts that stand still are its share too."""
        duration_ms = ticks_diff(self.now_ms, self._step_ms)
        self.board.record(rows.EV_STEP_DONE, self.cycle.state, self.pack.inside, duration_ms)

    def _illegal(self, state, event):
        self.board.raise_fault(FAULT_ILLEGAL_TRANSITION, 0x1000 | state << 8 | event)
