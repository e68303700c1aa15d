"""What MicroPython has and CPython lacks, so that one file runs on both."""

try:
    from micropython import const  # pyright: ignore[reportAssignmentType]
except ImportError:

    def const(value):
        """Stand in for MicroPython's compile-time constant: the value itself."""
        return value


__all__ = ("const",)
