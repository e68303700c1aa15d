"""Follows a round: the deal, what players decide about their hands, and what rulings come to.

Fed cards (deal.py) and what the table software tells; rulings come back to it as flags.
"""

from firmware.rounds import phases as p
from firmware.rounds import steps as st
from firmware.rounds.deal import Deal
from firmware.rounds.deal_order import (
    CONCEDES,
    DRAWS,
    FOLDS,
    REFUSES,
    STANDS,
    TAKES_BACK,
    UNDECIDED,
    WIN_PENDING,
    WIN_SETTLED,
)
from firmware.rounds.games.vocabulary import DEVICE
from firmware.rounds.holds import HOLDS_CARD, HOLDS_END, HOLDS_ROUND, HOLDS_VOID, OPEN_UNNAMED
from firmware.rounds.round_record import STANDING
from firmware.rounds.table_state import (
    ALLOWS_BACK,
    BURNS_NEXT,
    ORDERS_SHUFFLE,
)


class RoundTracker(Deal):
    """A table with the round in play, or the one just over."""

    def decide(self, seat, decision):
        """A player's word on the own hand."""
        if decision == TAKES_BACK:
            return self._take_back(seat)
        if decision == WIN_PENDING or decision == WIN_SETTLED:
            return self._keep_hand(seat, decision == WIN_PENDING)
        if FOLDS <= decision <= CONCEDES:
            return self._give_up(seat, decision, self.game is not None and self.game.HAS_FOLD)
        return self._draw(seat, decision)

    def _draw(self, seat, decision):
        """A player draws, stands or refuses a card; in order from the left (LDB 8.1, 10.4)."""
        if self.phase != p.ST_DEALING or not self.placing.is_open:
            return st.NO_WRONG_TIME
        if decision != STANDS and decision != DRAWS and decision != REFUSES:
            return st.NO_BAD_VALUE
        if seat == 0 or seat != self.placing.order.awaited_seat():
            return st.NO_OUT_OF_TURN
        self.record.decisions[seat] = decision
        self.place_cards()
        return st.OK

    def _give_up(self, seat, decision, is_allowed):
        """Folded, played, conceded; what was given up does not come back."""
        if not self._is_round_on():
            return st.NO_WRONG_TIME
        if not is_allowed or not self._is_seat_in_play(seat):
            return st.NO_BAD_VALUE
        before = self.record.decisions[seat]
        if before == FOLDS or before == CONCEDES or self.record.left_at[seat]:
            return st.NO_OUT_OF_TURN  # (TCP 9.6, FCP 9.4, CSP 9.8)
        self.record.decisions[seat] = decision
        return st.OK

    def _take_back(self, seat):
        """The wager goes back and the seat gets no further card; what was dealt to it stays dealt
        (TCB 13.5.1, LDB 11.5.1)."""
        if not self._is_round_on():
            return st.NO_WRONG_TIME
        if not self.stops & ALLOWS_BACK or not self._is_seat_in_play(seat):
            return st.NO_BAD_VALUE
        if self.record.left_at[seat]:
            return st.NO_OUT_OF_TURN
        self.record.note_left(seat)
        self.place_cards()
        return st.OK

    def _keep_hand(self, seat, is_pending):
        """A winning hand stays on the table until the jackpot is paid (CSP 9.5)."""
        if not 1 <= seat <= 7:
            return st.NO_BAD_VALUE
        if not is_pending:
            if not self.wins_pending >> (seat - 1) & 1:
                return st.NO_OUT_OF_TURN
        elif self.phase != p.ST_DEALT and (self.phase != p.ST_READY or self.record.count == 0):
            return st.NO_WRONG_TIME
        elif not self.has_jackpot or not self._is_seat_in_play(seat):
            return st.NO_BAD_VALUE
        self.note_win(seat, is_pending)
        return st.OK

    def _is_seat_in_play(self, seat):
        return 1 <= seat <= 7 and self.placing.seats >> (seat - 1) & 1

    def _is_round_on(self):
        return self.phase == p.ST_DEALING or self.phase == p.ST_DEALT

    def end_round(self, now_ms):
        """Wagers are settled, the cards picked up.  A deal that lacks cards is told first."""
        if self._is_round_on() and self.is_held(HOLDS_END):
            return st.NO_STOPPED
        return self._end(now_ms)

    def _end(self, now_ms):
        if self.phase == p.ST_DEALING:
            self._learn_seats()
        if self.phase == p.ST_DEALING and not self.is_voided and not self.is_short_told:
            self._tell_short()
            return st.NO_CARDS_SHORT
        if not self.move(p.REV_END):
            return st.NO_WRONG_TIME
        self._close_round()
        self.card_ms = now_ms
        return st.OK

    def void_round(self, now_ms):
        """A person's word ends the round without a result; one that is over and lacks the name
        of a card has none either."""
        is_unnamed = self.opened() & OPEN_UNNAMED
        if not is_unnamed and not self._is_round_on():
            return st.NO_WRONG_TIME
        if self.is_held(HOLDS_VOID):
            return st.NO_STOPPED
        if is_unnamed:
            self.is_void_told = True
            self.closed_as = st.CLOSED_VOID
            self.tell_step(st.STEP_RESULT_CHANGED, self.closed_as)
            return st.OK
        self.is_void_told = True
        return self._end(now_ms)

    def rule(self, ruled, stops, warned):
        """What all standing rulings come to together; True when any of it is new.

        A void round goes on until the table ends it: a dealer may pull one more card before
        anybody has read the ruling, and that card belongs to the void round, not to a new one.
        """
        is_result_new = self.record.rule(ruled)
        is_new = is_result_new or stops != self.stops or warned != self.warned_now
        is_ordered = stops & ~self.stops & ORDERS_SHUFFLE != 0
        self._order(stops & ~self.stops, self.stops & ~stops)
        self.stops = stops
        self.is_stop_told = self.is_stop_told and self.is_held(HOLDS_ROUND)
        self.warned = self.warned & ~self.warned_now | warned  # a withdrawn ruling warned nobody
        self.warned_now = warned
        if not is_new:
            return False
        if self.phase == p.ST_DEALING:
            self._stand(ruled)
        elif self.phase == p.ST_READY:
            if is_result_new and self.record.count:
                self.record.keep_extra()
                self.closed_as = self._closing()
                self.tell_step(st.STEP_RESULT_CHANGED, self.closed_as)
            if is_ordered and not self.is_shuffle_noted:
                self.tell_step(st.STEP_SHUFFLE_DUE, 0)  # as long as the ruling stands
        return True

    def _order(self, begun, ended):
        """What rulings order from now on, and what no ruling orders any more."""
        is_between = self.phase == p.ST_READY or self.phase == p.ST_BURNING
        if begun & BURNS_NEXT and is_between:
            self.is_next_burned = True
        elif ended & BURNS_NEXT:
            self.is_next_burned = False
        is_fresh = self.pack.cards_out == 0 and not self.is_shuffle_noted
        if begun & ORDERS_SHUFFLE and is_between and is_fresh and self.equipment == DEVICE:
            self.refuse_pack()  # it is the one in play that must be shuffled
        elif ended & ORDERS_SHUFFLE:
            self.forget_refused()

    def _stand(self, ruled):
        """Who does not decide stands: the deal does not wait for that seat (LDB 10.11)."""
        record = self.record
        for seat in range(1, 8):
            if ruled[seat] & STANDING and record.decisions[seat] == UNDECIDED:
                record.decisions[seat] = STANDS
                record.note_stood(seat, True)
            elif record.has_stood(seat) and not ruled[seat] & STANDING:
                self._ask_again(seat)
        self.place_cards()

    def _ask_again(self, seat):
        """The ruling is taken back: the player decides, unless the deal went on behind the seat."""
        record, placing = self.record, self.placing
        placed = record.placed
        record.decisions[seat] = UNDECIDED
        placing.again()
        placing.place_cards()
        if record.placed < placed:
            record.decisions[seat] = STANDS
            placing.again()
        else:
            record.note_stood(seat, False)

    # -- what other rooms may do -----------------------------------------------------------

    def is_open(self):
        """A game is on: cards that leave the shoe are dealt."""
        return self.phase != p.ST_CLOSED

    def is_from_device(self):
        """A game is dealt from the shuffling device: what is taken from it is dealt.

        At a closed table, or one with a shoe, it is a pack that is being prepared.
        """
        return self.is_open() and self.equipment == DEVICE

    def is_pack_new(self):
        """Nothing of the pack in play has left the shoe yet: the next card is its first one."""
        return self.is_open() and self.pack.cards_out == 0 and not self.pack.is_cut_card_out

    def may_deliver(self):
        """A shuffling device may give cards out: no ruling's steps must be done before a round."""
        is_between = self.phase == p.ST_READY or self.phase == p.ST_BURNING
        if self.phase == p.ST_DEALT and self.is_held(HOLDS_END):
            return False
        return not (self.is_held(HOLDS_CARD) or (is_between and self.is_held(HOLDS_ROUND)))

    def may_be_continuous(self):
        """The game of an open table takes its discards back after each coup, or none is on.

        A game that is shuffled for every round has its pack checked and proved each time.
        """
        return not self.is_open() or not self.game.IS_SHUFFLED_EVERY_ROUND
