"""A word of memory that DMA writes, read in machine code: nothing is allocated."""

try:
    import micropython
except ImportError:  # CPython: the same text as plain Python
    from firmware.core import viper_twin as micropython
    from firmware.core.viper_twin import ptr32


@micropython.viper
def peek(word) -> int:
    """Its low 31 bits with their sign: what MicroPython holds without the heap."""
    at = ptr32(word)
    return (at[0] << 1) >> 1
