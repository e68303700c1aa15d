"""The shuffling device: walks the cycle's table and lets its steps move cards.

Fed orders, moves' results, readings and what the jam watch sees; tells by `tell` (record, fault)
and opens the gate only through `gate`.  Sans-IO: hands, reader and store are given.
"""

from firmware.audit.identity_count import FINDING_STRANGE
from firmware.core import events_shuffler as ev
from firmware.core.cards import OTHER_DECK, UNREADABLE, is_card
from firmware.core.compat import const
from firmware.core.ticks import ticks_diff
from firmware.shuffler import cycle as c
from firmware.shuffler import jam_watch as jam
from firmware.shuffler import trouble as tr
from firmware.shuffler.count_step import CountStep
from firmware.shuffler.feed_step import FeedStep
from firmware.shuffler.mover import (
    RES_DRUM_LOST,
    RES_HOME_FAILED,
    RES_HOMED,
    RES_NOT_SEATED,
    RES_TIME,
    Mover,
)
from firmware.shuffler.out_step import OUT_PACKET, OUT_RETURN, OUT_SWEEP, OUT_UNLOAD, OutStep
from firmware.shuffler.pack_inside import PackInside
from firmware.shuffler.packet import Packet

MODE_SHUFFLE = const(1)
MODE_SORT = const(2)  # the result is not shuffled and never dealt from (STANDARDS 12)
MODE_VERIFY = const(3)  # feed, check, unload
MODE_CONTINUOUS = const(4)  # baccarat: discards come back, compartments are dealt at random
MODE_NAMES = ("none", "shuffle", "sort", "verify", "continuous")

ALL_CARDS = const(0)  # as the size of a packet
FROM_SLOTS = const(1)  # where an order that was judged came from
FROM_READINGS = const(2)
NO_BACK = const(0xFF)
_MOST_RETURNS = const(8)  # cards sent back in one cycle before it is taken for a real trouble
_TROUBLE_OF_SEEN = (
    tr.TR_NONE,
    tr.TR_STALL,
    tr.TR_OVERDUE,
    tr.TR_DEAD_MOTOR,
    tr.TR_DEAD_ENCODER,
)


