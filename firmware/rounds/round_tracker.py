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
)
from firmware.rounds.round_record import STANDING
from firmware.rounds.table_state import ALLOWS_BACK, ORDERS_SHUFFLE, STOPS_ROUND


class RoundTracker(Deal):
    """A table with the round in play, or the one just over."""

    def decide(self, seat, decision):
        """A player's word on the own hand."""
        if decision == TAKES_BACK:
            return self._give_up(seat, decision, self.stops & ALLOWS_BACK)
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
        """Folded, played, conceded, wager taken back; what was given up does not come back."""
        if not self._is_round_on():
            return st.NO_WRONG_TIME
        if not is_allowed or not 1 <= seat <= 7 or not self.placing.seats >> (seat - 1) & 1:
            return st.NO_BAD_VALUE
        before = self.record.decisions[seat]
        if before == FOLDS or before == CONCEDES or before == TAKES_BACK:
            return st.NO_OUT_OF_TURN  # (TCP 9.6, FCP 9.4, CSP 9.8)
        self.record.decisions[seat] = decision
        return st.OK

    def _is_round_on(self):
        return self.phase == p.ST_DEALING or self.phase == p.ST_DEALT

    def end_round(self, now_ms):
        """Wagers are settled, the cards picked up.  A deal that lacks cards is told first."""
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
        """The ruling ends the round without a result."""
        if not self._is_round_on():
            return st.NO_WRONG_TIME
        self.is_void_told = True
        return self.end_round(now_ms)

    def rule(self, ruled, stops, warned):
        """What all standing rulings come to together; True when any of it is new.

        A void round goes on until the table ends it: a dealer may pull one more card before
        anybody has read the ruling, and that card belongs to the void round, not to a new one.
        """
        is_result_new = self.record.rule(ruled)
        is_new = is_result_new or stops != self.stops or warned != self.warned_now
        is_ordered = stops & ~self.stops & ORDERS_SHUFFLE != 0
        self.is_stop_told = self.is_stop_told and stops & STOPS_ROUND != 0
        self.stops = stops
        self.warned = self.warned & ~self.warned_now | warned  # a withdrawn ruling warned nobody
        self.warned_now = warned
        if not is_new:
            return False
        if self.phase == p.ST_DEALING:
            self._stand(ruled)
        elif self.phase == p.ST_READY:
            if is_result_new and self.record.count:
                self.closed_as = self._closing()
                self.tell_step(st.STEP_RESULT_CHANGED, self.closed_as)
            if is_ordered and not self.is_shuffle_noted:
                self.tell_step(st.STEP_SHUFFLE_DUE, 0)  # as long as the ruling stands
        return True

    def _stand(self, ruled):
        """Who does not decide stands: the deal does not wait for that seat (LDB 10.11)."""
        decisions = self.record.decisions
        for seat in range(1, 8):
            if ruled[seat] & STANDING and decisions[seat] == UNDECIDED:
                decisions[seat] = STANDS
        self.place_cards()
