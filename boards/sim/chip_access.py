"""Where drivers reach into the chip past `machine` and `rp2`: the same over the sim bus."""

import simbus
from machine import mem32

from hw_sim import bus_ops

_SM0_ADDR = 0xD4


class LiveWord:
    """The word that DMA keeps in memory; only the program that follows the encoder has one."""

    def __init__(self, machine, request, count):
        self.value = simbus.roller_count


def stop_between(pio_at, last_resting):
    """What drivers/line_hold.py does in machine code."""
    if mem32[pio_at + _SM0_ADDR] > last_resting:
        return 0
    simbus.post(bus_ops.SM_ACTIVE, 0, 0)
    return 1


def put_into(chip):
    chip.LiveWord = LiveWord
    chip.stop_between = stop_between
