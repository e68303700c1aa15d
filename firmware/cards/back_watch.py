"""The pack's back while no census runs: a card of the other deck is noticed all the same."""

from firmware.cards.back_colour import NO_BACK

_SURE = 3  # cards of one back until another one is strange
_CHANGED = 6  # cards in a row after which another pack is in the shoe


class BackWatch:
    """Fed the back of every card that was read."""

    def __init__(self):
        self.own = NO_BACK
        self._seen = 0
        self._others = 0

    def restart(self, back):
        """A pack whose back is known, or NO_BACK."""
        self.own = back
        self._seen = _SURE if back != NO_BACK else 0
        self._others = 0

    def is_other(self, back):
        """Whether this card's back is not that of the cards before it."""
        if back == NO_BACK:
            return False
        if back == self.own:
            self._seen = min(self._seen + 1, _SURE)
            self._others = 0
            return False
        is_sure = self._seen >= _SURE
        self._others += 1
        if not is_sure or self._others >= _CHANGED:
            self.own = back
            self._seen = self._others
            self._others = 0
        return is_sure
