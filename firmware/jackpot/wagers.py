"""Which wagers count: those that lie there, with an ante, while wagers are taken (CSP 5.2)."""

from firmware.core.compat import const
from firmware.jackpot import rows
from firmware.jackpot.round_book import R_STATE
from firmware.jackpot.round_states import ST_OPEN
from firmware.jackpot.seat_watch import SEATS

_UNKNOWN = const(0xFF)
_DISAGREES = const(3)  # trouble: the dealer sees a wager that the sensor does not, or the reverse

_NO_ANTE = const(1)  # why a wager does not count
_OLD_CHIP = const(2)
_FLICKERING = const(3)
_STOPPED = const(4)


class Wagers:
    """Fed by the seats, by messages and by `freeze`; in `antes` and `refused` seats are bits."""

    def __init__(self, board, book, watch, linked, changes):
        self._board = board
        self._book = book
        self._watch = watch
        self._linked = linked
        self._changes = changes
        self._is_line_on = False
        self._seen_by_dealer = _UNKNOWN
        self.antes = 0
        self.refused = 0

    # -- state -----------------------------------------------------------------------------

    def is_accepting(self):
        """Wagers can be taken now."""
        return (
            not self.is_late()
            and not self._board.is_stopped()
            and self._linked.is_up
            and not self._changes.is_restart_due
        )

    def offered(self):
        """Seats that would be accepted if the first card came now."""
        return self._watch.offered() & self.antes if self.is_accepting() else 0

    def is_round(self):
        """A round is in play."""
        return self._book.state != ST_OPEN

    def is_late(self):
        """The first card is out, as far as anybody has said."""
        return self.is_round() or self._is_line_on

    # -- inputs ----------------------------------------------------------------------------

    def note_line(self, is_on):
        """The shoe's line says "no more bets", or not."""
        self._is_line_on = is_on

    def see_antes(self, antes):
        """By the table's own sensors."""
        self.antes = antes

    def tell_antes(self, antes, wagers):
        """The table software: seats with an ante, and those where the dealer sees a wager."""
        if self.is_round():
            return R_STATE
        if not self._board.settings.get(rows.CFG_ANTE_SOURCE):
            self.antes = antes & 0x7F
        self._seen_by_dealer = wagers
        self._board.record(rows.EV_ANTES_TOLD, antes, wagers)
        return 0

    def see_seats(self):
        """Some seat has changed; a refused wager that was taken away is refused no more."""
        self.refused &= self._watch.bits

    def see_placed(self, seat):
        """A chip was put there (seat from 0)."""
        if self.is_late():
            self.refuse(seat)
            self._board.record(rows.EV_WAGER_LATE, seat + 1)

    def refuse(self, seat):
        """The lamp says that this seat's wager does not count."""
        self.refused |= 1 << seat

    # -- the round -------------------------------------------------------------------------

    def close(self, accepted, was_accepting):
        """The first card is out: whoever is not among `accepted` is told why."""
        watch = self._watch
        watch.close()
        self.refused = watch.bits & ~accepted
        for seat in range(SEATS):
            if self.refused >> seat & 1:
                reason = self._why_refused(1 << seat) if was_accepting else _STOPPED
                self._board.record(rows.EV_WAGER_REFUSED, seat + 1, reason)
        self._compare()

    def close_unseen(self):
        """A round began without us: nobody's wager was accepted for it."""
        self._watch.close()

    def open(self, now_ms):
        """The next round's wagers may be placed."""
        self._watch.open(now_ms)
        self.antes = self.refused = 0
        self._seen_by_dealer = _UNKNOWN

    def _why_refused(self, bit):
        if self._watch.flickering & bit:
            return _FLICKERING
        return _NO_ANTE if self._watch.fresh & bit else _OLD_CHIP

    def _compare(self):
        """A dead sensor shows as a wager that the dealer sees and the board does not."""
        if self._seen_by_dealer == _UNKNOWN:
            return
        differing = (self._seen_by_dealer ^ self._watch.bits) & 0x7F
        for seat in range(SEATS):
            if differing >> seat & 1:
                self._board.record(rows.EV_SEAT_TROUBLE, seat + 1, _DISAGREES)
                self._board.raise_fault(rows.FAULT_SEAT_SENSOR, seat + 1)
