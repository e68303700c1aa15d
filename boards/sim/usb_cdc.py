"""The USB serial port on the simulator: a stream of the sim bus, same calls as the driver."""

import charging
import simbus
from machine import UART

from hw_sim import bus_ops


class UsbCdc:
    def __init__(self):
        self.stream = UART(bus_ops.STREAM_USB, 0)

    def read_more(self, buf):
        n = self.stream.readinto(buf) or 0
        simbus.burn_us(n * charging.US["usb_byte"])
        return n

    def write(self, buf, n):
        self.stream.write(buf, n)

    def take_dropped(self):
        return 0
