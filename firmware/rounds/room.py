"""Wiring of the rounds: readings and the table software → tracker → journal → cells.

Every input has its event.  An input's consequences are recorded first and the cells come last,
with the number of the last event they know: after a power cut the inputs that came later are
taken from the journal again, and what was recorded of them already is not recorded twice.
"""

from firmware.cards.rows import FLAG_FED_AGAIN
from firmware.rounds import phases as p
from firmware.rounds import telling
from firmware.rounds.games import catalogue
from firmware.rounds.games.vocabulary import DEVICE, SHOE
from firmware.rounds.happenings import Happenings
from firmware.rounds.reporter import RoundsJournal
from firmware.rounds.requests import REQUESTS
from firmware.rounds.round_tracker import RoundTracker
from firmware.rounds.rows import (
    CFG_DEAL_PAUSE_MS,
    CFG_LOW_LIMIT,
    CFG_SETTLE_LEAST_MS,
    EV_AREAS_SET,
    EV_DECIDED,
    EV_PACK_IN_PLAY,
    EV_ROUND_ENDED,
    EV_ROUND_TOLD,
    EV_TABLE_CLOSED,
    EV_TABLE_OPENED,
)
from firmware.rounds.steps import NO_BAD_VALUE, NO_DEVICE_ONLY, OK

_NONE = 0


