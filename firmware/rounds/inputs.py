"""Everything that a table is told: the cards, and the words of the table software.

Every input has its own event; what follows from it is recorded behind that one.  A refused input
leaves nothing.
"""

from firmware.cards.rows import FLAG_FED_AGAIN
from firmware.rounds import rows, telling
from firmware.rounds.games import catalogue
from firmware.rounds.games.vocabulary import DEVICE, SHOE
from firmware.rounds.hold_rows import EV_WAIT_ENDED
from firmware.rounds.holds import HOLDS_END
from firmware.rounds.phases import ST_DEALT
from firmware.rounds.steps import (
    BY_PACK,
    BY_TABLE_OPENED,
    NO_BAD_VALUE,
    NO_DEVICE_ONLY,
    NO_WRONG_TIME,
    OK,
)


class Inputs:
    """`ruling.is_feeding` while cards that pass are no part of a deal; `ruling.done_by` ticks off
    what an input does of a ruling's steps."""

    def __init__(self, table, reporter, ruling, board, odds):
        self._table = table
        self.odds = odds
        self._curtain = board.curtain
        self.board = board
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

    def counted(self):
        """A census counts the cards: none of them is dealt, by a boot neither."""
        self._table.keep()
        self._table.show_bets()

    def packet(self, first, codes, count, now_ms):
        """A packet of the shuffling device was taken; its cards stand in one event.

        They become one commit as well: a power cut leaves all of them or none to be taken again.
        A table with a shoe gets its cards by the mouth, whoever shuffled them.
        """
        self._catch_up(now_ms)
        is_rest = self._table.is_open and self.tracker.is_rest(first + count)
        if is_rest or not self._table.is_open:
            self._hide()
        if is_rest or not self._is_dealt_from_device():
            self._table.show_bets()
            return
        self._table.store.hold()
        if first == 0:
            self._end_with_pack(now_ms)
            # in a round they are cards too many, and of a pack that must be shuffled not shuffled
            if not self.tracker.is_pack_refused and self.tracker.new_pack() == OK:
                self._ruling.done_by(BY_PACK)
        self._take_all(codes, count, now_ms)

    def box(self, codes, count, now_ms):
        """The same from a device in continuous mode, which has the discards back inside."""
        self._catch_up(now_ms)
        if not self._table.is_open:
            self._hide()
        if not self._is_dealt_from_device():
            return
        self._table.store.hold()
        self._end_if_over(now_ms)
        self.tracker.discards_are_back()
        self._take_all(codes, count, now_ms)

    def _hide(self):
        """These cards are of no round, and may go into a shoe in the order that their records
        have: they stay hidden until a round is over that came from another pack."""
        self.tracker.note_named_pack(True)
        self._table.keep()

    def _lift(self):
        """No card lies face down any more; but a pack that was named may be dealt yet."""
        if not self.tracker.is_named_pack:
            self._curtain.lift()

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
        if self.tracker.is_next_round(now_ms) and not self.tracker.is_held(HOLDS_END):
            self._end(now_ms)

    def _end_with_pack(self, now_ms):
        """Nobody said so, but shuffled cards come into play (4.1.2 of the poker games)."""
        if self.tracker.is_over_with_pack(now_ms) and not self.tracker.is_held(HOLDS_END):
            self._end(now_ms)

    def _end(self, now_ms):
        self.tracker.end_round(now_ms)
        self.reporter.tell(now_ms)
        self.tracker.forget_named_pack()
        if not self.tracker.is_named_pack:
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
        has_meter = equipment & rows.WITH_JACKPOT != 0
        said, equipment = equipment, equipment & ~rows.WITH_JACKPOT
        if not catalogue.is_known(number) or equipment > 1:
            return NO_BAD_VALUE
        game = catalogue.table_of(number)
        if has_meter and not game.HAS_JACKPOT:
            return NO_BAD_VALUE
        is_low = equipment == SHOE and game.IS_LOW_LIMIT_FROM_DEVICE_ONLY
        if is_low and self._table.is_low_limit():
            return NO_DEVICE_ONLY  # S9: TCP 6.7.2, FCP 6.6.2
        decks = decks or game.DECKS[0]
        answer = tracker.open_table(number, game, equipment, decks, areas, has_meter)
        if answer == OK:
            self._table.look_at_settings()
            self.reporter.record(rows.EV_TABLE_OPENED, number, said, decks, areas)
            self._lift()
            self._ruling.done_by(BY_TABLE_OPENED)
        self.reporter.finish(now_ms, answer == OK)
        return answer

    def tell_meter(self, opened, now_ms):
        """How the meter stands: no input of the round, said again after a boot."""
        self._catch_up(now_ms)
        self.tracker.tell_meter(opened, now_ms)
        self.reporter.finish(now_ms)

    def go_alone(self, asked_by, confirmed_by, now_ms):
        """The meter is dead for good, two people say: the table goes on without it."""
        self._catch_up(now_ms)
        meter = self.tracker.meter
        answer = OK if meter.is_followed else NO_WRONG_TIME
        opened = meter.opened
        meter.follow(False)
        return self._took(answer, now_ms, EV_WAIT_ENDED, opened, asked_by, confirmed_by)

    def set_areas(self, areas, now_ms):
        self._catch_up(now_ms)
        return self._took(self.tracker.set_seats(areas), now_ms, rows.EV_AREAS_SET, areas)

    def pack_loaded(self, now_ms, is_again=False):
        """Shuffled cards are in the shoe, cut where the rules ask for it; they end a round that
        nobody ended (`is_again`: they did so before a power cut)."""
        self._catch_up(now_ms)
        tracker = self.tracker
        is_over = is_again or tracker.is_over_with_pack(now_ms)
        answer = tracker.may_take_pack(is_over)
        if answer == OK:
            self.reporter.record(rows.EV_PACK_IN_PLAY, tracker.pack.decks)
            if tracker.phase == ST_DEALT:
                self._end(now_ms)
                self._lift()
            if not tracker.is_first_round and tracker.is_named_pack:
                tracker.note_named_pack(False)  # that pack was dealt from, and is shuffled
                self._curtain.lift()
            tracker.new_pack()
            self._ruling.done_by(BY_PACK)
        self.reporter.finish(now_ms, answer == OK)
        return answer

    def decide(self, seat, decision, now_ms):
        self._catch_up(now_ms)
        answer = self.tracker.decide(seat, decision)
        return self._took(answer, now_ms, rows.EV_DECIDED, seat, decision)

    def end_round(self, is_void, void_reason, role, now_ms):
        self._catch_up(now_ms)
        tracker = self.tracker
        self._ruling.deal_over()
        number = tracker.round_number
        answer = tracker.void_round(now_ms) if is_void else tracker.end_round(now_ms)
        event = rows.EV_ROUND_ENDED
        return self._took(answer, now_ms, event, number, is_void, void_reason, role)

    def tell(self, what, place, number, value, now_ms):
        self._catch_up(now_ms)
        answer = telling.tell(self.tracker, what, place, number, value)
        return self._took(answer, now_ms, rows.EV_ROUND_TOLD, what, place, number, value)

    def _took(self, answer, now_ms, event, a=0, b=0, c=0, d=0):
        """The input's own event, then what followed from it."""
        if answer == OK:
            self.reporter.record(event, a, b, c, d)
            if event == rows.EV_ROUND_ENDED:
                self.tracker.forget_named_pack()
            if event == rows.EV_ROUND_ENDED or event == rows.EV_TABLE_CLOSED:
                self._lift()
        self.reporter.finish(now_ms, answer == OK)
        return answer