class Shuffler:
    """`stats` judges orders, `loop` compares in and out, `gate` owns the lock, `keep` the store."""

    def __init__(self, hands, plan, stirring, tell, gate, keep, trends, loop, stats):
        self.hands = hands
        self.plan = plan
        self.stirring = stirring  # the plan of continuous mode
        self.box = 0  # the compartment that it empties next
        self.tell = tell
        self.gate = gate
        self.keep = keep
        self.trends = trends
        self.loop = loop
        self.stats = stats
        self.watch = jam.JamWatch()
        self.mover = Mover(hands, self.watch, self._moved, self._illegal)
        self.cycle = c.Cycle(self._illegal)
        self.pack = PackInside(keep.card)
        self._feed = FeedStep(self)
        self._out = OutStep(self)
        self._count = CountStep(self)
        self._step = None
        self.mode = 0
        self.decks = 1
        self.expected = 0
        self.cycle_number = 0
        self.position = 0  # the next card to deal
        self.back = NO_BACK  # of the pack inside
        self.back_in_play = NO_BACK  # of the pack last delivered
        self.attempts = 0
        self.returns = 0
        self.last_trouble = tr.TR_NONE
        self.is_refused_early = False
        self.is_good = False
        self.is_sorting = False
        self.now_ms = 0
        self._step_ms = 0
        self._start_ms = 0
        self.packet = Packet()
        self.taken_ms = -60_000  # when a packet was taken last
        self._tries = 0  # since the last card moved well
        self._step_tries = 0
        self._called_in = c.ST_EMPTY
        self._in_way = ()

    # -- orders: False when it does not fit -------------------------------------------------

    def start(self, mode, decks, now_ms):
        """Shuffle, sort or verify what lies in the feed tray."""
        self.now_ms = now_ms
        if not self.cycle.may(c.CEV_START) or not self.hands.has_feed():
            return False
        if not self.mover.way.is_clear():
            return False
        expected = decks * 52
        self.is_sorting = mode == MODE_SORT
        if not (self.plan.begin_sort(decks) if self.is_sorting else self.plan.begin(expected)):
            return False
        self.mode = mode
        self.decks = decks
        self.expected = expected
        self.cycle_number += 1
        self.position = 0
        self.returns = self.attempts = 0
        self.last_trouble = tr.TR_NONE
        self.back = NO_BACK
        self.is_refused_early = self.is_good = False
        self.pack.clear()
        self._start_ms = now_ms
        self.tell.record(ev.EV_CYCLE_STARTED, mode, decks, self.cycle_number)
        self._event(c.CEV_START)
        return True

    def feed_more(self, now_ms):
        """Continuous mode: the discards in the feed tray go back into random compartments."""
        self.now_ms = now_ms
        if self.mode != MODE_CONTINUOUS or not self.cycle.may(c.CEV_FEED_MORE):
            return False
        if not self.hands.has_feed() or not self.mover.way.is_clear():
            return False
        self._event(c.CEV_FEED_MORE)
        return True

    def deliver(self, cards, now_ms):
        """A packet of so many cards for the gate; ALL_CARDS: what is left.

        In continuous mode the next compartment, whatever it holds.
        """
        self.now_ms = now_ms
        if self.mode == MODE_CONTINUOUS:
            return self._deliver_box()
        left = self.expected - self.position
        if not self.cycle.may(c.CEV_DELIVER) or cards > left or not self.is_dealable():
            return False
        self.packet.begin(self.position, cards or left)
        self._event(c.CEV_DELIVER)
        return True

    def _deliver_box(self):
        if not self.cycle.may(c.CEV_DELIVER) or not self.is_dealable():
            return False
        self.box = self.stirring.take()
        if self.box < 0:
            return False
        self.packet.begin(self.position, self.stirring.count_in(self.box))
        self._event(c.CEV_DELIVER)
        return True

    def count(self, now_ms):
        """Count and verify the cards in the carousel (RULES C4)."""
        self.now_ms = now_ms
        if self.mode == MODE_CONTINUOUS or not self.cycle.may(c.CEV_COUNT):
            return False
        self._event(c.CEV_COUNT)
        return True

    def unload(self, role, now_ms):
        """Abort, or get a pack out that is not to be dealt."""
        self.now_ms = now_ms
        if not self.cycle.may(c.CEV_UNLOAD):
            return False
        self.tell.record(ev.EV_ABORTED, self.cycle.state, self.pack.inside, role)
        self._event(c.CEV_UNLOAD)
        return True

    def cleared(self, role, now_ms):
        """A person did what the call asked for; what is inside comes out, to be shuffled anew."""
        self.now_ms = now_ms
        if not self.cycle.may(c.CEV_CLEARED) or self.gate.is_stopped():
            return False
        self.tell.record(ev.EV_CLEARED_BY_PERSON, self.last_trouble, role)
        self.mover.way.forget()
        self.attempts = 0
        self.mover.carousel.slot = -1  # whatever happened meanwhile: find compartment 0 anew
        self._event(c.CEV_CLEARED)
        return True

    def halt(self, trouble=tr.TR_STOPPED):
        """Outputs safe at once: a fault, the lid; cards stay where they are."""
        self._take_off()
        if self.cycle.state != c.ST_CALLING:
            if self.cycle.state not in (c.ST_EMPTY, c.ST_UNLOADED):
                self.last_trouble = trouble
            self._called_in = self.cycle.state
            self._in_way = ()
            self._event(c.CEV_TROUBLE)
        self.gate.lock()

    def is_continuous(self):
        return self.mode == MODE_CONTINUOUS

    def is_moving(self):
        return self._step is not None

    def is_dealable(self):
        is_for_game = self.mode in (MODE_SHUFFLE, MODE_CONTINUOUS)
        return self.is_good and is_for_game and self.plan.is_shuffled()

    # -- inputs ----------------------------------------------------------------------------

    def card_read(self, code, back, now_ms):
        """The reader has a card; code as in core.cards."""
        self.now_ms = now_ms
        # while the roller runs the other way to free a card, what passes is not counted
        if self._step and self._step.is_outward == self.mover.way.is_out:
            self._step.read(code, back)

    def look(self, now_ms):
        """Every LOOK_MS while the roller runs."""
        self.now_ms = now_ms
        seen = self.watch.look(self.hands.count(), self.hands.current_ma)
        if seen != jam.SEEN_NOTHING and self._step is not None:
            self._jam(seen)

    def _jam(self, seen):
        """A card stopped: with the evidence into the journal, then the remedies."""
        watch = self.watch
        self.tell.record(
            ev.EV_JAM_FOUND,
            self.cycle.state,
            seen,
            (watch.gate & 0xF) << 4 | self.mover.way.gates(),
            min(watch.travel_mm, 0xFFFF),
            watch.speed_mm_s,
            watch.current_ma,
        )
        self.trouble(_TROUBLE_OF_SEEN[seen])

    def output_emptied(self, now_ms):
        """The output tray's sensor sees nothing any more."""
        self.now_ms = now_ms
        if self.cycle.state == c.ST_OFFERED:
            self.taken_ms = now_ms
            self.tell.record(ev.EV_PACKET_TAKEN, self.packet.first, self.packet.size)
            is_last = self.pack.inside == 0
            self._event(c.CEV_TAKEN_LAST if is_last else c.CEV_TAKEN)
        elif self.cycle.may(c.CEV_OUTPUT_EMPTY):
            self._event(c.CEV_OUTPUT_EMPTY)

    def overdue(self, elapsed_ms, now_ms):
        """A step has taken longer than it ever may: the third malfunction of RULES S1."""
        self.now_ms = now_ms
        self.tell.record(ev.EV_STEP_OVERDUE, self.cycle.state, elapsed_ms, self.pack.inside)
        self.call(tr.TR_STEP_OVERDUE)

    # -- called by the steps ---------------------------------------------------------------

    def next_remedy(self, trouble):
        """Count an attempt and say what to try; 0: nothing is left."""
        if trouble != self.last_trouble:
            self.attempts = 0
            self.last_trouble = trouble
        found = tr.remedy(trouble, self.attempts)
        self.attempts += 1
        self._tries += 1
        self._step_tries += 1
        is_packet = self.cycle.state == c.ST_DELIVERING
        most = tr.MOST_TRIES_PACKET if is_packet else tr.MOST_TRIES_STEP
        if self._tries > tr.MOST_TRIES_CARD or self._step_tries > most:
            found = 0  # different troubles in turn are one trouble
        self.trends.retried()
        self.tell.record(ev.EV_RETRIED, trouble, self.attempts, found)
        return found

    def trouble(self, trouble):
        """Something does not work: stop, try the next remedy, or call."""
        step = self._step
        if step and step is not self._feed:
            step.stopped_in(self.mover.state)
        self.mover.stop()
        found = self.next_remedy(trouble)
        if found == 0:
            self.call(trouble)
        elif step:
            step.again(found)
        elif found == tr.RM_HOME:
            self.mover.home()

    def call(self, trouble):
        """A person is needed."""
        self.last_trouble = trouble
        self._called_in = self.cycle.state
        self._in_way = self._step.cards_in_way() if self._step else ()
        self.mover.stop()
        self._event(c.CEV_TROUBLE)

    def moved_well(self):
        """A card came where it should: whatever was tried for it helped."""
        self.attempts = self._tries = 0

    def returned(self, _trouble):
        self.returns += 1

    def may_return(self):
        return self.returns < _MOST_RETURNS

    def is_same(self, index, code):
        """What is read now is what was read on the way in; unread proves nothing."""
        known = self.pack.codes[index]
        return code == known or code == UNREADABLE or known == UNREADABLE or known == OTHER_DECK

    def differs(self, position):
        """Closed loop: another card than the one that went in there."""
        self.tell.record(ev.EV_OUTPUT_DIFFERED, 1, position)
        self.call(tr.TR_DIFFERS)

    def note_different(self, position):
        self.tell.record(ev.EV_OUTPUT_DIFFERED, 2, position)

    def lost(self, index):
        """Thought to be in a compartment, and is not there."""
        self.pack.move_out(index, 0xFD)

    def read_out(self, index, code):
        """A card left the carousel and was seen again."""
        if self.cycle.state != c.ST_DELIVERING or self.mode != MODE_SHUFFLE:
            return
        if is_card(code):
            self.loop.saw(code)
        else:
            self.loop.missed()

    def check_back(self, code, back, number):
        """The back's colour: the first card's is the pack's; any other is another deck (C2, C3)."""
        if back == NO_BACK:
            return code
        if number == 0:
            self.back = back
            if back == self.back_in_play and self.mode == MODE_SHUFFLE and self.decks == 1:
                self.is_refused_early = True  # TCP/FCP/CSP 3.2
        return code if back == self.back else OTHER_DECK

    def fed_all(self):
        """The feed tray is empty."""
        self._step_done()
        if self.is_refused_early:
            self._event(c.CEV_BAD)
        elif self._feed.is_more:
            self._event(c.CEV_GOOD)
        elif self.plan.passes == 2 and not self._feed.is_second and not self._feed.is_over:
            self._event(c.CEV_FED_FIRST)
        else:
            self._event(c.CEV_FED_ALL)

    def all_out(self):
        """The way out is done."""
        self._step_done()
        out = self._out
        if out.purpose == OUT_PACKET:
            self.position += out.moved
            if self.mode == MODE_CONTINUOUS:
                self.stirring.emptied(self.box)
            self._event(c.CEV_PACKET)
        elif out.purpose == OUT_RETURN:
            self.plan.begin_second()
            self._event(c.CEV_FED_AGAIN)
        else:
            self._event(c.CEV_ALL_OUT)

    def counted(self):
        step = self._count
        self._step_done()
        is_good = step.differing == 0 and step.counted == self.pack.inside
        self.tell.record(ev.EV_PACK_COUNTED, 1 if is_good else 0, step.counted, step.differing)
        self._event(c.CEV_GOOD if is_good else c.CEV_BAD)

    # -- table -----------------------------------------------------------------------------

    def _event(self, event):
        action = self.cycle.handle(event)
        self._step_ms = self.now_ms
        self._step_tries = self._tries = 0
        if action == c.ACT_NONE:
            return
        self.keep.step(self)
        self._act(action)

    def _act(self, action):
        if action == c.ACT_HOME:
            self._step = None
            if self.mover.carousel.slot >= 0:
                self._event(c.CEV_HOMED)
            else:
                self.mover.home()
        elif action == c.ACT_FEED:
            self._step = self._feed
            self._feed.begin(self._feed.count > 0 and self.plan.passes == 2 and self.pack.count > 0)
        elif action == c.ACT_FEED_MORE:
            self._step = self._feed
            self._feed.begin_more()
        elif action == c.ACT_EMPTY:
            self._step = self._out
            self._out.begin(OUT_RETURN, 0, 0)
        elif action == c.ACT_CHECK:
            self._take_off()
            self._check()
        elif action == c.ACT_READY:
            self._step = None
            self.tell.record(
                ev.EV_CYCLE_READY,
                self.pack.inside,
                1 if self.is_dealable() else 0,
                ticks_diff(self.now_ms, self._start_ms),
            )
        elif action == c.ACT_DELIVER:
            self._step = self._out
            self._out.begin(OUT_PACKET, self.position, self.packet.size)
        elif action == c.ACT_OFFER:
            self._offer()
        elif action == c.ACT_COUNT:
            self._step = self._count
            self._count.begin(self.position)
        else:
            self._act_more(action)

    def _act_more(self, action):
        if action == c.ACT_LOCK:
            self.gate.lock()
        elif action == c.ACT_END:
            self.gate.lock()
            self._step = None
            self.plan.wipe()
            self.packet.wipe()
            self.loop.forget()
            self.tell.record(ev.EV_CYCLE_ENDED, self.cycle_number)
        elif action == c.ACT_UNLOAD:
            self.gate.lock()
            self.is_good = False
            self.plan.wipe()
            self.stirring.wipe()
            is_doubtful = self.last_trouble != tr.TR_NONE or self.mover.is_inserting()
            self._take_off()
            self._step = self._out
            self._out.begin(OUT_SWEEP if is_doubtful else OUT_UNLOAD, 0, 0)
        elif action == c.ACT_UNLOADED:
            self._step = None
            if not self.hands.has_output():
                self._event(c.CEV_OUTPUT_EMPTY)
        elif action == c.ACT_CALL:
            self._call()
        elif action == c.ACT_REFUSE:
            self._step = None
            self.is_good = False
            self.tell.refused(self)

    def _check(self):
        """RULES C2 by identity; then the order itself, by its statistics."""
        pack = self.pack
        is_good = pack.judge(self.decks) and not self._feed.is_over
        self.tell.record(
            ev.EV_PACK_VERDICT,
            1 if is_good else 0,
            pack.count,
            pack.verdict.missing,
            pack.verdict.extra,
            pack.verdict.strange,
            pack.verdict.unread,
        )
        pack.verdict.tell(self.decks, self._finding)
        if is_good and self.mode in (MODE_SHUFFLE, MODE_CONTINUOUS):
            self.loop.begin(self.plan, pack.codes)
            if not self.stats.is_mixed(pack.order(), pack.count, FROM_SLOTS):
                self.call(tr.TR_NOT_MIXED)
                return
        self.is_good = is_good
        if is_good and self.mode == MODE_CONTINUOUS:
            self.stirring.wipe()
            order = pack.order()
            for i in range(pack.count):
                self.stirring.load(pack.places[order[i]], order[i])
        self._event(c.CEV_GOOD if is_good else c.CEV_BAD)

    def _finding(self, finding, card, count):
        self.tell.record(ev.EV_CARD_FINDING, finding, card, count)

    def tell_stranger(self, code):
        """Continuous mode: a discard that was never dealt from this pack."""
        self.tell.record(ev.EV_CARD_FINDING, FINDING_STRANGE, code, 1)

    def _offer(self):
        self._step = None
        self.back_in_play = self.back
        is_as_planned = self.loop.wrong == 0 and self.loop.unknown == 0
        if not self.gate.offer(self.is_dealable(), is_as_planned):
            self.call(tr.TR_DIFFERS)
            return
        self.tell.record(ev.EV_PACKET_OFFERED, self.packet.first, self.packet.size)

    def _call(self):
        self._take_off()
        self.gate.lock()
        self.is_good = False
        self.tell.record(ev.EV_CALLED, self._called_in, self.last_trouble, self.pack.inside)
        for code in self._in_way:
            self.tell.record(ev.EV_CARD_DAMAGED, code, self.last_trouble)
        fault = tr.fault_of(self.last_trouble)
        if fault:
            self.tell.fault(fault, self.last_trouble)

    def _take_off(self):
        """No step runs; everything stands."""
        self._step = None
        self.mover.stop()
        self.mover.way.is_feeding = False
        self.hands.flap(0)

    # -- results ---------------------------------------------------------------------------

    def _moved(self, result):
        if result == RES_DRUM_LOST:
            self.trouble(tr.TR_DRUM)
        elif result == RES_HOME_FAILED:
            self.trouble(tr.TR_HOME)
        elif result == RES_NOT_SEATED:
            self._jam(jam.SEEN_STALL)
        elif result == RES_TIME:
            if self._step is self._feed:
                self._feed.time()
        elif self._step:
            self._step.result(result)
        elif result == RES_HOMED and self.cycle.state == c.ST_HOMING:
            self._event(c.CEV_HOMED)

    def _step_done(self):
        """How long a step took; the parts that stand still are its share too."""
        duration_ms = ticks_diff(self.now_ms, self._step_ms)
        self.tell.record(ev.EV_STEP_DONE, self.cycle.state, self.pack.inside, duration_ms)

    def _illegal(self, state, event):
        self.tell.illegal(state, event)
