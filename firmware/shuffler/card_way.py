"""What is between tray, carousel and output, by the gates: how many cards, how long, what is due.

Fed the gates' edges by the mover; tells the jam watch which edge must come next, and how far on.
"""

from firmware.shuffler import geometry as g
from firmware.shuffler import jam_watch as jam


class CardWay:
    """`pass_ms` and `length_mm` are of the last card at the carousel gate."""

    def __init__(self, count, watch):
        self._count = count  # the roller's encoder
        self._watch = watch
        self.in_way = 0  # cards that passed the feed gate and are not seated
        self.leaving = 0  # cards on their way from the carousel to the output gate
        self.is_out = False
        self.is_feeding = False  # cards come from the tray
        self.pass_ms = 105
        self.length_mm = g.CARD_MM
        self.is_timed = False  # `pass_ms` is of this very card
        self._at_gate_ms = 0
        self._at_gate_travel = 0
        self._clear_travel = 0
        self._is_measuring = False  # a card that went to and fro has no length
        self._was_held = False  # it stood, or the roller was not up to speed yet
        self._unseen = 0
        self._is_blocked = [False, False, False]

    def begin(self, gates):
        """At boot: what the gates see, bits as in gates()."""
        for gate in range(3):
            self._is_blocked[gate] = gates >> gate & 1 == 1
        self.in_way = gates & 1

    def is_blocked(self, gate):
        return self._is_blocked[gate]

    def is_clear(self):
        """Nothing between carousel and output; a card half out of the feed tray may wait there."""
        return not (self._is_blocked[jam.GATE_CAROUSEL] or self._is_blocked[jam.GATE_OUTPUT])

    def gates(self):
        """Bits of the gates that see a card: feed, carousel, output."""
        blocked = self._is_blocked
        return (1 if blocked[0] else 0) | (2 if blocked[1] else 0) | (4 if blocked[2] else 0)

    def forget(self):
        """A person emptied the way, or nobody knows what is in it."""
        self.in_way = 1 if self._is_blocked[jam.GATE_FEED] else 0
        self.leaving = 0
        self._watch.forget()

    def set_feeding(self, is_feeding):
        """Cards come from the tray from now on, or none does."""
        self.is_feeding = is_feeding

    def turned_back(self):
        """The card on its way out goes back in."""
        self.leaving = 0

    def is_feed_gate_blind(self):
        return self._unseen > 1

    # -- edges -----------------------------------------------------------------------------

    def note_edge(self, gate, level):
        """A light gate changed; level 0: a card.  False when it is known already."""
        is_card = level == 0
        if is_card == self._is_blocked[gate]:
            return False
        self._is_blocked[gate] = is_card
        return True

    def came_from_tray(self):
        """The feed gate sees a card."""
        self.in_way += 1
        self._expect(jam.GATE_CAROUSEL, 0, g.FEED_TO_CAROUSEL_MM)
        self._expect(jam.GATE_FEED, 1, g.CARD_MM + 12)  # the pick roller has it at first

    def came_to_carousel(self, travel, is_held, now_ms):
        """The carousel gate sees a card; if the feed gate never did, that one may be blind."""
        self._at_gate_ms = now_ms
        if self.is_feeding and not self.is_out:
            self._unseen = 0 if self.in_way else self._unseen + 1
        self._at_gate_travel = travel
        self._is_measuring = True
        self._was_held = is_held
        self._expect(jam.GATE_CAROUSEL, 1, g.CARD_MM)

    def left_carousel_gate(self, travel, now_ms):
        """Its end has passed: how long it took and how long it is."""
        self.is_timed = not self._was_held and self._is_measuring
        if self.is_timed:
            self.pass_ms = max(now_ms - self._at_gate_ms, 1)
        self.length_mm = g.CARD_MM
        if self._is_measuring:
            self.length_mm = (travel - self._at_gate_travel) // g.ENCODER_PER_MM
        self._clear_travel = travel
        if self.is_out:
            self.leaving += 1
            self._expect(jam.GATE_OUTPUT, 0, g.GATE_CAROUSEL_MM - g.CARD_MM - g.GATE_OUTPUT_MM)

    def came_out(self):
        """The output gate sees a card."""
        self._expect(jam.GATE_OUTPUT, 1, g.CARD_MM)

    def went_out(self):
        """A card has left the output gate; True when no other is on its way there."""
        self.leaving = max(self.leaving - 1, 0)
        return self.leaving == 0

    def seat(self):
        """True when its end is behind the entrance: before that nothing may turn."""
        moved = self._watch.travel_to(self._count()) - self._clear_travel
        if moved < (g.ENTRANCE_MM - g.GATE_CAROUSEL_MM) * g.ENCODER_PER_MM:
            self._watch.stood(moved // g.ENCODER_PER_MM)
            return False
        self.in_way = max(self.in_way - 1, 0)
        return True

    # -- roller ----------------------------------------------------------------------------

    def turn_round(self, is_out):
        """The roller is to run that way; True when it ran the other way before."""
        if is_out == self.is_out:
            return False
        self._watch.forget()  # what comes next, and from where, is another question now
        self.is_out = is_out
        self._is_measuring = False
        return True

    def expect_again(self):
        """After a pause or a turn of direction: what is in the way must still come on."""
        blocked = self._is_blocked
        if blocked[jam.GATE_CAROUSEL]:
            self._expect(jam.GATE_CAROUSEL, 1, g.CARD_MM + 20)
        elif self.in_way and not self.is_out:
            self._expect(jam.GATE_CAROUSEL, 0, g.FEED_TO_CAROUSEL_MM)
        if blocked[jam.GATE_OUTPUT] and self.is_out:
            self._expect(jam.GATE_OUTPUT, 1, g.CARD_MM + 20)

    def _expect(self, gate, level, distance_mm):
        self._watch.expect(gate, level, distance_mm, self._count())
