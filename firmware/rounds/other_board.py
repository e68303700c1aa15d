"""What is open at the other board of a table, as the table software passes it on.

The boards share only the line "no more bets".  What is not said is not known: after a boot and
after a silence the other board's state is open, and holds what its row in holds.py says.
"""

from firmware.core.compat import const
from firmware.core.ticks import aged, elapsed
from firmware.rounds.holds import OPEN_ALL

_SILENT_MS = const(10_000)


class OtherBoard:
    """`unknown` is what is open while nobody says more; a board that follows none has nothing."""

    def __init__(self, unknown):
        self._unknown = unknown
        self._told = unknown
        self._told_ms = 0
        self.is_followed = False

    @property
    def opened(self):
        return self._told if self.is_followed else 0

    def follow(self, is_followed):
        """From now on, or no longer; its state is not known yet."""
        self.is_followed = is_followed
        self._told = self._unknown

    def restore(self, is_followed, told):
        """What was so before the power went, until `forget`."""
        self.is_followed = is_followed
        self._told = told

    def tell(self, opened, now_ms):
        """The table software's word; True when it is new."""
        before = self.opened
        self._told = opened & OPEN_ALL
        self._told_ms = now_ms
        return self.opened != before

    def tick(self, now_ms):
        """Once a heartbeat; True when the other board's state is not known any more."""
        self._told_ms = aged(now_ms, self._told_ms)
        if elapsed(now_ms, self._told_ms) <= _SILENT_MS:
            return False
        return self.forget()

    def forget(self):
        """Nobody has said lately what is so; what was open may be open yet."""
        before = self.opened
        self._told |= self._unknown
        return self.opened != before
