"""Makes pins outputs of a PIO block, by an instruction that a state machine is handed.

MicroPython 1.26 and the SDK below it each take the block's first pin off when a program is set up:
with a `gpio_base` of 16 no pin becomes an output by itself (docs/chip.md, D20).
"""

from machine import mem32

from firmware.core.compat import const

_SM_BYTES = const(0x18)
_INSTR = const(0xD8)  # of state machine 0
_PINCTRL = const(0xDC)
_COUNT_BIT = const(26)  # of SET, in PINCTRL
_FIRST_BIT = const(5)
_ALL_OUT = const(0xE09F)  # set(pindirs, 31)


def make_outputs(pio_at, machine, first, count):
    """Up to five pins, `first` counted from the block's base; before the machine is set up."""
    at = pio_at + machine * _SM_BYTES
    mem32[at + _PINCTRL] = count << _COUNT_BIT | first << _FIRST_BIT
    mem32[at + _INSTR] = _ALL_OUT
