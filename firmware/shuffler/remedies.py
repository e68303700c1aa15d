"""When something does not work: evidence first, then bounded retries, then a call for a person.

Fed by the steps and the jam watch; `trouble.py` has the remedies as a table (STANDARDS 11).
"""

from firmware.core.compat import const
from firmware.shuffler import cycle as c
from firmware.shuffler import trouble as tr
from firmware.shuffler.rows import EV_CALLED, EV_CARD_DAMAGED, EV_JAM_FOUND, EV_RETRIED

_MOST_RETURNS = const(8)  # cards sent back in one cycle before it is taken for a real trouble
_TROUBLE_OF_SEEN = (tr.TR_NONE, tr.TR_STALL, tr.TR_OVERDUE, tr.TR_DEAD_MOTOR, tr.TR_DEAD_ENCODER)


class Remedies:
    """`last_trouble` is what is, or was last, in the way of this cycle."""

    def __init__(self, shuffler):
        self._s = shuffler
        self.last_trouble = tr.TR_NONE
        self.attempts = 0
        self._returns = 0
        self._tries = 0  # since the last card moved well
        self._step_tries = 0
        self._called_in = c.ST_EMPTY
        self._in_way = ()

    def begin_cycle(self):
        self._returns = self.attempts = 0
        self.last_trouble = tr.TR_NONE

    def begin_again(self):
        """A person has cleared the way: what was tried before counts no more."""
        self.attempts = 0

    def restore(self, trouble):
        """After a boot: what was, or is now, in the way."""
        self.last_trouble = trouble

    def begin_step(self):
        self._step_tries = self._tries = 0

    def moved_well(self):
        """A card came where it should: whatever was tried for it helped."""
        self.attempts = self._tries = 0

    def returned(self):
        self._returns += 1

    def may_return(self):
        return self._returns < _MOST_RETURNS

    def jam(self, seen):
        """A card stopped: with the evidence into the journal, then the remedies."""
        s = self._s
        watch = s.watch
        s.board.record(
            EV_JAM_FOUND,
            s.cycle.state,
            seen,
            (watch.gate & 0xF) << 4 | s.mover.way.gates(),
            min(watch.travel_mm, 0xFFFF),
            watch.speed_mm_s,
            watch.current_ma,
        )
        self.trouble(_TROUBLE_OF_SEEN[seen])

    def trouble(self, trouble):
        """Something does not work: stop, try the next remedy, or call."""
        s = self._s
        step = s.step
        if step and step is not s.feed_step:
            step.stopped_in(s.mover.state)
        s.mover.stop()
        found = self.next_remedy(trouble)
        if found == 0:
            self.call(trouble)
        elif step:
            step.again(found)
        elif found == tr.RM_HOME:
            s.mover.home()

    def next_remedy(self, trouble):
        """Count an attempt and say what to try; 0: nothing is left."""
        s = self._s
        if trouble != self.last_trouble:
            self.attempts = 0
            self.last_trouble = trouble
        found = tr.remedy(trouble, self.attempts)
        self.attempts += 1
        self._tries += 1
        self._step_tries += 1
        is_packet = s.cycle.state == c.ST_DELIVERING
        most = tr.MOST_TRIES_PACKET if is_packet else tr.MOST_TRIES_STEP
        if self._tries > tr.MOST_TRIES_CARD or self._step_tries > most:
            found = 0  # different troubles in turn are one trouble
        s.trends.retried()
        s.board.record(EV_RETRIED, trouble, self.attempts, found)
        return found

    # -- a person is needed ----------------------------------------------------------------

    def call(self, trouble):
        s = self._s
        self.last_trouble = trouble
        self._called_in = s.cycle.state
        self._in_way = s.step.cards_in_way() if s.step else ()
        s.mover.stop()
        s.event(c.CEV_TROUBLE)

    def halted(self, trouble):
        """Everything was switched off from outside, in whatever state: no card is to blame."""
        s = self._s
        if s.cycle.state not in (c.ST_EMPTY, c.ST_UNLOADED):
            self.last_trouble = trouble
        self._called_in = s.cycle.state
        self._in_way = ()
        s.event(c.CEV_TROUBLE)

    def tell_call(self):
        """Where it happened, what it was, and each card that was under way (RULES S8)."""
        s = self._s
        s.board.record(EV_CALLED, self._called_in, self.last_trouble, s.pack.inside)
        for code in self._in_way:
            s.board.record(EV_CARD_DAMAGED, code, self.last_trouble)
        fault = tr.fault_of(self.last_trouble)
        if fault:
            s.board.raise_fault(fault, self.last_trouble)
