"""Edges from the interrupts to whoever they concern, in the order in which they came."""

from firmware.board.guard import SRC_LID
from firmware.board.rows import FAULT_INPUT_OVERRUN
from firmware.core import counters


class Inputs:
    """`drain` after an interrupt, `beat` once a heartbeat; is_calm() says that nobody is there."""

    def __init__(self, ring, count, raise_fault):
        self._ring = ring
        self._count = count
        self._raise_fault = raise_fault
        self._is_touched = False  # an input has changed since the last heartbeat
        self._was_touched = False  # and in the one before

    def drain(self, guard, rooms):
        """The box's own edges to the guard, all others to the rooms."""
        ring = self._ring
        while ring.take():
            self._is_touched = True
            taker = guard if ring.source <= SRC_LID else rooms
            taker.edge(ring.source, ring.level, ring.time_ms)
        dropped = ring.take_dropped()
        if dropped:
            self._count(counters.INPUT_DROPS, dropped)
            self._raise_fault(FAULT_INPUT_OVERRUN, dropped)

    def beat(self):
        self._was_touched = self._is_touched
        self._is_touched = False

    def is_calm(self):
        """No edge for at least a heartbeat."""
        return not self._is_touched and not self._was_touched
