"""The USB serial port that MicroPython itself opens (the REPL's), taken over for frames."""

import io
import select
import sys

import micropython

_STREAM_POLL = 3


class _StdinStream(io.IOBase):
    """What is waiting on stdin; its own readinto() would block until the buffer is full."""

    def __init__(self):
        self._one = bytearray(1)
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)

    def readinto(self, buf):
        n = 0
        while n < len(buf) and self._poll.poll(0):
            sys.stdin.buffer.readinto(self._one)
            buf[n] = self._one[0]
            n += 1
        return n

    def ioctl(self, request, flags):
        if request == _STREAM_POLL and self._poll.poll(0):
            return flags & select.POLLIN
        return 0


class UsbCdc:
    """Frames instead of a REPL: a byte 0x03 is data here, not an interrupt."""

    def __init__(self):
        micropython.kbd_intr(-1)
        self.stream = _StdinStream()

    def write(self, buf, n):
        sys.stdout.buffer.write(buf, n)
