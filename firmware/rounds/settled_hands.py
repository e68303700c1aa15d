"""The hands of a round when it is over: what each place held and what its wagers come to."""

from firmware.cards import codes as c
from firmware.core.compat import const
from firmware.rounds.deal_order import CONCEDES, FOLDS, TAKES_BACK
from firmware.rounds.findings import DEALER
from firmware.rounds.games.outcome import Outcome
from firmware.rounds.games.vocabulary import LOSE, ON_OWN_HAND, VOID
from firmware.rounds.round_record import (
    ALL_LOST,
    AS_SET,
    MAIN_BACK,
    MAIN_LOST,
    SIDE_BACK,
    SIDE_LOST,
    WAGERS_MOST,
)

HAND_MOST = const(8)
NOT_KNOWN = const(0xFE)  # a card has no name yet
NOT_A_WAGER = const(0xFF)


class SettledHands:
    """Fed a tracker whose deal is over; `look_at(place)` fills the fields."""

    def __init__(self):
        self.count = 0
        self.cards = bytearray(HAND_MOST)
        self.value = 0
        self.results = bytearray(WAGERS_MOST)
        self.pays = bytearray(WAGERS_MOST)
        self.per = bytearray(WAGERS_MOST)
        self._dealer = bytearray(HAND_MOST)
        self._outcome = None

    def choose(self, game, choices):
        """Settle by this game, each wager by the schedule that was on the sign."""
        outcome = self._outcome
        if outcome is None or outcome.game is not game:
            outcome = self._outcome = Outcome(game)
        for i in range(len(game.WAGERS)):
            if i >= len(choices) or not outcome.choose(i, choices[i]):
                outcome.choose(i, 0)

    def look_at(self, tracker, place):
        """A place's cards, their value, and the result of each wager."""
        outcome = self._outcome
        game = outcome.game
        self.count = tracker.record.hand_into(place, self.cards)
        sizes = game.DEALER_CARDS if place == DEALER else game.HAND_CARDS
        self.value = 0
        if self.count in sizes and self._are_known(self.cards, self.count):
            self.value = outcome.hand.value(self.cards, 0, self.count)
        if place == DEALER:
            self._settle_dealer(tracker)
        else:
            self._settle(tracker, place)
            self._rule(tracker.record.ruled[place])

    def _settle_dealer(self, tracker):
        """Wagers on the Banker's hand alone, which lie at no seat (TCB 5.1.3, 5.1.4, 8.2)."""
        self._clear(NOT_A_WAGER)
        self._settle_on_dealer(self.cards, self.count)
        for i in range(len(self._outcome.game.WAGERS)):
            if tracker.is_voided and self._outcome.is_on_dealer(i):
                self._put(i, VOID)

    def _settle_on_dealer(self, dealer, count):
        outcome = self._outcome
        is_known = count in outcome.game.DEALER_CARDS and self._are_known(dealer, count)
        if is_known:
            outcome.settle_dealer(dealer, count)
        for i in range(len(outcome.game.WAGERS)):
            if outcome.is_on_dealer(i):
                self._put(i, NOT_KNOWN)
                if is_known:
                    self._copy(i)

    def _settle(self, tracker, place):
        """A seat's wagers by its cards and its player's word, before any ruling."""
        outcome = self._outcome
        game, record = outcome.game, tracker.record
        count = record.hand_into(DEALER, self._dealer)
        decision = record.decisions[place]
        is_void = tracker.is_voided or record.unwagered >> (place - 1) & 1
        self._clear(NOT_KNOWN)
        if is_void or decision == TAKES_BACK:
            self._clear(VOID)  # (TCP 12.4; TCB 13.5.1)
            return
        if self.count not in game.HAND_CARDS:
            self._clear(VOID)  # (TCP 12.7; FCP 12.6; CSP 14.8; TCB 12.5)
            self._settle_on_dealer(self._dealer, count)
            return
        if decision == FOLDS or decision == CONCEDES:
            outcome.give_up(decision == CONCEDES)
        elif not self._are_known(self.cards, self.count):
            return
        else:
            if count not in game.DEALER_CARDS or not self._are_known(self._dealer, count):
                return
            if record.ruled[DEALER] & AS_SET and record.set_cards:
                count = self._only_set(count, record.set_cards)
            outcome.settle(self._dealer, count, self.cards, self.count)
        for i in range(len(game.WAGERS)):
            self._copy(i)

    def _rule(self, ruled):
        """What rulings say of this hand's wagers comes before the cards."""
        wagers = self._outcome.game.WAGERS
        is_all_lost = ruled & ALL_LOST == ALL_LOST
        for i in range(len(wagers)):
            is_own = wagers[i][1] == ON_OWN_HAND
            is_side = is_own and wagers[i][6] is not None  # a wager, not a bonus on the ante
            if is_all_lost:
                self._put(i, VOID if is_own and not is_side else LOSE)  # (14.5)
            elif self._outcome.is_on_dealer(i):
                continue  # no business of this hand (TCB 5.1.3, 5.1.4)
            elif ruled & (SIDE_LOST if is_side else MAIN_LOST):
                # what is collected at a fold; the part of a Play wager goes back (TCP 12.10)
                self._put(i, VOID if wagers[i][6] is None else LOSE)
            elif ruled & (SIDE_BACK if is_side else MAIN_BACK):
                self._put(i, VOID)

    def _only_set(self, count, chosen):
        """The dealer's cards that were set as the hand (FCP 12.8)."""
        kept = 0
        for i in range(count):
            if chosen >> i & 1:
                self._dealer[kept] = self._dealer[i]
                kept += 1
        return kept

    def _copy(self, wager):
        outcome = self._outcome
        self.results[wager] = outcome.results[wager]
        self.pays[wager] = outcome.pays[wager]
        self.per[wager] = outcome.per[wager]

    def _put(self, wager, result):
        self.results[wager] = result
        self.pays[wager] = self.per[wager] = 0

    def _clear(self, result):
        wagers = len(self._outcome.game.WAGERS)
        for i in range(WAGERS_MOST):
            self._put(i, result if i < wagers else NOT_A_WAGER)

    def _are_known(self, cards, count):
        for i in range(count):
            if not c.is_card(cards[i]):
                return False
        return True
