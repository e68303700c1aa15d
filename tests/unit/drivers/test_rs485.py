"""A text longer than the transmitter's queue leaves whole, and the driver is on until its end."""

from __future__ import annotations

from tests.helpers.mp_run import run_in_micropython

ON_VM = """
import sys, time

class Mem:
    def __setitem__(self, at, value): ...

class Dma:
    def pack_ctrl(self, **fields):
        return 0
    def config(self, **fields): ...

class Pin:
    OUT = 1
    def __init__(self, *_how, **_more): ...
    def value(self, level): ...
    def off(self): ...

class Uart:
    # room for so many bytes; a look at it lets twenty leave
    def __init__(self, *_how, **_more):
        self.room, self.sent = 544, b""
    def write(self, buf, n=None):
        n = min(len(buf) if n is None else n, self.room)
        self.room -= n
        self.sent += bytes(buf[:n])
        return n or None
    def txdone(self):
        return False

class Timer:
    ONE_SHOT = 0
    def __init__(self, _id): ...
    def deinit(self): ...
    def init(self, period, **_more):
        self.period = Timer.period = period

def idle():
    uart.room += 20

class Module: ...
machine, rp2 = Module(), Module()
machine.mem32, machine.idle = Mem(), idle
machine.Pin, machine.UART, machine.Timer = Pin, Uart, Timer
rp2.DMA = Dma
sys.modules["machine"], sys.modules["rp2"] = machine, rp2

class Chip:
    UART0_AT = DREQ_UART0_RX = 0

from firmware.drivers.rs485 import Rs485

line = Rs485(0, 0, 1, 2, 115200, Chip)
uart = line.stream
text = bytes(i & 0x7F for i in range(1300))
line.write(text, len(text))
print(uart.sent == text)
uart.room, uart.sent = 544, b""
line._is_on = False
line.write(text, 60)
print(uart.sent == text[:60], 60 * 86 - 200 < Timer.period < 60 * 87)
"""


def test_write__text_longer_than_the_queue__all_of_it_and_a_frame_as_before() -> None:
    assert run_in_micropython(ON_VM).splitlines() == ["True", "True True"]
