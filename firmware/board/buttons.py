"""The two buttons that every board has."""

from firmware.board.guard import SRC_BUTTON_A
from firmware.board.rows import EV_BUTTON_PRESSED
from firmware.board.switch_watch import SwitchWatch
from firmware.drivers.edge_input import EdgeInput

BUTTON_A = 0
BUTTON_B = 1
NO_BUTTON = -1


class Buttons:
    """Their inputs; a room that wants to know which one was pressed hands their edges on."""

    def __init__(self, board, pins):
        self._record = board.record
        self._at_rest = 1 - pins.ACTIVE_SWITCHES
        self._inputs = []
        for number, pin in enumerate((pins.PIN_BUTTON_A, pins.PIN_BUTTON_B)):
            self._inputs.append(EdgeInput(pin, SRC_BUTTON_A + number, board.ring, board.wake.set))
        self._switches = (SwitchWatch(self._at_rest), SwitchWatch(self._at_rest))

    def edge(self, source, level, time_ms):
        """One edge of an input; gives the button that was pressed, or NO_BUTTON."""
        button = source - SRC_BUTTON_A
        if not BUTTON_A <= button <= BUTTON_B:
            return NO_BUTTON
        if not self._switches[button].edge(level, time_ms) or level == self._at_rest:
            return NO_BUTTON
        self._record(EV_BUTTON_PRESSED, button)
        return button