class Rounds:
    """`reading` hears every card, the commands come by the link; `bets` is the line."""

    def __init__(self, base, bets):
        self._base = base
        self._bets = bets
        self.happenings = Happenings()
        self.tracker = RoundTracker(self.happenings.add_step, self.happenings.add_finding)
        self.journal = RoundsJournal(base, self)
        self.on_finding = _nobody  # (finding, detail, now_ms, place): the rulings
        self.is_diverted = _never  # cards that pass are no part of a deal
        self.has_new_pack = _never  # the shuffling device holds one, ready to be dealt
        base.on(self, REQUESTS)

    def start(self, now_ms):
        """Once the boot is recorded: exactly where the power cut left it."""
        self._look_at_settings()
        self.journal.restore(now_ms)
        if not self.is_table_open:
            self._bets.show(0)  # it has said "no more bets" since reset
        self._show_bets()

    def tick(self, now_ms, is_moving=False):
        """Once a heartbeat; what takes long waits until no card is under way."""
        self._look_at_settings()
        self._look_at_device(now_ms)
        self.tracker.tick(now_ms)
        self._finish(now_ms)
        if not is_moving:
            self.journal.catch_up()  # 80 ms of memory traffic

    # -- inputs ----------------------------------------------------------------------------

    @property
    def is_table_open(self):
        return self.tracker.phase != p.ST_CLOSED

    def card_leaves(self):
        """A card passes the mouth: no more bets, before anybody has read it (5.x of each)."""
        if not self.is_table_open:
            self._bets.show(1)
        elif self.tracker.phase == p.ST_READY and not self.tracker.is_burn_due:
            self._bets.raise_early()

    def reading(self, code, flags, now_ms):
        """A card has left the shoe, and this is what it is."""
        tracker = self.tracker
        if self.is_diverted():
            return
        if flags & FLAG_FED_AGAIN:
            telling.name_unread(tracker, code)  # it lies on the table already
        else:
            self._take(code, now_ms)
        self._finish(now_ms, self.is_table_open)

    def packet(self, first, codes, count, now_ms):
        """A packet of the shuffling device was taken; its cards stand in one event.

        They become one commit as well: a power cut leaves all of them or none to be taken again.
        A table with a shoe gets its cards by the mouth, whoever shuffled them.
        """
        if not self._is_dealt_from_device() or self.tracker.is_rest(first + count):
            return
        self.journal.is_held = True
        if first == 0:
            self._end_if_over(now_ms)
            self.tracker.new_pack()  # refused in a round: then they are cards too many
        self._take_all(codes, count, now_ms)

    def box(self, codes, count, now_ms):
        """The same from a device in continuous mode, which has the discards back inside."""
        if not self._is_dealt_from_device():
            return
        self.journal.is_held = True
        self._end_if_over(now_ms)
        self.tracker.discards_are_back()
        self._take_all(codes, count, now_ms)

    def shoe_empty(self, now_ms):
        """The pack is out."""
        self.tracker.empty()
        self._finish(now_ms)

    def open_table(self, number, equipment, decks, areas, now_ms):
        """A game, or none: 0 closes the table."""
        tracker = self.tracker
        before = tracker.game_number
        if number == _NONE:
            answer = tracker.close_table()
            return self._took(answer, now_ms, EV_TABLE_CLOSED, before)
        if not catalogue.is_known(number) or equipment > 1:
            return NO_BAD_VALUE
        game = catalogue.table_of(number)
        if equipment == SHOE and game.IS_LOW_LIMIT_FROM_DEVICE_ONLY and self.is_low_limit():
            return NO_DEVICE_ONLY  # S9: TCP 6.7.2, FCP 6.6.2
        decks = decks or game.DECKS[0]
        answer = tracker.open_table(number, game, equipment, decks, areas)
        return self._took(answer, now_ms, EV_TABLE_OPENED, number, equipment, decks, areas)

    def set_areas(self, areas, now_ms):
        return self._took(self.tracker.set_seats(areas), now_ms, EV_AREAS_SET, areas)

    def pack_loaded(self, now_ms):
        """Shuffled cards are in the shoe, cut where the rules ask for it."""
        decks = self.tracker.pack.decks
        return self._took(self.tracker.new_pack(), now_ms, EV_PACK_IN_PLAY, decks)

    def decide(self, seat, decision, now_ms):
        answer = self.tracker.decide(seat, decision)
        return self._took(answer, now_ms, EV_DECIDED, seat, decision)

    def end_round(self, is_void, now_ms):
        tracker = self.tracker
        number = tracker.round_number
        answer = tracker.void_round(now_ms) if is_void else tracker.end_round(now_ms)
        return self._took(answer, now_ms, EV_ROUND_ENDED, number, is_void)

    def tell(self, what, place, number, value, now_ms):
        answer = telling.tell(self.tracker, what, place, number, value)
        return self._took(answer, now_ms, EV_ROUND_TOLD, what, place, number, value)

    def is_low_limit(self):
        return self._base.settings.get(CFG_LOW_LIMIT) == 1

    def keep(self):
        """A ruling changed the record: make it durable."""
        self.journal.commit()

    # -- outputs ---------------------------------------------------------------------------

    def _is_dealt_from_device(self):
        is_device = self.tracker.equipment == DEVICE
        return self.is_table_open and is_device and not self.is_diverted()

    def _take_all(self, codes, count, now_ms):
        for i in range(count):
            self._take(codes[i], now_ms)
        self.journal.is_held = False
        self._finish(now_ms, True)

    def _take(self, code, now_ms):
        """One card; recorded before the next, committed by the caller."""
        self._end_if_over(now_ms)
        self.tracker.take(code, now_ms)
        self._tell(now_ms)

    def _end_if_over(self, now_ms):
        """Nobody said so, but a card now can't be of that round."""
        if self.tracker.is_next_round(now_ms):
            self.tracker.end_round(now_ms)
            self._tell(now_ms)

    def _took(self, answer, now_ms, event, a=0, b=0, c=0, d=0):
        """The input's own event, then what followed from it; a refused one leaves nothing."""
        if answer == OK:
            self.journal.record(event, a, b, c, d)
        self._finish(now_ms, answer == OK)
        return answer

    def _finish(self, now_ms, is_changed=False):
        """Record what the tracker said, then its state."""
        if self.happenings.count == 0 and not is_changed:
            return
        self._tell(now_ms)
        self.journal.commit()
        self._show_bets()

    def _tell(self, now_ms):
        happenings = self.happenings
        for i in range(happenings.count):
            self.journal.tell(happenings, i, now_ms)
        happenings.clear()

    def _show_bets(self):
        """No wager while a round is in play."""
        if self.is_table_open:
            phase = self.tracker.phase
            self._bets.show(1 if phase == p.ST_DEALING or phase == p.ST_DEALT else 0)

    def _look_at_device(self, now_ms):
        """A pack that waits for the next round is in play as soon as no round is (3.2, 4.1)."""
        tracker = self.tracker
        is_wanted = tracker.phase == p.ST_READY and tracker.is_shuffle_due
        if is_wanted and tracker.equipment == DEVICE and self.has_new_pack():
            self.pack_loaded(now_ms)

    def _look_at_settings(self):
        settings = self._base.settings
        self.tracker.settle_least_ms = settings.get(CFG_SETTLE_LEAST_MS)
        self.tracker.deal_pause_ms = settings.get(CFG_DEAL_PAUSE_MS)


def _nobody(_finding, _detail, _now_ms, _place):
    """For a board without rulings."""


def _never():
    return False
