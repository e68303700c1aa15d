"""The key switches of supervisor and inspector: who stood at the table."""

from firmware.board.rows import EV_KEY_TURNED
from firmware.board.switch_watch import SwitchWatch
from firmware.drivers.edge_input import EdgeInput


class KeySwitches:
    """Their inputs, numbered from `first` on; every turn is an event."""

    def __init__(self, board, pins, first):
        self._record = board.record
        self._first = first
        self._inputs = []
        self._switches = []
        for number, pin in enumerate((pins.PIN_KEY_SUPERVISOR, pins.PIN_KEY_INSPECTOR)):
            self._inputs.append(EdgeInput(pin, first + number, board.ring, board.wake.set))
            self._switches.append(SwitchWatch(1 - pins.ACTIVE_SWITCHES))

    def edge(self, source, level, time_ms):
        key = source - self._first
        if self._switches[key].edge(level, time_ms):
            self._record(EV_KEY_TURNED, key, level)
