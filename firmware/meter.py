"""The meter board: wiring from the seats' sensors to jackpot, lamps, display and journal."""

import asyncio
from time import ticks_ms

import board as pins

from firmware import meter_rows as tables
from firmware.board.board import Board
from firmware.board.guard import SRC_FIRST
from firmware.board.rooms import Rooms
from firmware.board.rows import EV_KEY_TURNED, EV_NO_MORE_BETS
from firmware.board.switch_watch import SwitchWatch
from firmware.core.counters import I2C_ERRORS
from firmware.drivers.edge_input import EdgeInput
from firmware.drivers.ht16k33 import Ht16k33
from firmware.drivers.mcp23017 import Mcp23017
from firmware.jackpot.display import Face
from firmware.jackpot.linked.holder_wire import HolderWire
from firmware.jackpot.linked.member_wire import MemberWire
from firmware.jackpot.room import Jackpot, refresh
from firmware.jackpot.rows import (
    CFG_ANTE_SOURCE,
    CFG_LAMP_BRIGHTNESS,
    CFG_LINK_ROLE,
    FAULT_ANTE_SENSORS,
    FAULT_DISPLAY_LOST,
    FAULT_EXPANDER_LOST,
    LINK_HOLDER,
    LINK_MEMBER,
)

_SRC_EXPANDER = SRC_FIRST
_SRC_KEY_SUPERVISOR = SRC_FIRST + 1
_SRC_KEY_INSPECTOR = SRC_FIRST + 2
_SRC_NO_MORE_BETS = SRC_FIRST + 3
_AT_REST = 1 - pins.ACTIVE_SWITCHES


