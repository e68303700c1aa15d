"""Wiring of the box itself: lid, lid latch and supply, the same on both boards."""

from firmware.board.rows import (
    CFG_SUPPLY_WARN_MV,
    EV_LID_CLOSED,
    EV_LID_OPENED,
    EV_LID_OPENED_UNPOWERED,
    EV_POWER_FAILING,
    EV_SUPPLY_GOOD,
    EV_SUPPLY_LOW,
    FAULT_LID_OPEN,
    FAULT_LID_OPENED_UNPOWERED,
    FAULT_SUPPLY_LOW,
)
from firmware.board.self_test import SUPPLY_LEAST_MV
from firmware.board.switch_watch import SwitchWatch
from firmware.drivers.edge_input import EdgeInput
from firmware.drivers.lid_latch import LidLatch
from firmware.drivers.supply_monitor import SupplyMonitor

SRC_POWER_FAIL = 0
SRC_LID = 1
SRC_FIRST = 2  # applications number their own inputs from here


class Guard:
    """Fed the inputs below SRC_FIRST and the heartbeat; tells by events and faults."""

    def __init__(self, base, board):
        self._base = base
        self._supply = SupplyMonitor(board.ADC_SUPPLY, board.SUPPLY_FULL_SCALE_MV)
        self._is_supply_low = False
        self._latch = LidLatch(board.PIN_LID_LATCH, board.PIN_LID_LATCH_CLEAR)
        self._lid_input = EdgeInput(board.PIN_LID, SRC_LID, base.ring, base.wake.set)
        self._closed = board.ACTIVE_LID
        self._lid = SwitchWatch(self._closed)
        # the supply's own warning, some milliseconds before the end
        self._failing = board.ACTIVE_POWER_FAIL
        self._power_fail = EdgeInput(board.PIN_POWER_FAIL, SRC_POWER_FAIL, base.ring, base.wake.set)
        self.supply_mv = 0
        base.on_present(FAULT_LID_OPEN, self.is_lid_open)

    def is_lid_open(self):
        return self._lid_input.level() != self._closed

    def supply_finding(self):
        """For the self-test: 0, or the voltage that is too low to work with."""
        return 0 if self.supply_mv >= SUPPLY_LEAST_MV else self.supply_mv

    def look_at_latch(self):
        """A lid opened while power was off is recorded at the next boot (NS 1.18.2)."""
        if self._latch.is_set():
            self._base.record(EV_LID_OPENED_UNPOWERED)
            self._base.raise_fault(FAULT_LID_OPENED_UNPOWERED)
            self._latch.clear()

    def edge(self, source, level, time_ms):
        """One edge of the lid switch or of the supply's warning."""
        if source == SRC_LID:
            if self._lid.edge(level, time_ms):
                self._lid_changed()
        elif level == self._failing:
            self._base.record(EV_POWER_FAILING, self._supply.read_mv())

    def tick(self, now_ms):
        """Once a heartbeat: the supply, and a lid whose edge the bounce filter ate."""
        self._check_supply()
        if self._lid.settle(self._lid_input.level(), now_ms):
            self._lid_changed()

    def _lid_changed(self):
        if self._lid.level == self._closed:
            self._base.record(EV_LID_CLOSED, self._lid.held_ms)
        else:
            self._base.record(EV_LID_OPENED)
            self._base.raise_fault(FAULT_LID_OPEN)
        # every opening sets the latch (U8 in WIRING.md); this one had power and is recorded
        self._latch.clear()

    def _check_supply(self):
        base = self._base
        self.supply_mv = self._supply.read_mv()
        # the board may live on USB while the 12 V of lamps and motors are gone
        is_failing = self._power_fail.level() == self._failing
        is_low = is_failing or self.supply_mv < base.settings.get(CFG_SUPPLY_WARN_MV)
        if is_low != self._is_supply_low:
            self._is_supply_low = is_low
            base.record(EV_SUPPLY_LOW if is_low else EV_SUPPLY_GOOD, self.supply_mv)
            if is_low:
                base.raise_fault(FAULT_SUPPLY_LOW, self.supply_mv)
