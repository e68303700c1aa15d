"""The jackpot's parts on the I2C bus: each may lose its power or its wire, a fault of its own.

At the seats are two expanders: wager sensors and lamps on one, ante sensors on the other.
"""

from firmware.core.compat import const
from firmware.core.counters import I2C_ERRORS
from firmware.jackpot.rows import CFG_ANTE_SOURCE, FAULT_ANTE_SENSORS, FAULT_EXPANDER_LOST

NOT_READ = const(-1)
_UNKNOWN = const(-1)


class I2cPart:
    """`_configure` of a subclass raises OSError when the part does not answer."""

    def __init__(self, board, fault):
        self._board = board
        self._fault = fault
        board.on_present(fault, self.is_missing)

    def set_up(self):
        """At boot."""
        if self.is_missing():
            self._board.raise_fault(self._fault)

    def is_missing(self):
        """Tell whether the part cannot be configured anew."""
        try:
            self._configure()
        except OSError:
            self._board.count(I2C_ERRORS)
            return True
        return False

    def _configure(self):
        raise NotImplementedError

    def _lost(self, error):
        self._board.count(I2C_ERRORS)
        self._board.raise_fault(self._fault, error.errno or 0)


class WagerExpander(I2cPart):
    """Seven wager sensors in, seven lamps out; `chip` is the driver."""

    def __init__(self, board, chip):
        super().__init__(board, FAULT_EXPANDER_LOST)
        self._chip = chip
        self._lamps = _UNKNOWN

    def read(self):
        """A bit for each seat with a chip on its wager sensor, or NOT_READ."""
        try:
            return self._chip.read_sensors()
        except OSError as error:
            self._lost(error)
            return NOT_READ

    def caught(self):
        """The same at the interrupt before the last reading."""
        return self._chip.caught()

    def show(self, lamps):
        """Light these lamps; written only when they change."""
        try:
            if lamps != self._lamps:
                self._chip.write_lamps(lamps)
                self._lamps = lamps
        except OSError as error:
            self._lost(error)

    def tick(self):
        """Once a heartbeat: it may have died without a sound (CSP 14.15)."""
        try:
            if not self._chip.is_set_up():
                self._board.raise_fault(FAULT_EXPANDER_LOST, 1)  # it had no power for a moment
        except OSError as error:
            self._lost(error)

    def _configure(self):
        self._chip.setup()
        self._lamps = _UNKNOWN


class AnteExpander(I2cPart):
    """Seven ante sensors, at tables that have them (CSP 11.1)."""

    def __init__(self, board, chip):
        super().__init__(board, FAULT_ANTE_SENSORS)
        self._chip = chip
        self._is_set_up = False

    def set_up(self):
        if self.is_used():
            super().set_up()

    def is_used(self):
        """Else the table software tells the antes."""
        return self._board.settings.get(CFG_ANTE_SOURCE) != 0

    def read(self):
        """Seats with an ante: none of them when the sensors are lost; NOT_READ if not used."""
        if not self.is_used():
            return NOT_READ
        try:
            if not self._is_set_up:  # the setting may come after the boot
                self._configure()
            return self._chip.read_sensors()
        except OSError as error:
            self._is_set_up = False
            self._lost(error)
            return 0

    def _configure(self):
        self._chip.setup()
        self._is_set_up = True
