"""The deal: a round opens with its first card, every card gets its place, the last one ends it, and
what is not as it should be becomes a finding.

Fed readings (cards/codes.py) with the time.  It calls `on_step(step, detail)` and
`on_finding(finding, place, number, detail)`: facts only, what follows from a finding is the
ruling's.  Everything that differs between games is in the game's table.
"""

from firmware.cards import codes as c
from firmware.core.ticks import ticks_diff
from firmware.rounds import findings as f
from firmware.rounds import phases as p
from firmware.rounds import steps as st
from firmware.rounds.deal_order import WAITS
from firmware.rounds.games import vocabulary as v
from firmware.rounds.games.baccarat_hand import burn_value
from firmware.rounds.round_record import AS_DEALT, ASIDE, BURN_MOST, BURN_PILE, NO_CARD
from firmware.rounds.table_state import ORDERS_LAST, TableState


class Deal(TableState):
    """A table whose cards come out of the shoe."""

    # -- cards -----------------------------------------------------------------------------

    def take(self, code, now_ms):
        """One reading left the shoe."""
        if self.phase == p.ST_CLOSED:
            if not self.is_stray_told:
                self.is_stray_told = True
                self.find(f.FND_CARD_WITHOUT_TABLE, f.NO_PLACE, 0, code)
            return
        if self.is_next_round(now_ms):
            self.move(p.REV_END)
            self._close_round()
        if self.is_stopped and self.phase == p.ST_READY:
            self._refuse(code)
            return
        self.card_ms = now_ms
        if code == c.CUT_CARD and not self.pack.is_cut_card_out:
            self._take_cut_card()
        elif self.is_burn_due:
            self._count(code, BURN_PILE, 0)
            self._burn(code)
        elif self.phase == p.ST_READY and self._is_burned_face_up(code, 0):
            self._count(code, BURN_PILE, 0)  # the round has not begun (TCB 12.8, LDB 10.1)
            self.find(f.FND_FACE_UP_FIRST, BURN_PILE, 0, 0)
        else:
            self._deal(code)
        left = self.pack.cards_left()
        if left == 0:
            self.empty()
        elif left < self.game.CARDS_BEHIND_CUT[0]:
            self._tell_not_cut()

    def _refuse(self, code):
        """A ruling's steps come first: the card is out of the pack, but opens no round."""
        if c.is_card(code):
            self.pack.take(code)
        else:
            self.pack.count_unknown(1)
        if not self.is_stop_told:
            self.is_stop_told = True
            self.find(f.FND_DEALT_WHILE_STOPPED, f.NO_PLACE, 0, code)

    def tick(self, now_ms):
        """Now and then: a deal that stops in the middle has a card too few (C10)."""
        if self.phase != p.ST_DEALING or self.is_short_told:
            return
        if ticks_diff(now_ms, self.card_ms) >= self.deal_pause_ms:
            self._learn_seats()
            if self.phase == p.ST_DEALING and self.placing.dealt_place() != WAITS:
                self._tell_short()

    def empty(self):
        """The shoe has no more cards (C9); without a cutting card it was not cut (C11)."""
        if self.phase == p.ST_CLOSED:
            return
        if self.phase == p.ST_DEALING:
            self.find(f.FND_NOT_ENOUGH_CARDS, f.NO_PLACE, 0, self.placing.cards_short())
            self.is_refill_allowed = self.game.IS_REFILLED_WHEN_EMPTY
        self._tell_not_cut()

    def _count(self, code, place, number):
        """Identity against the pack: doubled, foreign, not to be read (C1, C5, C6)."""
        pack = self.pack
        if c.is_card(code):
            if not pack.take(code):
                self.find(f.FND_DOUBLED_CARD, place, number, code)
            return
        pack.count_unknown(2 if code == c.TWO_CARDS else 1)
        if code == c.TWO_CARDS:
            self.find(f.FND_TWO_CARDS, place, number, 0)
        elif code == c.UNREADABLE:
            self.find(f.FND_UNREADABLE_CARD, place, number, 0)
        elif code != c.FACE_UP:
            self.find(f.FND_FOREIGN_CARD, place, number, code)

    def _take_cut_card(self):
        """Set aside; what follows depends on whether a round has begun (C8)."""
        behind = self.pack.cards_left()
        is_misplaced = self._is_cut_misplaced(behind)
        self.pack.take_cut_card()
        if self.phase == p.ST_DEALING or self.phase == p.ST_DEALT:
            number, place = self.record.count + 1, self.placing.next_place()
            if is_misplaced:
                self.find(f.FND_CUT_MISPLACED, place, number, behind)
            else:
                self.find(f.FND_CUT_CARD_LATER, place, number, 0)
            self.record.add(c.CUT_CARD, ASIDE)
            self.place_cards()
            self.is_last_round = True
            return
        if is_misplaced:
            self.find(f.FND_CUT_MISPLACED, f.NO_PLACE, 0, behind)
        else:
            self.find(f.FND_CUT_CARD_FIRST, f.NO_PLACE, 0, 0)
        if self.game.CUT_CARD_FIRST == v.LAST_ROUND:
            self.is_last_round = True
            self.tell_step(st.STEP_LAST_ROUND, 0)
        elif self.game.CUT_CARD_FIRST == v.SHUFFLED_FIRST:
            self._shuffle_due()

    def _is_cut_misplaced(self, behind):
        """More cards are behind it than a right cut leaves there (TCB 4.6, LDB 4.9; I15).

        What has fewer behind it is told when so few are left (`_tell_not_cut`).
        """
        if self.equipment != v.SHOE or self.game.IS_SHUFFLED_EVERY_ROUND:
            return False
        most = self.game.CARDS_BEHIND_CUT[1]
        return behind > (self.pack.decks * 26 if most == v.HALF_OF_PACK else most)

    # -- burning ---------------------------------------------------------------------------

    def _burn(self, code):
        self.move(p.REV_BURN)
        if code == c.FACE_UP:
            self.find(f.FND_FACE_UP_BURNED, BURN_PILE, 0, 0)
        self.record.burn(code)
        self.check_burn()

    def burn_needed(self):
        """Cards to burn after this shuffle; all that may be while the first is not known."""
        if self.game.BURN != v.BURN_BY_VALUE:
            return 1
        first = self.record.burned[0]
        return 1 + burn_value(first) if c.is_card(first) else BURN_MOST

    def check_burn(self):
        """The burning ends with its last card."""
        if self.is_burn_due and self.record.burn_count >= self.burn_needed():
            self.is_burn_due = False
            self.move(p.REV_BURN_DONE)
            self.tell_step(st.STEP_BURNED, self.record.burn_count)

    # -- dealing ---------------------------------------------------------------------------

    def _deal(self, code):
        record = self.record
        is_first = self.phase == p.ST_READY
        if is_first:
            self.move(p.REV_CARD)
            self.open_round()
        else:
            self.move(p.REV_CARD)
        extra_count = record.extra_count()
        place = self.placing.next_place()
        self._count(code, place, record.count + 1)
        self._add(code, place, is_first and record.count == 0)
        if code == c.TWO_CARDS:
            self._add(code, place, False)
        self.place_cards()
        if record.extra_count() > extra_count:
            self._tell_extra()
        elif record.placed < record.count and self.placing.order.awaited_seat():
            self.find(f.FND_CARD_UNCALLED, f.NO_PLACE, record.count, 0)

    def open_round(self):
        """The first card is out: from now on no wager may be placed (5.x of each)."""
        record, game = self.record, self.game
        self.round_number += 1
        record.clear()
        for i in range(len(record.choices)):
            record.choices[i] = self.offered[i]  # odds are fixed with the first card (TCB 14.8)
        self.is_void_told = self.is_short_told = self.is_refill_allowed = False
        self.back_told = self.warned_now = 0
        if self.seats == st.SEATS_LEARNED:
            self.placing.start_unknown(game.DEAL[self.equipment])
        else:
            self.placing.start(game.DEAL[self.equipment], game.DEALER_DRAWS_TO, self.seats)
        self.tell_step(st.STEP_ROUND_OPENED, self.round_number)
        if self.is_shuffle_due:
            self.find(f.FND_NOT_SHUFFLED, f.NO_PLACE, 0, 0)
        if record.kept != NO_CARD:  # it waited under the shoe (LDB 10.7)
            record.take_kept()
            self.place_cards()

    def _add(self, code, place, is_first):
        """Put a card into the record; one found face up goes by the game's rule (C7)."""
        record = self.record
        told = AS_DEALT
        if code == c.FACE_UP:
            if self._is_burned_face_up(code, 0 if is_first else 1):
                told = place = BURN_PILE
            finding = f.FND_FACE_UP_FIRST if is_first else f.FND_FACE_UP_LATER
            self.find(finding, place, record.count + 1, 0)
            if self.game.FACE_UP[1] == v.EXPOSED and not self._is_turned(place):
                exposed = record.expose(place)
                if exposed > 1:
                    self.find(f.FND_EXPOSED_MORE, place, record.count + 1, exposed)
        if not record.add(code, told):
            self.find(f.FND_COUNT_WRONG, f.NO_PLACE, 0, 1)  # more than any deal: not kept

    def place_cards(self):
        """Give the cards their places; the last one ends the deal."""
        self.placing.place_cards()
        if self.phase == p.ST_DEALING and self.placing.is_complete():
            self.move(p.REV_DONE)
            self.tell_step(st.STEP_ROUND_DEALT, self.record.count)

    def _is_turned(self, place):
        """The next card of this place is dealt face up in any case: nobody exposed it in error."""
        return place == f.DEALER and self.is_turned(self.record.count_at(f.DEALER) + 1)

    def is_turned(self, number):
        """The dealer's card of this number is the one that is dealt face up.

        None is after one was left face up in error: all others are dealt face down (CSP 14.6).
        """
        if self.game.IS_EXPOSED_LEFT_UP and self.record.is_dealer_exposed:
            return False
        return number != 0 and number == self.game.DEALER_TURNED[self.equipment]

    def _is_burned_face_up(self, code, when):
        return code == c.FACE_UP and self.game.FACE_UP[when] == v.BURNED

    # -- ends ------------------------------------------------------------------------------

    def is_next_round(self, now_ms):
        """A card now is the next coup's: nobody settles one in less time than that.

        At poker players decide for as long as they need: a round ends when it is settled, by
        the table's word or with the next shuffled pack (4.1.2), and a card is one too many.
        """
        return self._is_late(now_ms) and not self.game.IS_SHUFFLED_EVERY_ROUND

    def is_over_with_pack(self, now_ms):
        """Shuffled cards come into play: the round that was dealt before is over."""
        return self._is_late(now_ms)

    def _is_late(self, now_ms):
        is_late = ticks_diff(now_ms, self.card_ms) >= self.settle_least_ms
        return self.phase == p.ST_DEALT and is_late

    def _close_round(self):
        self.closed_as = self._closing()
        self.record.keep_extra()
        self.is_first_round = False
        self.tell_step(st.STEP_ROUND_CLOSED, self.closed_as)
        is_last = self.is_last_round or self.stops & ORDERS_LAST != 0
        if is_last or self.game.IS_SHUFFLED_EVERY_ROUND:
            self._shuffle_due()
        elif self.is_shuffle_due and not self.is_shuffle_noted:
            self.tell_step(st.STEP_SHUFFLE_DUE, 0)  # a ruling of this round orders it

    def _closing(self):
        record = self.record
        if self.is_voided:
            return st.CLOSED_VOID
        if not self.placing.is_complete() or record.extra_count() or record.is_corrected():
            return st.CLOSED_IRREGULAR
        return st.CLOSED_COMPLETE

    def close_as_irregular(self):
        """What was told of a round that is over makes it one."""
        self.closed_as = st.CLOSED_IRREGULAR

    def end_burning(self):
        """What was taken for burned was dealt."""
        self.is_burn_due = False

    def _shuffle_due(self):
        self.is_shuffle_noted = True
        self.tell_step(st.STEP_SHUFFLE_DUE, 0)

    def _learn_seats(self):
        if not self.placing.is_open:
            self.placing.learn(self.game.AREAS_LEAST)
            self.place_cards()

    def _tell_short(self):
        self.is_short_told = True
        self.find(f.FND_COUNT_WRONG, f.NO_PLACE, 0, -self.placing.cards_short())

    def _tell_extra(self):
        record = self.record
        if self.game.IS_EXTRA_CARD_KEPT:
            self.find(f.FND_DEALER_EXTRA_CARD, f.DEALER, record.count, 255)
        else:
            self.find(f.FND_COUNT_WRONG, f.NO_PLACE, record.count, record.extra_count())

    def _tell_not_cut(self):
        pack = self.pack
        is_due = self.equipment == v.SHOE and not self.game.IS_SHUFFLED_EVERY_ROUND
        if is_due and not pack.is_cut_card_out and not pack.is_not_cut_told:
            pack.note_not_cut()
            self.find(f.FND_NOT_CUT, f.NO_PLACE, 0, 0)
