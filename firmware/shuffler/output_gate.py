"""The output gate: opens for a verified packet of a shuffled pack, and in no bad state.

Owns the lock.  `facts` answers what the rest of the board knows: is_stopped(), is_lid_open().
An override takes two roles (link) and is recorded before the gate opens (STANDARDS 8).
"""

from firmware.core.compat import const
from firmware.shuffler.rows import EV_GATE_OPENED

WHY_OPEN_PACKET = const(1)
WHY_OPEN_OVERRIDE = const(2)


class OutputGate:
    """`set_lock(1)` opens; without power the gate is locked."""

    def __init__(self, set_lock, facts, record):
        self._set_lock = set_lock
        self._facts = facts
        self._record = record
        self.is_open = False

    def is_stopped(self):
        return self._facts.is_stopped()

    def offer(self, is_dealable, is_as_planned):
        """Open for a packet; False, and locked, when anything at all is wrong."""
        facts = self._facts
        if not is_dealable or not is_as_planned or facts.is_stopped() or facts.is_lid_open():
            self.lock()
            return False
        self._open(WHY_OPEN_PACKET)
        return True

    def override(self):
        """Two roles said so, and the event is recorded."""
        self._open(WHY_OPEN_OVERRIDE)

    def lock(self):
        if self.is_open:
            self.is_open = False
            self._set_lock(0)

    def _open(self, why):
        self._record(EV_GATE_OPENED, why)
        self.is_open = True
        self._set_lock(1)
