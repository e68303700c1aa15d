"""What a person or the table software may ask of the shuffling device; False: does not fit now.

Fed by the link's commands; looks at the shuffler's cycle and starts its events.
"""

from firmware.shuffler import cycle as c
from firmware.shuffler.modes import MODE_CONTINUOUS, MODE_SORT, NO_BACK
from firmware.shuffler.rows import EV_ABORTED, EV_CLEARED_BY_PERSON, EV_CYCLE_STARTED


class Orders:
    """One method for each order."""

    def __init__(self, shuffler):
        self._s = shuffler

    def start(self, mode, decks, now_ms):
        """Shuffle, sort or verify what lies in the feed tray."""
        s = self._s
        s.now_ms = now_ms
        if not s.cycle.may(c.CEV_START) or not s.hands.has_feed():
            return False
        if not s.mover.way.is_clear():
            return False
        expected = decks * 52
        s.is_sorting = mode == MODE_SORT
        if not (s.plan.begin_sort(decks) if s.is_sorting else s.plan.begin(expected)):
            return False
        s.mode = mode
        s.decks = decks
        s.expected = expected
        s.cycle_number += 1
        s.position = 0
        s.remedies.begin_cycle()
        s.back = NO_BACK
        s.is_refused_early = s.is_good = False
        s.pack.clear()
        s.start_ms = now_ms
        s.tell.record(EV_CYCLE_STARTED, mode, decks, s.cycle_number)
        s.event(c.CEV_START)
        return True

    def feed_more(self, now_ms):
        """Continuous mode: the discards in the feed tray go back into random compartments."""
        s = self._s
        s.now_ms = now_ms
        if s.mode != MODE_CONTINUOUS or not s.cycle.may(c.CEV_FEED_MORE):
            return False
        if not s.hands.has_feed() or not s.mover.way.is_clear():
            return False
        s.event(c.CEV_FEED_MORE)
        return True

    def stir(self, boxes, now_ms):
        """Continuous mode, in a pause: so many random compartments are emptied and fed in anew."""
        s = self._s
        s.now_ms = now_ms
        if s.mode != MODE_CONTINUOUS or not s.cycle.may(c.CEV_STIR) or not s.is_dealable():
            return False
        if s.hands.has_feed() or not s.mover.way.is_clear():
            return False  # discards go first
        s.boxes = boxes
        s.event(c.CEV_STIR)
        return True

    def deliver(self, cards, now_ms):
        """A packet of so many cards for the gate; ALL_CARDS: what is left.

        In continuous mode the next compartment, whatever it holds.
        """
        s = self._s
        s.now_ms = now_ms
        if s.mode == MODE_CONTINUOUS:
            return self._deliver_box()
        left = s.expected - s.position
        if not s.cycle.may(c.CEV_DELIVER) or cards > left or not s.is_dealable():
            return False
        s.packet.begin(s.position, cards or left)
        s.event(c.CEV_DELIVER)
        return True

    def _deliver_box(self):
        s = self._s
        if not s.cycle.may(c.CEV_DELIVER) or not s.is_dealable():
            return False
        s.box = s.stirring.take()
        if s.box < 0:
            return False
        s.packet.begin(s.position, s.stirring.count_in(s.box))
        s.event(c.CEV_DELIVER)
        return True

    def count(self, now_ms):
        """Count and verify the cards in the carousel (RULES C4)."""
        s = self._s
        s.now_ms = now_ms
        if s.mode == MODE_CONTINUOUS or not s.cycle.may(c.CEV_COUNT):
            return False
        s.event(c.CEV_COUNT)
        return True

    def unload(self, role, now_ms):
        """Abort, or get a pack out that is not to be dealt."""
        s = self._s
        s.now_ms = now_ms
        if not s.cycle.may(c.CEV_UNLOAD):
            return False
        s.tell.record(EV_ABORTED, s.cycle.state, s.pack.inside, role)
        s.event(c.CEV_UNLOAD)
        return True

    def cleared(self, role, now_ms):
        """A person did what the call asked for; what is inside comes out, to be shuffled anew."""
        s = self._s
        s.now_ms = now_ms
        if not s.cycle.may(c.CEV_CLEARED) or s.gate.is_stopped():
            return False
        s.tell.record(EV_CLEARED_BY_PERSON, s.remedies.last_trouble, role)
        s.mover.way.forget()
        s.remedies.attempts = 0
        s.mover.carousel.slot = -1  # whatever happened meanwhile: find compartment 0 anew
        s.event(c.CEV_CLEARED)
        return True
