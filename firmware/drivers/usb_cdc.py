"""The USB serial port that MicroPython itself opens (the REPL's), taken over for frames."""

import io
import select
import sys

import micropython

_STREAM_POLL = 3


class _StdinStream(io.IOBase):
    """What is waiting on stdin; its own readinto() would block until the buffer is full.

    MicroPython tells that there is a byte, not how many: they are asked for one by one.
    """

    def __init__(self):
        self._one = bytearray(1)
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)

    def readinto(self, buf):
        one = self._one
        read = sys.stdin.buffer.readinto
        waiting = self._poll.ipoll  # poll() would make a list for each byte
        size = len(buf)
        n = 0
        while n < size:
            for _ in waiting(0):
                break
            else:
                break
            read(one)
            buf[n] = one[0]
            n += 1
        return n

    def ioctl(self, request, flags):
        if request == _STREAM_POLL and self._poll.poll(0):
            return flags & select.POLLIN
        return 0


class UsbCdc:
    """Frames instead of a REPL: a byte 0x03 is data here, not an interrupt.

    MicroPython's write waits for a host that is connected and does not read, up to the port's
    time limit (mp_usbd_cdc.c).  That happens once: until there is room again, frames are
    dropped at once and counted.  The host asks again when it is back.
    """

    def __init__(self, out=sys.stdout.buffer):
        micropython.kbd_intr(-1)
        self.stream = _StdinStream()
        self._dropped = 0  # frames that the host did not take
        self._out = out
        self._is_stalled = False
        self._room = select.poll()
        self._room.register(out, select.POLLOUT)

    def read_more(self, buf):
        """What is there already, up to the size of buf; gives how many."""
        return self.stream.readinto(buf)

    def write(self, buf, n):
        if not self._is_stalled or self._room.poll(0):
            self._is_stalled = self._out.write(buf, n) != n
        if self._is_stalled:
            self._dropped += 1

    def take_dropped(self):
        """Frames that the host did not take since the last call."""
        dropped = self._dropped
        self._dropped = 0
        return dropped
