"""When an irregularity came to light, and what the board knows of it without asking anybody.

Fed the round tracker; gives the moment and the facts in the words of the rows.
"""

from firmware.core.compat import const
from firmware.rounds import phases as p
from firmware.rounds.deal_order import CONCEDES, FOLDS, TAKES_BACK, UNDECIDED
from firmware.rounds.findings import DEALER, FND_DEALER_EXTRA_CARD, NO_PLACE, NOT_TOLD
from firmware.rounds.games.vocabulary import DEVICE, TO_DRAWERS
from firmware.ruling import vocabulary as v
from firmware.ruling.dialogue import DEVICE_BIT
from firmware.ruling.engine import fits, rows_of
from firmware.ruling.findings_told import (
    FND_BET_WRONG,
    FND_DEALER_SET_WRONG,
    FND_NO_DECISION,
    FND_RESULT_WRONG,
    FND_WAGER_SHORT,
)

_SEATS = const(7)
_NEEDS_PLAY = (FND_WAGER_SHORT, FND_BET_WRONG)
_GAVE_UP = (FOLDS, CONCEDES, TAKES_BACK)


class Situation:
    """`look` before each finding; then game, moment, known and yes are right for it."""

    def __init__(self, tracker, is_low_limit):
        self._tracker = tracker
        self._is_low_limit = is_low_limit
        self.game = 0
        self.round = 0
        self.moment = v.FRESH
        self.known = 0
        self.yes = 0

    def has_game(self):
        """Rules can only speak where a game is open; without one a fault calls somebody anyway."""
        return self._tracker.game_number != 0

    def round_now(self):
        """The round in play, or the one just over."""
        return self._tracker.round_number

    def is_deal_complete(self):
        return self._tracker.placing.is_complete()

    def look(self, finding, detail, place=NO_PLACE):
        tracker = self._tracker
        self.game = tracker.game_number
        self.round = tracker.round_number
        self.moment = self._state(finding)
        if tracker.equipment == DEVICE:
            self.moment |= DEVICE_BIT
        self.known = v.LOW_LIMIT | v.UP_CARD | v.WARNED
        self.yes = v.LOW_LIMIT if self._is_low_limit() else 0
        if self.is_warned(place):
            self.known ^= v.WARNED  # is it the same player?
        if place == DEALER and self._is_up_card():
            self.yes |= v.UP_CARD
        if finding == FND_DEALER_EXTRA_CARD and detail != NOT_TOLD:
            self.known |= v.SEEN
            if detail:
                self.yes |= v.SEEN

    def is_warned(self, place):
        """A player there was told of a Play wager too small in an earlier round (TCP 12.10)."""
        before = self._tracker.warned & ~self._tracker.warned_now
        return 0 < place <= _SEATS and before >> (place - 1) & 1 == 1

    def is_in_play(self, place):
        """The seat has a hand in the round in play, or in the one just over."""
        placing, record = self._tracker.placing, self._tracker.record
        if record.count == 0 or not placing.is_open:
            return True  # no round, or nobody has said which seats
        return (placing.seats | record.unwagered) >> (place - 1) & 1 == 1

    def has_decided(self, finding, place):
        """What the player decided is recorded, and the finding says that there is no decision."""
        tracker = self._tracker
        if tracker.phase != p.ST_DEALING and tracker.phase != p.ST_DEALT:
            return False  # no rule asks for a decision now
        decision = tracker.record.decisions[place]
        if finding == FND_NO_DECISION:
            return decision != UNDECIDED
        return finding in _NEEDS_PLAY and decision in _GAVE_UP

    def _state(self, finding):
        tracker = self._tracker
        if tracker.phase == p.ST_DEALING:
            # a player is asked for a card: the first deal is done (LDB 8.1)
            return v.DECIDE if tracker.placing.order.awaited_seat() else v.DEAL
        if tracker.phase != p.ST_DEALT:
            return v.FRESH if self._is_of_pack(finding) else v.BETWEEN
        if finding in (FND_RESULT_WRONG, FND_DEALER_SET_WRONG) or self._has_draws():
            return v.SETTLE  # decisions were part of the deal, or this can only be seen now
        return v.DECIDE

    def _is_of_pack(self, finding):
        """No round is over since the shuffle, and this is not about the one before it, which can
        be put right until the next begins (FCP 12.9, TCB 12.6, LDB 10.8)."""
        tracker = self._tracker
        if not tracker.is_first_round or tracker.record.count == 0:
            return tracker.is_first_round
        equipment = v.DEVICE if tracker.equipment == DEVICE else v.SHOE
        is_ruled_between = False
        for row in rows_of(tracker.game_number):
            if fits(row, finding, v.FRESH, equipment):
                return True
            is_ruled_between = is_ruled_between or fits(row, finding, v.BETWEEN, equipment)
        return not is_ruled_between

    def _is_up_card(self):
        """The dealer's newest card is the one that is dealt face up."""
        tracker = self._tracker
        return tracker.is_turned(tracker.record.count_at(DEALER))

    def _has_draws(self):
        for who, _cards in self._tracker.game.DEAL[self._tracker.equipment]:
            if who == TO_DRAWERS:
                return True
        return False
