"""Stand-ins that let CPython run viper code as it is written: one source, two machines.

MicroPython's compiler knows these words by itself, so that the image has no import of them.  The
text is the same, so twins can only differ where viper's machine arithmetic does: such code keeps
every number within 31 bits, every stored one non-negative and every store in its width (CPython
raises where the chip would cut off).

Machine code keeps its first two variables in registers and all others on the stack, three times as
slow.  Hot functions name those of their innermost loop first, as parameters that are given 0.
"""


class _Compiler:
    def viper(self, function):
        """Leave the function as it is: plain Python."""
        return function


micropython = _Compiler()


def ptr8(buf):
    """A bytearray is indexed as the machine code indexes its bytes."""
    return buf


ptr16 = ptr8  # an array("H")


def ptr32(buf):
    """Four bytes of a buffer at once, as the machine code loads them: with a sign."""
    return memoryview(buf).cast("B").cast("i")
