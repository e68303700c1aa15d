"""The seats: what their sensors see becomes events, wagers, antes and troubles."""

from firmware.board.rows import CFG_SEATS
from firmware.core.compat import const
from firmware.jackpot import rows
from firmware.jackpot.parts import NOT_READ
from firmware.jackpot.seat_watch import FLICKERS, SEATS

_FLICKER_LIMIT = const(10)  # heartbeats that a sensor may flicker before play stops


class Seats:
    """Fed by the expander's interrupt, four times a second and by the heartbeat; feeds `wagers`.

    `is_line_waiting()` and `is_interrupt_waiting()` tell of edges that nobody has taken yet: "no
    more bets", and another interrupt of the expander.
    """

    def __init__(
        self,
        board,
        watch,
        wagers,
        wager_expander,
        ante_expander,
        is_line_waiting,
        is_interrupt_waiting,
    ):
        self._board = board
        self._watch = watch
        self._wagers = wagers
        self._wager_expander = wager_expander
        self._ante_expander = ante_expander
        self._is_line_waiting = is_line_waiting
        self._is_interrupt_waiting = is_interrupt_waiting
        self._troubles = bytearray(SEATS)
        self._flickers = bytearray(SEATS)

    def look(self, now_ms):
        """Read the sensors."""
        bits = self._wager_expander.read()
        if bits == NOT_READ:
            return
        if self._is_line_waiting():
            # The first card is out, though not heeded yet. Of what lies there now only the chips
            # of an interrupt before it count (CSP 5.6): those that the expander caught, unless
            # another one waits, which then is the one that it caught.
            bits = self._watch.bits | (bits & self._caught())
        self.take(bits, now_ms)

    def _caught(self):
        return 0 if self._is_interrupt_waiting() else self._wager_expander.caught()

    def take(self, bits, now_ms):
        """The wager sensors' bits, and the antes with them."""
        antes = self._ante_expander.read()
        if antes != NOT_READ:
            self._wagers.see_antes(antes)
        watch = self._watch
        if not watch.look(bits & (1 << self._board.settings.get(CFG_SEATS)) - 1, now_ms):
            return
        self._wagers.see_seats()
        for seat in range(SEATS):
            if watch.placed >> seat & 1:
                self._board.record(rows.EV_BET_PLACED, seat + 1)
                self._wagers.see_placed(seat)
            if watch.removed >> seat & 1:
                self._board.record(rows.EV_BET_REMOVED, seat + 1)

    def tick(self, now_ms):
        """Once a heartbeat: sensors that cannot be believed."""
        for seat in range(SEATS):
            self._look_for_trouble(seat, now_ms)

    def _look_for_trouble(self, seat, now_ms):
        trouble = self._watch.trouble(seat, now_ms)
        if trouble != self._troubles[seat]:
            self._troubles[seat] = trouble
            if trouble:
                self._board.record(rows.EV_SEAT_TROUBLE, seat + 1, trouble)
            else:
                self._board.record(rows.EV_SEAT_WELL, seat + 1)
        self._flickers[seat] = min(self._flickers[seat] + 1, 255) if trouble == FLICKERS else 0
        if self._flickers[seat] >= _FLICKER_LIMIT:
            self._board.raise_fault(rows.FAULT_SEAT_SENSOR, seat + 1)  # CSP 14.15
