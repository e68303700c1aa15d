"""The pair of line cameras on the simulator: frames over the sim bus, same calls as the driver."""

from array import array

import simbus

from firmware.drivers.line_unpack import LINES_END, LINES_SKIPPED, LINES_START, RAW_BYTES
from hw_sim import bus_ops

LINES = 96
PIXELS = 128
RED_LINES = 24
_LINE_US = 20  # finding the card's end and unpacking, per line


class LineCamera:
    """`hw_sim.parts.line_camera` is where faults are put in."""

    def __init__(self):
        self.green = (bytearray(LINES * PIXELS), bytearray(LINES * PIXELS))
        self.red = (bytearray(RED_LINES * PIXELS), bytearray(RED_LINES * PIXELS))
        self._frames = self.green + self.red
        self.lines = bytearray(2)  # of camera A, of camera B
        # unused here, but the driver has them, so the heap must have room for them
        self._raw = bytearray(RAW_BYTES)
        self._words = array("I", bytes(4 * (LINES_START + LINES_SKIPPED + LINES_END + 2)))

    def watch(self, way):
        """The simulated cameras see both ways."""

    def take(self):
        """The card has gone: its lines into `green` and `red`, and ready for the next one."""
        counts = simbus.call(bus_ops.LINES_TAKE, 0, 0, None, 0, self._frames)
        for camera in (0, 1):
            self.lines[camera] = lines = counts >> 8 * camera & 0xFF
            if lines:
                simbus.spend_us(lines * _LINE_US)
        return self.lines[0]
