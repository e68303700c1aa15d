"""Everything that a table is told: the cards, and the words of the table software.

Every input has its own event; what follows from it is recorded behind that one.  A refused input
leaves nothing.
"""

from firmware.cards.rows import FLAG_FED_AGAIN
from firmware.rounds import rows, telling
from firmware.rounds.games import catalogue
from firmware.rounds.games.vocabulary import DEVICE, SHOE
from firmware.rounds.steps import BY_PACK, BY_TABLE_OPENED, NO_BAD_VALUE, NO_DEVICE_ONLY, OK
from firmware.rounds.table_state import STOPS_PACK

# with these no card lies face down any more
_OVER = (rows.EV_TABLE_OPENED, rows.EV_TABLE_CLOSED, rows.EV_ROUND_ENDED)


class Inputs:
    """`ruling.is_feeding` while cards that pass are no part of a deal; `ruling.done_by` ticks off
    what an input does of a ruling's steps."""

    def __init__(self, table, reporter, ruling, curtain, odds):
        self._table = table
        self.odds = odds
        self._curtain = curtain
        self._ruling = ruling
        self.reporter = reporter
        self.tracker = table.tracker

    def _catch_up(self, now_ms):
        """What rulings have changed since is recorded before anything else changes."""
        if self._table.happenings.count:
            self.reporter.finish(now_ms)

    # -- cards -----------------------------------------------------------------------------

    def begin(self, number, is_packet=False):
        """The records of a card begin with this one.

        A card drawn by hand while no table is open is of no round: a census, a trial.
        """
        if is_packet or self._table.is_open:
            self._curtain.begin(number)

    def reading(self, code, flags, now_ms):
        """A card has left the shoe, and this is what it is."""
        self._catch_up(now_ms)
        if self._ruling.is_feeding:
            return
        if flags & FLAG_FED_AGAIN:
            telling.name_unread(self.tracker, code)  # it lies on the table already
        else:
            self._take(code, now_ms)
        self.reporter.finish(now_ms, self._table.is_open)

    def packet(self, first, codes, count, now_ms):
        """A packet of the shuffling device was taken; its cards stand in one event.

        They become one commit as well: a power cut leaves all of them or none to be taken again.
        A table with a shoe gets its cards by the mouth, whoever shuffled them.
        """
        self._catch_up(now_ms)
        if not self._table.is_open:
            self._hide(first == 0)
        if not self._is_dealt_from_device() or self.tracker.is_rest(first + count):
            return
        self._table.store.hold()
        if first == 0:
            self._end_with_pack(now_ms)
            if self.tracker.new_pack() == OK:  # else, in a round, they are cards too many
                self._ruling.done_by(BY_PACK)
        self._take_all(codes, count, now_ms)

    def box(self, codes, count, now_ms):
        """The same from a device in continuous mode, which has the discards back inside."""
        self._catch_up(now_ms)
        if not self._table.is_open:
            self._hide(False)
        if not self._is_dealt_from_device():
            return
        self._table.store.hold()
        self._end_if_over(now_ms)
        self.tracker.discards_are_back()
        self._take_all(codes, count, now_ms)

    def _hide(self, is_new_pack):
        """Nobody tells of rounds: a packet stays hidden until one of another pack is dealt."""
        if is_new_pack:
            self._curtain.next_round()
        self._table.keep()

    def _is_dealt_from_device(self):
        is_device = self.tracker.equipment == DEVICE
        return self._table.is_open and is_device and not self._ruling.is_feeding

    def _take_all(self, codes, count, now_ms):
        for i in range(count):
            self._take(codes[i], now_ms)
        self._table.store.release()
        self.reporter.finish(now_ms, True)

    def _take(self, code, now_ms):
        """One card; recorded before the next, committed by the caller."""
        self._end_if_over(now_ms)
        self.tracker.take(code, now_ms)
        self.reporter.tell(now_ms)

    def _end_if_over(self, now_ms):
        """Nobody said so, but a card now can't be of that round."""
        if self.tracker.is_next_round(now_ms):
            self._end(now_ms)

    def _end_with_pack(self, now_ms):
        """Nobody said so, but shuffled cards come into play (4.1.2 of the poker games)."""
        if self.tracker.is_over_with_pack(now_ms):
            self._end(now_ms)
            return True
        return False

    def _end(self, now_ms):
        self.tracker.end_round(now_ms)
        self.reporter.tell(now_ms)
        self._curtain.next_round()

    # -- table software --------------------------------------------------------------------

    def open_table(self, number, equipment, decks, areas, now_ms):
        """A game, or none: NO_GAME closes the table."""
        self._catch_up(now_ms)
        tracker = self.tracker
        before = tracker.game_number
        if number == catalogue.NO_GAME:
            answer = tracker.close_table()
            return self._took(answer, now_ms, rows.EV_TABLE_CLOSED, before)
        if not catalogue.is_known(number) or equipment > 1:
            return NO_BAD_VALUE
        game = catalogue.table_of(number)
        is_low = equipment == SHOE and game.IS_LOW_LIMIT_FROM_DEVICE_ONLY
        if is_low and self._table.is_low_limit():
            return NO_DEVICE_ONLY  # S9: TCP 6.7.2, FCP 6.6.2
        decks = decks or game.DECKS[0]
        answer = tracker.open_table(number, game, equipment, decks, areas)
        if answer == OK:
            self._table.look_at_settings()
            self._ruling.done_by(BY_TABLE_OPENED)
        return self._took(answer, now_ms, rows.EV_TABLE_OPENED, number, equipment, decks, areas)

    def set_areas(self, areas, now_ms):
        self._catch_up(now_ms)
        return self._took(self.tracker.set_seats(areas), now_ms, rows.EV_AREAS_SET, areas)

    def pack_loaded(self, now_ms):
        """Shuffled cards are in the shoe, cut where the rules ask for it."""
        self._catch_up(now_ms)
        if not self.tracker.stops & STOPS_PACK:
            if self._end_with_pack(now_ms):
                self._curtain.lift()
        decks = self.tracker.pack.decks
        answer = self.tracker.new_pack()
        if answer == OK:
            self._ruling.done_by(BY_PACK)
        return self._took(answer, now_ms, rows.EV_PACK_IN_PLAY, decks)

    def decide(self, seat, decision, now_ms):
        self._catch_up(now_ms)
        answer = self.tracker.decide(seat, decision)
        return self._took(answer, now_ms, rows.EV_DECIDED, seat, decision)

    def end_round(self, is_void, now_ms):
        self._catch_up(now_ms)
        tracker = self.tracker
        number = tracker.round_number
        answer = tracker.void_round(now_ms) if is_void else tracker.end_round(now_ms)
        return self._took(answer, now_ms, rows.EV_ROUND_ENDED, number, is_void)

    def tell(self, what, place, number, value, now_ms):
        self._catch_up(now_ms)
        answer = telling.tell(self.tracker, what, place, number, value)
        return self._took(answer, now_ms, rows.EV_ROUND_TOLD, what, place, number, value)

    def _took(self, answer, now_ms, event, a=0, b=0, c=0, d=0):
        """The input's own event, then what followed from it."""
        if answer == OK:
            self.reporter.record(event, a, b, c, d)
            if event in _OVER:
                self._curtain.lift()
        self.reporter.finish(now_ms, answer == OK)
        return answer
