"""When an irregularity came to light, and what the board knows of it without asking anybody.

Fed the round tracker; gives the moment and the facts in the words of the rows.
"""

from firmware.core.compat import const
from firmware.rounds import phases as p
from firmware.rounds.findings import DEALER, FND_DEALER_EXTRA_CARD, NO_PLACE
from firmware.rounds.games.vocabulary import DEVICE, TO_DRAWERS
from firmware.ruling import vocabulary as v
from firmware.ruling.dialogue import DEVICE_BIT
from firmware.ruling.findings_told import FND_DEALER_SET_WRONG, FND_RESULT_WRONG

_SEATS = const(7)
_NOT_TOLD = const(255)  # detail of DEALER_EXTRA_CARD while nobody said whether it was seen


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
            self.yes |= v.WARNED
        if place == DEALER and self._is_up_card():
            self.yes |= v.UP_CARD
        if finding == FND_DEALER_EXTRA_CARD and detail != _NOT_TOLD:
            self.known |= v.SEEN
            if detail:
                self.yes |= v.SEEN

    def is_warned(self, place):
        """The player there was told of a Play wager too small (TCP 12.10, FCP 12.11)."""
        return 0 < place <= _SEATS and self._tracker.warned >> (place - 1) & 1 == 1

    def _state(self, finding):
        tracker = self._tracker
        if tracker.phase == p.ST_DEALING:
            # a player is asked for a card: the first deal is done (LDB 8.1)
            return v.DECIDE if tracker.placing.order.awaited_seat() else v.DEAL
        if tracker.phase != p.ST_DEALT:
            return v.FRESH if tracker.is_first_round else v.BETWEEN
        if finding in (FND_RESULT_WRONG, FND_DEALER_SET_WRONG) or self._has_draws():
            return v.SETTLE  # decisions were part of the deal, or this can only be seen now
        return v.DECIDE

    def _is_up_card(self):
        """The dealer's newest card is the one that is dealt face up."""
        tracker = self._tracker
        return tracker.is_turned(tracker.record.count_at(DEALER))

    def _has_draws(self):
        for who, _cards in self._tracker.game.DEAL[self._tracker.equipment]:
            if who == TO_DRAWERS:
                return True
        return False
