"""The box itself: lid, lid latch and supply, the same on both boards."""

from firmware.board import rows
from firmware.board.self_test import SUPPLY_LEAST_MV
from firmware.board.switch_watch import SwitchWatch
from firmware.drivers.edge_input import EdgeInput
from firmware.drivers.lid_latch import LidLatch
from firmware.drivers.supply_monitor import SupplyMonitor

SRC_POWER_FAIL = 0
SRC_LID = 1
SRC_BUTTON_A = 2
SRC_FIRST = 4  # rooms number their own inputs from here


class Guard:
    """Fed its inputs and the heartbeat; tells by events and faults."""

    def __init__(self, board, pins):
        self._board = board
        self._supply = SupplyMonitor(pins.ADC_SUPPLY, pins.SUPPLY_FULL_SCALE_MV)
        self._is_supply_low = False
        self._latch = LidLatch(pins.PIN_LID_LATCH, pins.PIN_LID_LATCH_CLEAR)
        ring, wake = board.ring, board.wake.set
        self._lid_input = EdgeInput(pins.PIN_LID, SRC_LID, ring, wake)
        self._closed = pins.ACTIVE_LID
        self._lid = SwitchWatch(self._closed)
        # the supply's own warning, some milliseconds before the end
        self._failing = pins.ACTIVE_POWER_FAIL
        self._power_fail = EdgeInput(pins.PIN_POWER_FAIL, SRC_POWER_FAIL, ring, wake)
        self.supply_mv = 0  # as told: measured while nothing moved
        board.on_present(rows.FAULT_LID_OPEN, self.is_lid_open)

    def is_lid_open(self):
        return self._lid_input.level() != self._closed

    def supply_shortage(self):
        """For the self-test: 0, or the voltage that is too low to work with."""
        return 0 if self.supply_mv >= SUPPLY_LEAST_MV else self.supply_mv

    def look_at_latch(self, had_power):
        """A lid opened while power was off is recorded at the next boot (NS 1.18.2).

        An open lid holds the latch: after a restart with power it tells nothing new.
        """
        if self._latch.is_set() and not (had_power and self.is_lid_open()):
            self._board.record(rows.EV_LID_OPENED_UNPOWERED)
            self._board.raise_fault(rows.FAULT_LID_OPENED_UNPOWERED)
            self._latch.clear()

    def edge(self, source, level, time_ms):
        """One edge of the lid switch or of the supply's warning."""
        if source == SRC_LID:
            if self._lid.edge(level, time_ms):
                self._lid_changed()
        elif level == self._failing:
            self._board.record(rows.EV_POWER_FAILING, self._supply.read_mv())

    def tick(self, now_ms):
        """Once a heartbeat: the supply, and a lid whose edge the bounce filter ate."""
        self._check_supply()
        if self._lid.settle(self._lid_input.level(), now_ms):
            self._lid_changed()

    def _lid_changed(self):
        if self._lid.level == self._closed:
            self._board.record(rows.EV_LID_CLOSED, self._lid.held_ms)
        else:
            self._board.record(rows.EV_LID_OPENED)
            self._board.raise_fault(rows.FAULT_LID_OPEN)
        # every opening sets the latch (U8 in WIRING.md); this one had power and is recorded
        self._latch.clear()

    def _check_supply(self):
        board = self._board
        supply_mv = self._supply.read_mv()
        if not board.is_moving():
            self.supply_mv = supply_mv  # a motor's load would tell how far it turns
        # the board may live on USB while the 12 V of lamps and motors are gone
        is_failing = self._power_fail.level() == self._failing
        is_low = is_failing or supply_mv < board.settings.get(rows.CFG_SUPPLY_WARN_MV)
        if is_low != self._is_supply_low:
            self._is_supply_low = is_low
            board.record(rows.EV_SUPPLY_LOW if is_low else rows.EV_SUPPLY_GOOD, supply_mv)
            if is_low:
                board.raise_fault(rows.FAULT_SUPPLY_LOW, supply_mv)
