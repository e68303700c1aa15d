"""A table that holds its pool itself: it waits for nobody."""

from firmware.jackpot.ledger import POOL


class OwnPool:
    """What the jackpot asks about linked tables; `HolderWire` and `MemberWire` answer the same."""

    is_up = True  # wagers can be taken

    def __init__(self, _board, book):
        self._book = book

    @property
    def pool_uc(self):
        """The prize pool to show (CSP 2.4.3)."""
        return self._book.ledger.a[POOL]

    def has_all_delivered(self):
        """No other board waits for anything of this one."""
        return True

    def start(self, now_ms):
        """The books are open."""

    def tick(self, now_ms):
        """Once a heartbeat."""
