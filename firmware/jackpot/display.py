"""Wiring of what people see: the pool as an odometer, a win, a fault, in turn (CSP 2.4.3)."""

from firmware.core.rows import STOP
from firmware.core.ticks import ticks_diff
from firmware.jackpot import digits
from firmware.jackpot.ledger import UC
from firmware.jackpot.round_states import ST_OPEN
from firmware.jackpot.rows import CFG_WIN_SHOWN_S, EV_WIN_SHOWN

_TURN_STEPS = 8  # two seconds each


class Face:
    """Called four times a second with the display's image."""

    def __init__(self, base, jackpot):
        self._base = base
        self._jackpot = jackpot
        self._turn = 0
        self._win_uc = 0
        self._win_ms = 0
        self._is_win_seen = True

    def put(self, image, step, now_ms):
        """Put into the image what is to be seen now."""
        if step == 0:
            self._turn += 1
        jackpot = self._jackpot
        is_known = jackpot.link is None or jackpot.link.is_up  # else only its holder knows the pool
        cents = jackpot.odometer.step(jackpot.pool_uc()) if is_known else 0
        self._look_for_win(now_ms)
        fault = self._fault()
        if fault and self._turn & 1:
            digits.put_fault(image, fault)
        elif self._win_uc and (self._turn & 1) == 0:
            digits.put_amount(image, self._win_uc // UC)
        elif is_known:
            digits.put_amount(image, cents)
        else:
            digits.put_dashes(image)

    def seen(self, now_ms):
        """The display's memory was read back right: a new win has been shown (within 30 s)."""
        if not self._is_win_seen and (self._turn & 1) == 0:
            self._is_win_seen = True
            self._base.record(
                EV_WIN_SHOWN,
                self._jackpot.book.number,
                self._win_uc,
                ticks_diff(now_ms, self._win_ms),
            )

    def _look_for_win(self, now_ms):
        """A win stays until its time is over and the next round is open."""
        jackpot = self._jackpot
        if jackpot.win_uc and jackpot.win_uc != self._win_uc:
            self._win_uc = jackpot.win_uc
            self._win_ms = now_ms
            self._is_win_seen = False
            self._turn = 0  # it is shown at once
        elif self._win_uc:
            limit_ms = self._base.settings.get(CFG_WIN_SHOWN_S) * 1000
            is_over = jackpot.book.state == ST_OPEN or not jackpot.win_uc
            if is_over and ticks_diff(now_ms, self._win_ms) > limit_ms:
                self._win_uc = 0

    def _fault(self):
        """The fault that people must see, 0 if none stops wagers."""
        faults = self._base.faults
        link = self._jackpot.link
        if faults.count and (faults.severity() >= STOP or (link and not link.is_up)):
            return faults.worst()
        return 0
