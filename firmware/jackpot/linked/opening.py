"""When a board may lead a linked jackpot: once all its tables have answered as its own.

A table that follows another holder says so, and this board stops.  So a holder that was away, at a
start or while it heard nobody, pays nothing and takes no wager before it has heard every table that
has joined; a spare board that takes over does not either, and waits as long again as an old holder
needs to notice that it is alone.  A table that does not answer is a matter for the inspector, who
approves going on without it by clearing the fault (CSP 14.15).
"""

from firmware.core.compat import const
from firmware.core.ticks import elapsed
from firmware.jackpot.rows import FAULT_OTHER_HOLDER, FAULT_TABLES_UNHEARD
from firmware.link.rows import CFG_LINK_DOWN_MS

_PATIENCE_MS = const(10_000)  # two silences of a link, so that a table can start


class Opening:
    """Fed by `holder_wire`: answers, silences, the heartbeat."""

    def __init__(self, board, holder, addresses):
        self._board = board
        self._holder = holder
        self._addresses = addresses
        self._heard = set()
        self._since_ms = 0
        self._is_patient = True
        self._is_asked = False
        self._is_taking_over = False

    def start(self, now_ms):
        """From now on every table must answer again."""
        self._heard.clear()
        self._since_ms = now_ms
        self._is_patient = True
        self._is_asked = self._board.is_fault_active(FAULT_TABLES_UNHEARD)
        # a cut while it took over: the old holder needs its time all the same
        if any([self._holder.is_of_dead_holder(address) for address in self._addresses]):
            self._is_taking_over = True

    def hear(self, address, was_loaded, now_ms):
        """A table follows this board; `was_loaded`: it followed the dead one until now."""
        self._heard.add(address)
        if was_loaded:
            self._is_taking_over = True
            self._since_ms = now_ms

    def may_lead(self):
        """All have answered, and an old holder has had the time to notice that it is alone."""
        is_stopped = self._board.is_fault_active(FAULT_OTHER_HOLDER)
        return not is_stopped and not self._is_taking_over and self._missing() < 0

    def tick(self, now_ms):
        """Once a heartbeat."""
        board = self._board
        elapsed_ms = elapsed(now_ms, self._since_ms)
        if self._is_taking_over and elapsed_ms >= board.settings.get(CFG_LINK_DOWN_MS):
            self._is_taking_over = False
        if self._is_patient:
            if elapsed_ms < _PATIENCE_MS:
                return
            self._is_patient = False
        missing = self._missing()
        if missing < 0:
            self._is_asked = False
            if board.is_fault_active(FAULT_TABLES_UNHEARD):
                board.clear_fault(FAULT_TABLES_UNHEARD)
        elif not self._is_asked:
            self._is_asked = True
            board.raise_fault(FAULT_TABLES_UNHEARD, missing)
        elif not board.is_fault_active(FAULT_TABLES_UNHEARD):
            self._approve()

    def _approve(self):
        self._is_asked = False
        for address in self._addresses:
            if address not in self._heard and self._holder.is_waited_for(address):
                self._holder.go_on_without(address)

    def _missing(self):
        """The first table that must still answer, or -1."""
        for address in self._addresses:
            if address not in self._heard and self._holder.is_waited_for(address):
                return address
        return -1
