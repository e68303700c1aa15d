"""The pair of line cameras on the simulator: frames over the sim bus, same calls as the driver."""

import simbus

from hw_sim import bus_ops

LINES = 96
PIXELS = 128
RED_LINES = 24
_LINE_US = 2  # unpacking, per line


class LineCamera:
    """`hw_sim.parts.line_camera` is where faults are put in."""

    def __init__(self):
        self.green = (bytearray(LINES * PIXELS), bytearray(LINES * PIXELS))
        self.red = (bytearray(RED_LINES * PIXELS), bytearray(RED_LINES * PIXELS))
        self.lines = 0
        self.red_lines = 0

    def take(self):
        """The card has gone: its lines into `green` and `red`, and ready for the next one."""
        counts = simbus.call(bus_ops.CAMERA_TAKE, 0, 0)
        self.lines = counts & 0xFF
        self.red_lines = counts >> 8
        if self.lines:
            for camera in (0, 1):
                simbus.call(bus_ops.CAMERA_FRAME, camera, 0, None, 0, self.green[camera])
                simbus.call(bus_ops.CAMERA_FRAME, 2 + camera, 0, None, 0, self.red[camera])
            simbus.spend_us(self.lines * _LINE_US)
        return self.lines
