"""A move of the stepper as words for its PIO program, in machine code: a turn must not wait."""

from firmware.core.viper_twin import micropython, ptr16, ptr32


@micropython.viper
def fill(words, ramp, up: int, cruise: int) -> int:
    """`up` pulses of the ramp, the cruise's word (0: none), the ramp backwards; gives the count."""
    out = ptr32(words)
    half = ptr16(ramp)
    n = 0
    while n < up:
        out[n] = half[n] << 16
        n += 1
    if cruise:
        out[n] = cruise
        n += 1
    while up:
        up -= 1
        out[n] = half[up] << 16
        n += 1
    return n
