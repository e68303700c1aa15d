"""What a person or the table software may ask of the shuffling device; False: does not fit now.

Fed by the link's requests; looks at the shuffler's cycle and starts its events.
"""

from firmware.shuffler import cycle as c
from firmware.shuffler.modes import MODE_CONTINUOUS, MODE_SORT
from firmware.shuffler.rows import EV_ABORTED, EV_CLEARED_BY_PERSON


class Orders:
    """One method for each order."""

    def __init__(self, shuffler):
        self._s = shuffler

    def start(self, mode, decks, now_ms):
        """Shuffle, sort or verify what lies in the feed tray."""
        s = self._s
        if not s.cycle.may(c.CEV_START) or not s.sensors.has_feed():
            return False
        if not s.mover.way.is_clear():
            return False
        plan, expected = s.plan, decks * 52
        if not (plan.begin_sort(decks) if mode == MODE_SORT else plan.begin(expected)):
            return False
        s.begin_cycle(mode, decks, expected, now_ms)
        return True

    def feed_more(self, now_ms):
        """Continuous mode: the discards in the feed tray go back into random compartments."""
        s = self._s
        if s.mode != MODE_CONTINUOUS or not s.cycle.may(c.CEV_FEED_MORE):
            return False
        if not s.sensors.has_feed() or not s.mover.way.is_clear():
            return False
        return self._begin(c.CEV_FEED_MORE, now_ms)

    def stir(self, boxes, now_ms):
        """Continuous mode, in a pause: so many random compartments are emptied and fed in anew."""
        s = self._s
        if s.mode != MODE_CONTINUOUS or not s.cycle.may(c.CEV_STIR) or not s.is_dealable():
            return False
        if s.sensors.has_feed() or not s.mover.way.is_clear():
            return False  # discards go first
        s.choose_boxes(boxes)
        return self._begin(c.CEV_STIR, now_ms)

    def deliver(self, cards, now_ms):
        """A packet of so many cards for the gate; 0: what is left.

        In continuous mode the next compartment, whatever it holds.
        """
        s = self._s
        if not s.cycle.may(c.CEV_DELIVER) or not s.is_dealable():
            return False
        left = s.expected - s.position
        if s.mode == MODE_CONTINUOUS:
            size = s.take_box()
        else:
            size = cards or left if cards <= left else -1
        if size < 0:
            return False
        s.packet.begin(s.position, size)
        return self._begin(c.CEV_DELIVER, now_ms)

    def count(self, now_ms):
        """Count and verify the cards in the carousel (RULES C4)."""
        s = self._s
        if s.mode == MODE_CONTINUOUS or not s.cycle.may(c.CEV_COUNT):
            return False
        return self._begin(c.CEV_COUNT, now_ms)

    def unload(self, role, now_ms):
        """Abort, or get a pack out that is not to be dealt."""
        s = self._s
        if not s.cycle.may(c.CEV_UNLOAD):
            return False
        s.board.record(EV_ABORTED, s.cycle.state, s.pack.inside, role)
        return self._begin(c.CEV_UNLOAD, now_ms)

    def cleared(self, role, now_ms):
        """A person did what the call asked for; what is inside comes out, to be shuffled anew."""
        s = self._s
        if not s.cycle.may(c.CEV_CLEARED) or s.gate.is_stopped():
            return False
        s.board.record(EV_CLEARED_BY_PERSON, s.remedies.last_trouble, role)
        s.mover.way.forget()
        s.remedies.begin_again()
        s.mover.carousel.forget()
        return self._begin(c.CEV_CLEARED, now_ms)

    def _begin(self, event, now_ms):
        self._s.note_time(now_ms)
        self._s.event(event)
        return True
