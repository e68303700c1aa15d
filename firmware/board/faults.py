"""Active faults: sticky until somebody clears them, and never without an event."""

from array import array

from firmware.board.rows import EV_FAULT_CLEARED, EV_FAULT_RAISED

_NOT_ACTIVE = 0  # event numbers start at 1
_UNRECORDED = 0xFFFFFFFF  # active, but the journal could not take its event


class FaultRegister:
    """Knows which faults are active; `raise_fault` is the one way in.

    `table` holds the board's rows; `keep(event, a, b, c)` makes the change durable and records its
    event; `make_safe(code)` puts outputs in their safe state; `is_present(code)` says whether the
    cause is still there.
    """

    def __init__(self, table, keep, make_safe, is_present):
        self._codes = array("H", (row[0] for row in table))  # the rows may be forgotten
        self._severities = bytes([row[2] for row in table])
        self._roles = bytes([row[3] for row in table])
        self._keep = keep
        self._make_safe = make_safe
        self._is_present = is_present
        self._event_number = array("I", (0 for _ in table))
        self._detail = array("i", (0 for _ in table))
        self.count = 0

    def raise_fault(self, code, detail=0):
        """Journal first, outputs safe, then the link reports it; a known fault stays as it is."""
        row = self._row(code)
        if self._event_number[row] != _NOT_ACTIVE:
            return
        self._event_number[row] = _UNRECORDED
        self._detail[row] = detail
        self.count += 1
        self._event_number[row] = self._keep(EV_FAULT_RAISED, code, detail) or _UNRECORDED
        self._make_safe(code)

    def restore(self, code, detail, event_number):
        """A fault from before the last power cycle is still there; no second event."""
        row = self._row(code)
        if self._event_number[row] == _NOT_ACTIVE:
            self._event_number[row] = event_number
            self._detail[row] = detail
            self.count += 1
            self._make_safe(code)

    def clear(self, code, role, person=0):
        """True when the fault is gone; False when it was not active or its cause remains."""
        row = self._row(code)
        if self._event_number[row] == _NOT_ACTIVE or self._is_present(code):
            return False
        self._event_number[row] = _NOT_ACTIVE
        self.count -= 1
        self._keep(EV_FAULT_CLEARED, code, role, person)
        return True

    def is_known(self, code):
        return any(known == code for known in self._codes)

    def may_clear(self, code, role):
        return self._roles[self._row(code)] & role != 0

    def is_active(self, code):
        return self._event_number[self._row(code)] != _NOT_ACTIVE

    def severity(self):
        """The worst severity of the active faults; -1 when there is none."""
        worst = -1
        for row in range(len(self._codes)):
            if self._event_number[row] and self._severities[row] > worst:
                worst = self._severities[row]
        return worst

    def worst(self):
        """Code of the worst active fault, the first in table order; 0 when there is none."""
        severity = self.severity()
        for row in range(len(self._codes)):
            if self._event_number[row] and self._severities[row] == severity:
                return self._codes[row]
        return 0

    def next_active(self, row):
        """The first row from `row` on whose fault is active, or -1: to list them all."""
        while row < len(self._codes):
            if self._event_number[row]:
                return row
            row += 1
        return -1

    def code_at(self, row):
        return self._codes[row]

    def detail_at(self, row):
        return self._detail[row]

    def event_at(self, row):
        return self._event_number[row]

    def _row(self, code):
        for row in range(len(self._codes)):
            if self._codes[row] == code:
                return row
        raise ValueError("unknown fault %d" % code)
