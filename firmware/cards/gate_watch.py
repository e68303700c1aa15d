"""A light gate in the card path: tells of each card that passed and of a beam that stays broken.

Fed edges and the time; gives back what happened.
"""

from firmware.core.ticks import ticks_diff

NOTHING = 0
CARD_PASSED = 1
STUCK = 2

_BOUNCE_MS = 3  # a card's edge may flicker; a card takes far longer than this


class GateWatch:
    """`pass_ms` and `cards` belong to the last CARD_PASSED."""

    def __init__(self):
        self.cards = 0
        self.pass_ms = 0
        self._blocked_ms = 0
        self._is_blocked = False
        self._is_told = False

    def edge(self, level, now_ms):
        """The pin changed: low means that the beam is broken."""
        if level == 0:
            if not self._is_blocked:
                self._is_blocked = True
                self._is_told = False
                self._blocked_ms = now_ms
            return NOTHING
        if not self._is_blocked:
            return NOTHING
        self._is_blocked = False
        self.pass_ms = ticks_diff(now_ms, self._blocked_ms)
        if self.pass_ms < _BOUNCE_MS:
            return NOTHING
        self.cards += 1
        return CARD_PASSED

    def tick(self, now_ms, stuck_ms):
        """Now and then: a beam broken for longer than any card takes is told once."""
        if self._is_blocked and not self._is_told:
            if ticks_diff(now_ms, self._blocked_ms) >= stuck_ms:
                self._is_told = True
                return STUCK
        return NOTHING

    def take_back(self):
        """The card that passed last was pushed back: it is still in the shoe."""
        self.cards -= 1

    def is_blocked(self):
        return self._is_blocked
