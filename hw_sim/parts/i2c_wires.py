"""The two lines of an I2C bus, as far as they can go wrong: a part that holds SDA low.

A part that was cut off in the middle of a byte waits for the rest of its clocks.  One that is
broken, or a short, waits for nothing.
"""

from __future__ import annotations

from hw_sim.pins import SimPin

FOREVER = 1 << 30


class I2cWires:
    """Fed by the pins when the firmware drives them itself."""

    def __init__(self, sda: SimPin, scl: SimPin) -> None:
        self._sda = sda
        self._scl = scl
        self._clocks_left = 0
        self._scl_level = 1
        self.clocks_seen = 0
        self.stops_seen = 0
        self._sda_level = 1
        sda.outside = scl.outside = 1  # the resistors on the board
        scl.watchers.append(self._scl_moved)
        sda.watchers.append(self._sda_moved)

    @property
    def is_held(self) -> bool:
        """No transfer can begin."""
        return self._clocks_left > 0

    def hang(self, clocks: int = FOREVER) -> None:
        """A part holds SDA until it has seen so many clocks."""
        self._clocks_left = clocks
        self._sda.drive(0)

    def release(self) -> None:
        """The part has lost its power, or the short is gone."""
        self._clocks_left = 0
        self._sda.drive(None)

    def _scl_moved(self, level: int) -> None:
        if level and not self._scl_level:
            self.clocks_seen += 1
            if 0 < self._clocks_left < FOREVER:
                self._clocks_left -= 1
                if not self._clocks_left:
                    self.release()
        self._scl_level = level

    def _sda_moved(self, level: int) -> None:
        if level and not self._sda_level and self._scl_level:
            self.stops_seen += 1
        self._sda_level = level
