"""The hands of a round when it is over: what each place held and what its wagers come to."""

from firmware.cards import codes as c
from firmware.core.compat import const
from firmware.rounds.findings import DEALER
from firmware.rounds.games.outcome import Outcome
from firmware.rounds.games.vocabulary import VOID

HAND_MOST = const(8)
WAGERS_MOST = const(4)
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
        """Settle by this game, each wager by the schedule that the table's settings name."""
        outcome = self._outcome
        if outcome is None or outcome.game is not game:
            outcome = self._outcome = Outcome(game)
        for i in range(len(game.WAGERS)):
            if i >= len(choices) or not outcome.choose(i, choices[i]):
                outcome.choose(i, 0)

    def look_at(self, tracker, place):
        """A place's cards, their value, and for a seat the result of each wager."""
        outcome = self._outcome
        game = outcome.game
        record = tracker.record
        self.count = record.hand_into(place, self.cards)
        sizes = game.DEALER_CARDS if place == DEALER else game.HAND_CARDS
        self.value = 0
        if self.count in sizes and self._are_known(self.cards, self.count):
            self.value = outcome.hand.value(self.cards, 0, self.count)
        self._clear(NOT_A_WAGER if place == DEALER else NOT_KNOWN)
        if place != DEALER:
            self._settle(tracker, place)

    def _settle(self, tracker, place):
        outcome = self._outcome
        game = outcome.game
        count = tracker.record.hand_into(DEALER, self._dealer)
        is_void = tracker.is_voided or tracker.record.voided >> place & 1
        is_void = is_void or tracker.record.unwagered >> (place - 1) & 1
        if is_void or self.count not in game.HAND_CARDS:
            self._clear(VOID)  # (TCP 12.4, 12.7; FCP 12.6; CSP 14.8; TCB 12.5)
        elif (
            count in game.DEALER_CARDS
            and self._are_known(self._dealer, count)
            and self._are_known(self.cards, self.count)
        ):
            outcome.settle(self._dealer, count, self.cards, self.count)
            for i in range(len(game.WAGERS)):
                self.results[i] = outcome.results[i]
                self.pays[i] = outcome.pays[i]
                self.per[i] = outcome.per[i]

    def _clear(self, result):
        wagers = len(self._outcome.game.WAGERS)
        for i in range(WAGERS_MOST):
            self.results[i] = result if i < wagers else NOT_A_WAGER
            self.pays[i] = self.per[i] = 0

    def _are_known(self, cards, count):
        for i in range(count):
            if not c.is_card(cards[i]):
                return False
        return True
