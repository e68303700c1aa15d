"""The simulated meter board: pins of the real one, USB over the sim bus."""

from boards.meter_pico.board import *


def usb_port():
    from boards.sim.usb_cdc import UsbCdc

    return UsbCdc()
