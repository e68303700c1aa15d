"""The USB port when its host does not read: one wait at most, then frames are dropped at once."""

from __future__ import annotations

from tests.helpers.mp_run import run_in_micropython

ON_VM = """
import io, select
from firmware.drivers.usb_cdc import UsbCdc

class Host(io.IOBase):
    # room for so many bytes; a write that does not fit would wait on the chip
    def __init__(self):
        self.room = 100
        self.taken = b""
        self.waits = 0

    def write(self, buf, n):
        fits = min(n, self.room)
        self.taken += bytes(buf[:fits])
        self.room -= fits
        self.waits += fits < n
        return fits

    def ioctl(self, request, flags):
        if request != 3:
            return -1  # no file number, as on the chip
        return flags & select.POLLOUT if self.room else 0

host = Host()
port = UsbCdc(host)
frame = bytearray(b"0123456789" * 6)
for _ in range(20):
    port.write(frame, 60)
print(len(host.taken), host.waits, port.take_dropped())
host.room = 1000
for _ in range(3):
    port.write(frame, 60)
print(len(host.taken), host.waits, port.take_dropped())
"""


def test_usb__host_stops_reading__waits_once_and_goes_on_when_there_is_room() -> None:
    """D14: each frame used to wait half a second; ten of them were the watchdog's."""
    lines = run_in_micropython(ON_VM).splitlines()
    assert lines == ["100 1 19", "280 1 0"]
