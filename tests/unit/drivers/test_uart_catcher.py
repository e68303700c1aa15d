"""Bytes that come while interrupts are off: all of them, in their order, whoever reads when."""

from __future__ import annotations

from tests.helpers.mp_run import run_in_micropython

ON_VM = """
import sys

class Mem:
    def __setitem__(self, at, value):
        print(hex(at), hex(value))

class Dma:
    def pack_ctrl(self, **fields):
        return fields.get("enable", True)
    def config(self, read=None, write=None, count=None, ctrl=None, trigger=False):
        if write is not None:
            self.write, self.all = write, count
    def active(self, level):
        pass
    @property
    def count(self):
        n = min(len(wire), self.all)
        for i in range(n):
            self.write[i] = wire.pop(0)
        return self.all - n

class Uart:
    def any(self):
        return len(buffer)
    def readinto(self, buf, n):
        assert 0 < n <= len(buffer)  # more would wait
        for i in range(n):
            buf[i] = buffer.pop(0)
        return n

class Module:
    pass
machine, rp2 = Module(), Module()
machine.mem32, rp2.DMA = Mem(), Dma
sys.modules["machine"], sys.modules["rp2"] = machine, rp2
from firmware.drivers.uart_catcher import UartCatcher

buffer, wire = list(range(100)), []
catcher = UartCatcher(Uart(), 0x40034000, 21)
catcher.start()
wire.extend(range(100, 250))
print(catcher.stop())
first, n = catcher.take()
seen = bytes(first[:n])
buffer.append(250)          # while these are read, the next erase comes
catcher.start()
wire.extend((251, 252))
catcher.stop()
print(seen == bytes(range(250)) == bytes(first[:n]))
second, n = catcher.take()
print(list(second[:n]), catcher.take()[1], catcher.lost)
for _ in range(4):          # nobody reads, and the line never rests
    catcher.start()
    wire.extend(bytes(700))
    catcher.stop()
    wire.clear()
print(catcher.take()[1], catcher.lost)
"""


def test_catcher__two_erases__every_byte_once_and_in_order() -> None:
    said = run_in_micropython(ON_VM).split("\n")
    assert said[:2] == ["0x40037038 0x50", "0x40036038 0x50"]  # masked, unmasked
    words = [line for line in said if line and not line.startswith("0x")]
    assert words == ["True", "True", "[250, 251, 252] 0 0", "1664 896"]
