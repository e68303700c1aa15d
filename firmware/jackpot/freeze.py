"""Wagers are frozen by the first card (CSP 5.6), and reopened when the round is over.

Two sources tell of that card: the shoe's line and the table software's message.  Whoever comes
second only agrees; when one of them stays out, something between them is broken.
"""

from firmware.core.compat import const
from firmware.core.ticks import ticks_diff
from firmware.jackpot import book_keeping, voids
from firmware.jackpot.round_book import R_RATES, R_STATE
from firmware.jackpot.rows import CFG_FREEZE_SOURCES, FAULT_FREEZE_DISAGREES, FAULT_RATES

BY_LINE = const(1)
BY_MESSAGE = const(2)
_AGREE_MS = const(3_000)
_STATED_EVERY = const(32)  # rounds between two statements of all meters


class Freeze:
    """Fed by the shoe's line, messages and the heartbeat; results are those of the book."""

    def __init__(self, board, book, wagers, changes):
        self._board = board
        self._book = book
        self._wagers = wagers
        self._changes = changes
        self._told_by = 0  # sources that have told of this round's first card
        self._told_ms = 0

    def start(self, has_books, is_line_on):
        """At boot, once the books are open."""
        self._told_by = self._sources()  # of a round in play: nobody is waited for
        self._wagers.note_line(is_line_on and self._has_line())
        if not has_books or self._wagers.is_late():
            self._wagers.close_unseen()

    def line(self, is_on, now_ms):
        """The shoe's "no more bets" line; with a cut wire or a shoe without power it is on.

        That is the safe side: no wager can be placed after a first card that nobody told of
        (CSP 5.6). What lay there is frozen as for any round, and the message that does not
        follow is a fault.
        """
        if not self._has_line():
            return
        if is_on:
            self._freeze(BY_LINE, now_ms)
        self._wagers.note_line(is_on)
        if not is_on and not self._wagers.is_round():
            self._open(now_ms)

    def by_message(self, now_ms):
        """The table software tells of the first card; gives the round's number."""
        return self._freeze(BY_MESSAGE, now_ms)

    def tick(self, now_ms):
        """Once a heartbeat: line and message come from one first card."""
        missing = self._sources() & ~self._told_by
        is_late = ticks_diff(now_ms, self._told_ms) > _AGREE_MS
        if self._wagers.is_round() and missing and is_late:
            self._board.raise_fault(FAULT_FREEZE_DISAGREES, self._told_by)
            self._told_by = self._sources()

    def end_round(self, number, now_ms):
        """Everything is settled."""
        return self._reopen(self._book.end(number), now_ms)

    def void_round(self, number, now_ms):
        """All wagers go back."""
        return self._reopen(voids.void_round(self._book, number), now_ms)

    def void_hand(self, number, seat):
        """One wager goes back."""
        result = voids.void_hand(self._book, number, seat)
        if result == 0 and self._wagers.is_round():
            self._wagers.refuse(seat - 1)
        return result

    def _freeze(self, source, now_ms):
        wagers = self._wagers
        if wagers.is_round():
            if self._told_by & source:
                return R_STATE
            self._told_by |= source
            return self._book.number
        offered = wagers.offered()
        is_accepting = wagers.is_accepting()
        number = self._book.freeze(offered, source)
        if number == R_RATES:
            self._board.raise_fault(FAULT_RATES)
        if number < 0:
            return number
        self._told_by = source
        self._told_ms = now_ms
        wagers.close(offered, is_accepting)
        if number % _STATED_EVERY == 0:
            book_keeping.state_meters(self._book)
        return number

    def _reopen(self, result, now_ms):
        if result == 0:
            self._open(now_ms)
            self._changes.apply()
        return result

    def _open(self, now_ms):
        self._told_by = 0
        self._wagers.open(now_ms)

    def _sources(self):
        return self._board.settings.get(CFG_FREEZE_SOURCES)

    def _has_line(self):
        """A table without a shoe board has no such line: an open pin says nothing there."""
        return self._sources() & BY_LINE != 0
