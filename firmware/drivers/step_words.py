"""A move of the stepper as words for its PIO program, in machine code: a turn must not wait."""

from firmware.core.viper_twin import micropython, ptr16, ptr32


@micropython.viper
def total(ramp, up: int) -> int:
    """Half periods of the first pulses of a ramp."""
    half = ptr16(ramp)
    cycles = 0
    while up:
        up -= 1
        cycles += half[up]
    return cycles


@micropython.viper
def fill(words, ramp, up: int, scale: int) -> int:
    """`up` pulses of the ramp, room for two words, the ramp backwards; gives the turns of one.

    `ramp` has half periods in cycles; `scale` stretches them, in 4096ths.  Five cycles of each
    half are not spent in its loop.
    """
    out = ptr32(words)
    half = ptr16(ramp)
    total = 0
    n = 0
    while n < up:
        turns = (half[n] * scale >> 12) - 5
        if turns > 0x7FFF:
            turns = 0x7FFF
        out[n] = turns << 16
        out[2 * up + 1 - n] = turns << 16
        total += turns
        n += 1
    return total
