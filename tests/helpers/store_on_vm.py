"""Run inside MicroPython: store and journal over RAM chips under heap_lock, and timed.

Prints `name value` lines.  The chips are fakes at the driver seam (machine.I2C, rp2.Flash) that
allocate nothing themselves.
"""
# ruff: noqa: F821  (viper types)
# pyright: reportUndefinedVariable=false, reportMissingImports=false, reportAttributeAccessIssue=false
# pyright: reportGeneralTypeIssues=false

import gc
import time

import micropython

from firmware.drivers.flash_region import FlashRegion
from firmware.drivers.fram import Fram
from firmware.journal.journal import Journal
from firmware.journal.kept_head import KeptHead
from firmware.journal.recovery import HEAD_NEW, HEAD_SAME
from firmware.store.cell_store import CellStore
from firmware.store.cells import CELL_BOOT, CELL_METERS, CELL_POOLS
from firmware.store.states import ST_BLANK, ST_READY


@micropython.viper
def move(dst, d: int, src, s: int, n: int):
    to = ptr8(dst)
    data = ptr8(src)
    i = 0
    while i < n:
        to[d + i] = data[s + i]
        i += 1


class RamI2c:
    def __init__(self):
        self.chips = {0x50: bytearray(32768), 0x51: bytearray(32768)}

    def writeto_mem(self, addr, memaddr, buf, *, addrsize=8):
        move(self.chips[addr], memaddr, buf, 0, len(buf))

    def readfrom_mem_into(self, addr, memaddr, buf, *, addrsize=8):
        move(buf, 0, self.chips[addr], memaddr, len(buf))


class RamFlash:
    def __init__(self, sectors):
        self.data = bytearray(sectors * 4096)
        self.ioctl(6, 0)

    def readblocks(self, block, buf, offset=0):
        move(buf, 0, self.data, block * 4096 + offset, len(buf))

    def writeblocks(self, block, buf, offset=None):
        at = block * 4096 + offset
        for i in range(len(buf)):
            if buf[i] != 0xFF:
                self.data[at + i] &= buf[i]

    def ioctl(self, op, arg):
        at = arg * 4096
        for i in range(4096):
            self.data[at + i] = 0xFF
        return 0


SECTORS = 8
i2c = RamI2c()
flash = RamFlash(SECTORS)


def boot(expect_state, expect_verdict):
    store = CellStore(Fram(i2c, 0x50), Fram(i2c, 0x51), b"vm-store")
    assert store.open() == expect_state, store.findings
    if expect_state == ST_BLANK:
        assert store.format()
    heads = KeptHead(store, 0), KeptHead(store, 1)
    journal = Journal(FlashRegion(flash, SECTORS), heads, b"vm-device")
    assert journal.open() == expect_verdict, journal.verdict
    return store, journal


def appends(journal, count, payload):
    """Across sector ends and overflow marks, without one byte of heap."""
    micropython.heap_lock()
    for i in range(count):
        journal.append(7, payload, 64, 3, i, 1000, i & 1)
    micropython.heap_unlock()


def commits(store, count):
    micropython.heap_lock()
    found = 0
    for i in range(count):
        found += store.check(CELL_METERS)
        # Not `store.edit(x)[0] = i`: as target of an assignment the call makes a bound method.
        view = store.edit(CELL_METERS)
        view[0] = i
        view = store.edit(CELL_POOLS)
        view[1] = i
        view = store.edit(CELL_BOOT)
        view[2] = i
        store.commit()
        found += store.check(CELL_METERS)
    found += store.check()
    micropython.heap_unlock()
    assert found == 0


store, journal = boot(ST_BLANK, HEAD_NEW)
payload = bytearray(64)
appends(journal, 500, payload)
commits(store, 50)
last = journal.last_number
store, journal = boot(ST_READY, HEAD_SAME)
assert journal.last_number == last
assert store.view(CELL_METERS)[0] == 49 and store.view(CELL_POOLS)[1] == 49
buf = bytearray(128)
micropython.heap_lock()
is_found = True
number = journal.next_held(0)
while number <= last:
    is_found = is_found and journal.read_into(number, buf)
    number = journal.next_held(number + 1)
micropython.heap_unlock()
assert is_found
print("records", last)


class FastFlash(RamFlash):
    """Programs without a Python loop, so that the benchmark times the journal, not the fake."""

    def writeblocks(self, block, buf, offset=None):
        half = 0 if buf[0] != 0xFF else 128
        move(self.data, block * 4096 + offset + half, buf, half, 128)

    def ioctl(self, op, arg):
        return 0


def best_us(work, count):
    best = 0
    for _ in range(5):
        gc.collect()
        start = time.ticks_us()
        work(count)
        took = time.ticks_diff(time.ticks_us(), start) * 10 // count
        best = took if best == 0 or took < best else best
    return best / 10


flash = FastFlash(SECTORS)
for i in range(len(flash.data)):
    flash.data[i] = 0xFF
i2c = RamI2c()
store, journal = boot(ST_BLANK, HEAD_NEW)


def timed_appends(count):
    for i in range(count):
        journal.append(7, payload, 64, 3, i, 1000)


def timed_commits(count):
    for i in range(count):
        store.edit(CELL_METERS)[0] = i & 0xFF
        store.commit()


def timed_checks(count):
    for _ in range(count):
        store.check(CELL_METERS)


print("append_us", best_us(timed_appends, 30))
assert journal.last_number == 150 and journal.evidence.bad_place_count == 0
print("commit_us", best_us(timed_commits, 200))
print("check_us", best_us(timed_checks, 200))
