"""Which records are not for everybody yet: those that name cards of a round in play.

The round moves it, the link asks it.  What it hides is not lost: a reader who may not know sees
the record as it was before the round, until the round is over.
"""

from firmware.core.rows import KNOWING


class Curtain:
    """Numbers of records; `first` is the first one that is hidden, 0 when none is."""

    def __init__(self):
        self.first = 0
        self._newest = 0

    def begin(self, number):
        """The records of one more card, or packet of cards, begin here."""
        self._newest = number
        if self.first == 0:
            self.first = number

    def next_round(self):
        """The round before is over; the card whose records began last is of the next one."""
        self.first = self._newest

    def lift(self):
        """No card lies face down."""
        self.first = 0

    def restore(self, first):
        """After a boot: as the round's cell has it."""
        self.first = first

    def is_open_to(self, role):
        """Nothing is hidden from this role (0: no session)."""
        return self.first == 0 or role & KNOWING != 0

    def last_for(self, role, last_number):
        """The last record that this role may see."""
        return last_number if self.is_open_to(role) else min(last_number, self.first - 1)
