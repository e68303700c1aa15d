"""A word of memory that DMA writes, read in machine code: nothing is allocated."""

from firmware.core.viper_twin import micropython, ptr32


@micropython.viper
def peek(word) -> int:
    """Its low 31 bits with their sign: what MicroPython holds without the heap."""
    at = ptr32(word)
    return (at[0] << 1) >> 1
