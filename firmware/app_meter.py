"""The meter board: wiring from the seats' sensors to lamps, display and journal."""

import board as pins

from firmware import tables_meter as tables
from firmware.app_common import Board
from firmware.app_guard import SRC_FIRST
from firmware.core.event_table import (
    EV_BET_PLACED,
    EV_BET_REMOVED,
    EV_BUTTON_PRESSED,
    EV_KEY_TURNED,
    EV_NO_MORE_BETS,
)
from firmware.core.fault_table import FAULT_DISPLAY_LOST, FAULT_EXPANDER_LOST
from firmware.core.health import I2C_ERRORS
from firmware.core.settings_table import CFG_LAMP_BRIGHTNESS, CFG_SEATS
from firmware.drivers.edge_input import EdgeInput
from firmware.drivers.ht16k33 import Ht16k33
from firmware.drivers.mcp23017 import Mcp23017
from firmware.sense.bet_watch import BetWatch
from firmware.sense.switch_watch import SwitchWatch

_SRC_EXPANDER = SRC_FIRST
_SRC_BUTTON_A = SRC_FIRST + 1
_SRC_BUTTON_B = SRC_FIRST + 2
_SRC_KEY_SUPERVISOR = SRC_FIRST + 3
_SRC_KEY_INSPECTOR = SRC_FIRST + 4
_SRC_NO_MORE_BETS = SRC_FIRST + 5
_PRESSED = 0


class MeterApp:
    """Bet sensors → seats → lamps and journal; keys, lid and the shoe's line beside it."""

    def __init__(self):
        base = self.base = Board(pins, tables)
        self._expander = Mcp23017(base.i2c, pins.MCP23017_ADDRESS)
        self._display = Ht16k33(base.i2c, pins.HT16K33_ADDRESS)
        self._bets = BetWatch()
        ring, wake = base.ring, base.wake.set
        self._inputs = (
            EdgeInput(pins.PIN_MCP_INT, _SRC_EXPANDER, ring, wake),
            EdgeInput(pins.PIN_BUTTON_A, _SRC_BUTTON_A, ring, wake),
            EdgeInput(pins.PIN_BUTTON_B, _SRC_BUTTON_B, ring, wake),
            EdgeInput(pins.PIN_KEY_SUPERVISOR, _SRC_KEY_SUPERVISOR, ring, wake),
            EdgeInput(pins.PIN_KEY_INSPECTOR, _SRC_KEY_INSPECTOR, ring, wake),
            EdgeInput(pins.PIN_NO_MORE_BETS, _SRC_NO_MORE_BETS, ring, wake, -1),
        )
        self._switches = tuple([SwitchWatch(1) for _ in range(4)])
        base.on_present(FAULT_EXPANDER_LOST, lambda: not self._set_up(self._expander.setup))
        base.on_present(FAULT_DISPLAY_LOST, lambda: not self._set_up(self._set_up_display))

    def watch(self, source, level, time_ms):
        """One edge from an input."""
        base = self.base
        if source == _SRC_EXPANDER:
            if level == 0:
                self._look_at_bets()
        elif source == _SRC_NO_MORE_BETS:
            base.record(EV_NO_MORE_BETS, level)
        elif self._switches[source - _SRC_BUTTON_A].edge(level, time_ms):
            if source >= _SRC_KEY_SUPERVISOR:
                base.record(EV_KEY_TURNED, source - _SRC_KEY_SUPERVISOR, level)
            elif level == _PRESSED:
                base.record(EV_BUTTON_PRESSED, source - _SRC_BUTTON_A)

    def tick(self, now_ms):
        """Once a heartbeat: looks at everything that may have died without a sound (CSP 14.15)."""
        self._look_at_bets()
        try:
            if not self._display.is_showing():
                self.base.raise_fault(FAULT_DISPLAY_LOST, 1)
        except OSError as error:
            self._part_lost(FAULT_DISPLAY_LOST, error)

    def set_up_parts(self):
        """Both parts answer and are configured; 0, or which one did not."""
        if not self._set_up(self._expander.setup):
            self.base.raise_fault(FAULT_EXPANDER_LOST)
        if not self._set_up(self._set_up_display):
            self.base.raise_fault(FAULT_DISPLAY_LOST)

    def _set_up_display(self):
        self._display.setup(self.base.settings.get(CFG_LAMP_BRIGHTNESS))

    def _set_up(self, setup):
        try:
            setup()
        except OSError:
            self.base.health.count(I2C_ERRORS)
            return False
        return True

    def _look_at_bets(self):
        try:
            bits = self._expander.read_sensors() & ((1 << self.base.settings.get(CFG_SEATS)) - 1)
            if self._bets.look(bits):
                self._expander.write_lamps(bits)
                self._tell_bets()
        except OSError as error:
            self._part_lost(FAULT_EXPANDER_LOST, error)

    def _tell_bets(self):
        for seat in range(1, 8):
            if self._bets.placed >> (seat - 1) & 1:
                self.base.record(EV_BET_PLACED, seat)
            if self._bets.removed >> (seat - 1) & 1:
                self.base.record(EV_BET_REMOVED, seat)

    def _part_lost(self, fault, error):
        self.base.health.count(I2C_ERRORS)
        self.base.raise_fault(fault, error.errno or 0)


def main():
    app = MeterApp()

    def set_up_and_test(base):
        app.set_up_parts()
        return base.run_self_test()

    app.base.run(set_up_and_test, app.watch, app.tick)
