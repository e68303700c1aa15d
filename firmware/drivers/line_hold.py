"""Stops the cameras' state machine between two lines, in machine code: look and stop in 0.1 µs.

A slower hand would sometimes stop it with a lamp lit, and that line would be too bright; so it is
by about 1 %.  When the roller's step for the next line has come already, it is not kept longer:
delays that add up would become a line.
"""

from firmware.core.viper_twin import micropython, ptr32


@micropython.viper
def stop_between(pio_at: int, last_resting: int) -> int:
    """State machine 0 of the block: 1 when it rested and stands still now, 0 when it runs on."""
    registers = ptr32(pio_at)
    at = registers[53]  # SM0_ADDR
    if at > last_resting:
        return 0
    if at > last_resting - 2 and registers[12] & 0x10:  # IRQ: flag 4, while no longer at the gate
        return 0
    running = registers[0]  # CTRL: the enables of the others stay
    stopped = running & 0xE
    registers[0] = stopped
    if registers[53] <= last_resting:
        return 1
    registers[0] = running
    return 0
