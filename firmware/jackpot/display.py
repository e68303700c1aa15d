"""What people see on the display: the pool as an odometer, a win, a fault, in turn (CSP 2.4.3)."""

from firmware.core.rows import STOP
from firmware.core.ticks import ticks_diff
from firmware.jackpot import digits, rows
from firmware.jackpot.ledger import UC
from firmware.jackpot.odometer import Odometer
from firmware.jackpot.parts import I2cPart
from firmware.jackpot.round_states import ST_OPEN


class Display(I2cPart):
    """Shown four times a second; `chip` is the driver."""

    def __init__(self, board, book, linked, chip):
        super().__init__(board, rows.FAULT_DISPLAY_LOST)
        self._book = book
        self._linked = linked
        self._chip = chip
        self._odometer = Odometer()
        self._turn = 0  # of two seconds: pool or fault in the odd ones, pool or win in the even
        self._win_uc = 0
        self._book_win_uc = 0
        self._win_ms = 0
        self._is_win_seen = True

    @property
    def shown_cents(self):
        """The pool as people see it."""
        return self._odometer.shown_cents

    def show(self, step, now_ms):
        """What is to be seen now."""
        try:
            self._put(self._chip.image, step, now_ms)
            self._chip.show()
        except OSError as error:
            self._lost(error)

    def tick(self, now_ms):
        """Once a heartbeat: it may have died without a sound (CSP 14.15)."""
        try:
            if self._chip.is_showing():
                self._was_seen(now_ms)
            else:
                self._board.raise_fault(rows.FAULT_DISPLAY_LOST, 1)
        except OSError as error:
            self._lost(error)

    def _configure(self):
        self._chip.setup(self._board.settings.get(rows.CFG_LAMP_BRIGHTNESS))
        if not self._chip.test_segments():
            raise OSError(1)

    def _put(self, image, step, now_ms):
        if step == 0:
            self._turn += 1
        is_known = self._linked.is_up  # else only its holder knows the pool
        cents = self._odometer.step(self._linked.pool_uc) if is_known else 0
        self._look_for_win(now_ms)
        fault = self._fault_to_show(is_known)
        if fault and self._turn & 1:
            digits.put_fault(image, fault)
        elif self._win_uc and (self._turn & 1) == 0:
            digits.put_amount(image, self._win_uc // UC)
        elif is_known:
            digits.put_amount(image, cents)
        else:
            digits.put_dashes(image)

    def _fault_to_show(self, is_known):
        """The fault that people must see, 0 if none stops wagers."""
        faults = self._board.faults
        if faults.count and (faults.severity() >= STOP or not is_known):
            return faults.worst()
        return 0

    def _was_seen(self, now_ms):
        """The display's memory was read back right: a new win has been shown (within 30 s)."""
        if not self._is_win_seen and (self._turn & 1) == 0:
            self._is_win_seen = True
            shown_ms = ticks_diff(now_ms, self._win_ms)
            self._board.record(rows.EV_WIN_SHOWN, self._book.number, self._win_uc, shown_ms)

    def _look_for_win(self, now_ms):
        """A win stays until its time is over and the next round is open."""
        win_uc = self._book.win_uc
        is_new = win_uc != self._book_win_uc  # the book keeps a win longer than it is shown
        self._book_win_uc = win_uc
        if win_uc and is_new:
            self._win_uc = win_uc
            self._win_ms = now_ms
            self._is_win_seen = False
            self._turn = 0  # it is shown at once
        elif self._win_uc:
            limit_ms = self._board.settings.get(rows.CFG_WIN_SHOWN_S) * 1000
            is_over = self._book.state == ST_OPEN or not win_uc
            if is_over and ticks_diff(now_ms, self._win_ms) > limit_ms:
                self._win_uc = 0
