"""The amount on the display: climbs smoothly to the pool, never shows more than is in it.

Fed the pool and called four times a second; gives the whole cents to show.
"""

from firmware.core.compat import const
from firmware.jackpot.ledger import UC

_CATCH_UP_STEPS = const(8)  # two seconds until a contribution is fully shown


class Odometer:
    """`shown_cents` is what people see."""

    def __init__(self):
        self.shown_cents = 0
        self._pace_cents = 0
        self._is_fresh = True

    def step(self, pool_uc):
        """Move towards the pool: down at once, up evenly, so that it is there in two seconds."""
        pool_cents = pool_uc // UC  # rounded down: the fraction is owed, not shown
        behind_cents = pool_cents - self.shown_cents
        if self._is_fresh or behind_cents < 0:
            self._is_fresh = False
            self.shown_cents = pool_cents
        elif behind_cents == 0:
            self._pace_cents = 0
        else:
            pace_cents = (behind_cents + _CATCH_UP_STEPS - 1) // _CATCH_UP_STEPS
            self._pace_cents = max(self._pace_cents, pace_cents)
            self.shown_cents += min(self._pace_cents, behind_cents)
        return self.shown_cents