class Meter(Rooms):
    """Wager sensors → jackpot → lamps and display; keys, lid and the shoe's line beside it."""

    def __init__(self):
        base = self.board = Board(pins, tables)
        self._expander = Mcp23017(base.i2c, pins.MCP23017_ADDRESS, pins.ACTIVE_BET_SENSORS)
        self._ante_expander = Mcp23017(
            base.i2c, pins.MCP23017_ANTE_ADDRESS, pins.ACTIVE_ANTE_SENSORS
        )
        self._display = Ht16k33(base.i2c, pins.HT16K33_ADDRESS)
        self._lamps = -1
        self._are_antes_set_up = False
        self._refresh = None
        self._link = None
        ring, wake = base.ring, base.wake.set
        self._line = EdgeInput(pins.PIN_NO_MORE_BETS, _SRC_NO_MORE_BETS, ring, wake)
        self._inputs = (
            EdgeInput(pins.PIN_MCP_INT, _SRC_EXPANDER, ring, wake),
            EdgeInput(pins.PIN_KEY_SUPERVISOR, _SRC_KEY_SUPERVISOR, ring, wake),
            EdgeInput(pins.PIN_KEY_INSPECTOR, _SRC_KEY_INSPECTOR, ring, wake),
        )
        self._keys = tuple([SwitchWatch(_AT_REST) for _ in range(2)])
        self.jackpot = Jackpot(base, self._read_antes)
        self.face = Face(base, self.jackpot)
        base.on_present(FAULT_EXPANDER_LOST, lambda: not self._set_up(self._expander.setup))
        base.on_present(FAULT_DISPLAY_LOST, lambda: not self._set_up(self._set_up_display))
        base.on_present(FAULT_ANTE_SENSORS, lambda: not self._set_up(self._set_up_antes))

    def edge(self, source, level, time_ms):
        base = self.board
        if source == _SRC_EXPANDER:
            if level == pins.ACTIVE_MCP_INT:
                self._look_at_bets(time_ms)
        elif source == _SRC_NO_MORE_BETS:
            is_on = level == pins.ACTIVE_NO_MORE_BETS
            base.record(EV_NO_MORE_BETS, is_on)
            self._look_at_bets(time_ms)  # what lies there before the freeze counts
            self.jackpot.line(is_on, time_ms)
        elif source < SRC_FIRST:
            base.buttons.edge(source, level, time_ms)
        elif self._keys[source - _SRC_KEY_SUPERVISOR].edge(level, time_ms):
            base.record(EV_KEY_TURNED, source - _SRC_KEY_SUPERVISOR, level)

    def tick(self, now_ms):
        """Once a heartbeat: looks at everything that may have died without a sound (CSP 14.15)."""
        self.jackpot.tick(now_ms)
        if self._link:
            self._link.tick(now_ms)
        try:
            if not self._expander.is_set_up():
                self.board.raise_fault(FAULT_EXPANDER_LOST, 1)  # it had no power for a moment
        except OSError as error:
            self._part_lost(FAULT_EXPANDER_LOST, error)
        try:
            if not self._display.is_showing():
                self.board.raise_fault(FAULT_DISPLAY_LOST, 1)
            else:
                self.face.seen(now_ms)
        except OSError as error:
            self._part_lost(FAULT_DISPLAY_LOST, error)

    def show(self, step, now_ms):
        """Every quarter of a second: sensors, lamps and display."""
        self._look_at_bets(now_ms)
        lamps = self.jackpot.lamps(step)
        try:
            if lamps != self._lamps:
                self._expander.write_lamps(lamps)
                self._lamps = lamps
        except OSError as error:
            self._part_lost(FAULT_EXPANDER_LOST, error)
        try:
            self.face.put(self._display.image, step, now_ms)
            self._display.show()
        except OSError as error:
            self._part_lost(FAULT_DISPLAY_LOST, error)

    def set_up(self):
        """Parts answer and are configured, then the books are opened."""
        if not self._set_up(self._expander.setup):
            self.board.raise_fault(FAULT_EXPANDER_LOST)
        if not self._set_up(self._set_up_display):
            self.board.raise_fault(FAULT_DISPLAY_LOST)
        if self.board.settings.get(CFG_ANTE_SOURCE) and not self._set_up(self._set_up_antes):
            self.board.raise_fault(FAULT_ANTE_SENSORS)
        self.jackpot.start(self._line.level() == pins.ACTIVE_NO_MORE_BETS)
        self._set_up_link()
        self.show(0, ticks_ms())  # what lies there now was placed before this boot
        self._refresh = asyncio.create_task(refresh(self.show))

    def change_setting(self, setting, value):
        return self.jackpot.change_setting(setting, value)

    def _set_up_link(self):
        """What part this board plays among linked tables, if any."""
        role = self.board.settings.get(CFG_LINK_ROLE)
        if role == LINK_MEMBER:
            self._link = self.jackpot.link = MemberWire(self.jackpot)
        elif role == LINK_HOLDER:
            self._link = HolderWire(self.jackpot)
            self._link.start()

    def _set_up_display(self):
        self._display.setup(self.board.settings.get(CFG_LAMP_BRIGHTNESS))
        if not self._display.test_segments():
            raise OSError(1)

    def _set_up(self, setup):
        try:
            setup()
        except OSError:
            self.board.count(I2C_ERRORS)
            return False
        self._lamps = -1
        return True

    def _look_at_bets(self, now_ms):
        try:
            self.jackpot.look(self._expander.read_sensors(), now_ms)
        except OSError as error:
            self._part_lost(FAULT_EXPANDER_LOST, error)

    def _read_antes(self):
        """Seats with an ante by their own sensors; -1 when the table software tells them."""
        if not self.board.settings.get(CFG_ANTE_SOURCE):
            return -1
        try:
            if not self._are_antes_set_up:  # the setting may come after the boot
                self._set_up_antes()
            return self._ante_expander.read_sensors()
        except OSError as error:
            self._are_antes_set_up = False
            self._part_lost(FAULT_ANTE_SENSORS, error)
            return 0

    def _set_up_antes(self):
        self._ante_expander.setup()
        self._are_antes_set_up = True

    def _part_lost(self, fault, error):
        self.board.count(I2C_ERRORS)
        self.board.raise_fault(fault, error.errno or 0)


def main():
    meter = Meter()
    meter.board.run(meter)
