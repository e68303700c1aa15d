"""What MicroPython has and CPython lacks, so that one file runs on both."""

import struct
import sys

try:
    from micropython import const  # pyright: ignore[reportAssignmentType]
except ImportError:

    def const(value):
        """Stand in for MicroPython's compile-time constant: the value itself."""
        return value


if sys.implementation.name == "micropython":
    # raises on a None, and leaves what is beyond the format
    pack_fields = struct.pack_into  # pyright: ignore[reportAssignmentType]
    print_exception = sys.print_exception  # pyright: ignore
else:
    from traceback import print_exception as _print_exception

    def print_exception(error, stream):
        """The traceback and the error, as text into a stream."""
        _print_exception(error, file=stream)

    def pack_fields(form, buf, at, *values):
        """Pack the values before the trailing Nones; a wrong number of them raises."""
        count = len(values)
        while count and values[count - 1] is None:
            count -= 1
        struct.pack_into(form, buf, at, *values[:count])


__all__ = ("const", "pack_fields", "print_exception")
