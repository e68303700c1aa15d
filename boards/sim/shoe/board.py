"""The simulated shoe board: pins of the real one, USB over the sim bus."""

from boards.shoe_pico2.board import *


def usb_port():
    from boards.sim.usb_cdc import UsbCdc

    return UsbCdc()
