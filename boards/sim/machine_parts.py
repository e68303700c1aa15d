"""What PIO does for the shuffler on the chip, over the sim bus: steps, card seen."""

import struct

import simbus

from firmware.shuffler.eyes import OneLook
from hw_sim import bus_ops


class StepGenerator:
    """Same calls as the driver; `hw_sim.world.drum` turns."""

    def __init__(self, on_done):
        simbus.irq_table[bus_ops.IRQ_STEPPER] = lambda _detail: on_done()
        self._speeds = bytearray(8)

    def move(self, steps, top, acceleration):
        struct.pack_into("<II", self._speeds, 0, top, acceleration)
        simbus.post_bytes(bus_ops.STEPPER_MOVE, 0, steps, self._speeds, 8)

    def count(self):
        return simbus.call(bus_ops.STEPPER_READ, 0, 0)

    def release(self):
        self.move(0, 0, 0)


class IdentityReader(OneLook):
    """Card by card what a perfect reader would say, without pictures: for long campaigns."""

    def sense(self):
        pass

    def read_pass(self, _length_um):
        """Code | back << 8 of the oldest card not yet taken, or -1."""
        return simbus.call(bus_ops.CARD_TAKE, 0, 0)
