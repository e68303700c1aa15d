"""Faults and what they make of the board: durable first, outputs safe, then everybody hears."""

from firmware.board import board_state as bs
from firmware.board.faults import FaultRegister
from firmware.core.rows import FAULT_ILLEGAL_TRANSITION


class Safety:
    """`raise_fault` is the one way to report bad hardware; the state follows the worst fault.

    `keep(faults, event, code, detail)` makes the register and the event durable together;
    `halt()` puts outputs in their safe state, `fault_raised(code, detail)` hears of each new one.
    """

    def __init__(self, rows, keep, halt, fault_raised):
        self._keep = keep
        self._halt = halt
        self._fault_raised = fault_raised
        self._presence = {}
        self.faults = FaultRegister(rows, self._keep_faults, self._make_safe, self._is_present)
        self.state = bs.BoardState(self._illegal)

    def raise_fault(self, code, detail=0):
        is_new = not self.faults.is_active(code)
        self.faults.raise_fault(code, detail)
        if is_new:
            self._fault_raised(code, detail)

    def clear_fault(self, code, role=0, person=0):
        """False when its cause is still there."""
        is_cleared = self.faults.clear(code, role, person)
        self._follow()
        return is_cleared

    def on_present(self, code, is_present):
        """Register how to see whether a fault's cause is still there."""
        self._presence[code] = is_present

    def test_done(self):
        """The self-test is over: from now on the faults decide."""
        self._act(self.state.handle(bs.BEV_TEST_DONE))
        self._follow()

    def is_stopped(self):
        """No play: not tested yet, or a fault that stops or locks."""
        return self.state.state not in (bs.ST_READY, bs.ST_WARNING)

    def is_locked(self):
        return self.state.state == bs.ST_LOCKED

    def _keep_faults(self, event, code, detail, person=0):
        return self._keep(self.faults, event, code, detail, person)

    def _make_safe(self, _code):
        if self.state.state != bs.ST_SELF_TEST:
            self._follow()

    def _follow(self):
        self._act(self.state.handle_severity(self.faults.severity()))

    def _act(self, action):
        if action == bs.ACT_HALT:
            self._halt()

    def _is_present(self, code):
        check = self._presence.get(code)
        return check() if check else False

    def _illegal(self, state, event):
        self.raise_fault(FAULT_ILLEGAL_TRANSITION, state << 8 | event)
