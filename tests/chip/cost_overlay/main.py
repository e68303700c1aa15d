"""On the emulated chip: how long the firmware's pieces of work take; prints `name µs` lines.

Memory chips are RAM here, so that the processor's time is counted and not the wire's.
"""

import asyncio
import gc
import hashlib
import sys
from time import ticks_diff, ticks_ms, ticks_us

from firmware import meter_rows
from firmware.board.clock import Clock
from firmware.board.faults import FaultRegister
from firmware.board.requests import REQUESTS
from firmware.board.rows import MSG_GET_SETTING, MSG_STATUS
from firmware.board.settings import Settings
from firmware.core.counters import Health
from firmware.core.edge_ring import EdgeRing
from firmware.drivers.flash_region import FlashRegion
from firmware.drivers.fram import Fram
from firmware.drivers.picture_unpack import RAW_BYTES, unpack
from firmware.drivers.step_generator import StepGenerator
from firmware.jackpot.hand_class import class_of
from firmware.journal.journal import Journal
from firmware.journal.kept_head import KeptHead
from firmware.journal.recorder import Recorder
from firmware.link.framing import FrameDecoder, FrameEncoder
from firmware.link.node import LinkNode
from firmware.link.port import LinkPort
from firmware.link.rows import EV_LINK_UP, MSG_POLL
from firmware.rounds.games import csp
from firmware.rounds.games.poker_hand import PokerHand
from firmware.shuffler.jam_watch import JamWatch
from firmware.shuffler.mover import Mover
from firmware.store.cell_store import CellStore
from firmware.store.cells import CELL_METERS
from firmware.trust.lms import verify

END = "\x04"


class RamI2c:
    def __init__(self):
        self.chips = {0x50: bytearray(32768), 0x51: bytearray(32768)}

    def writeto_mem(self, addr, memaddr, buf, *, addrsize=8):
        self.chips[addr][memaddr : memaddr + len(buf)] = buf

    def readfrom_mem_into(self, addr, memaddr, buf, *, addrsize=8):
        buf[:] = memoryview(self.chips[addr])[memaddr : memaddr + len(buf)]


class RamFlash:
    def __init__(self, sectors):
        self.data = bytearray(sectors * 4096)  # blank in place: there is no room for it twice
        blank = b"\xff" * 256
        for at in range(0, len(self.data), 256):
            self.data[at : at + 256] = blank

    def readblocks(self, block, buf, offset=0):
        at = block * 4096 + offset
        buf[:] = memoryview(self.data)[at : at + len(buf)]

    def writeblocks(self, block, buf, offset=None):
        at = block * 4096 + offset
        for i in range(0, len(buf), 128):  # half a page is a record, the other half is ones
            if buf[i : i + 4] != b"\xff\xff\xff\xff":
                self.data[at + i : at + i + 128] = buf[i : i + 128]

    def ioctl(self, op, arg):
        return 0


class Hands:
    """Of the mover; does nothing."""

    def __getattr__(self, _name):
        return lambda *_args: 0


def timed(name, count, work, *args):
    """The mean of `count` calls; a collection first, so that none comes in between."""
    gc.collect()
    start = ticks_us()
    for _ in range(count):
        work(*args)
    print(name, ticks_diff(ticks_us(), start) // count)


def storage():
    i2c = RamI2c()
    store = CellStore(Fram(i2c, 0x50), Fram(i2c, 0x51), b"cost-one")
    store.open()
    store.format()
    heads = KeptHead(store, 0), KeptHead(store, 1)
    journal = Journal(FlashRegion(RamFlash(6), 6), heads, b"cost-dev")
    journal.open()
    recorder = Recorder(journal, Clock(ticks_ms()), meter_rows.EVENTS)
    timed("journal record", 20, recorder.record, EV_LINK_UP, 1)

    def commit():
        store.edit(CELL_METERS)[0] = 1
        store.commit()

    timed("store commit", 10, commit)
    timed("store check of a cell", 10, store.check, CELL_METERS)


def frames():
    encoder = FrameEncoder()
    for size in (0, 200):
        for i in range(size):
            encoder.buf[encoder.PAYLOAD_AT + i] = i & 0x7F
        timed("frame of %d bytes out" % (size + 15), 10, encoder.finish, 5, 0xA0, 1, 2, 3, size)
        n = encoder.finish(5, 0xA0, 1, 2, 3, size)
        decoder = FrameDecoder()

        def feed(decoder=decoder, n=n):
            at = 0
            while at < n:
                at = decoder.feed(encoder.buf, at, n)

        timed("frame of %d bytes in" % (size + 15), 10, feed)


class State:
    state = 1


class OneRecord:
    """A journal that holds one record."""

    first_number = last_number = 1
    type = payload_bytes = time_ms = utc_s = clock = 1
    boot_count = 1
    payload = b"1"

    def next_held(self, number):
        return number

    def load(self, number):
        return number == 1


class RequestBoard:
    """What the answered requests look at."""

    micropython = (1, 28, 0)
    boot_count = reset_cause = free_bytes = total_bytes = supply_mv = 1

    def __init__(self):
        self.guard = self.heap = self
        self.clock = Clock(0)
        self.journal = OneRecord()
        self.settings = Settings(meter_rows.SETTINGS)
        self.faults = FaultRegister(meter_rows.FAULTS, None, None, None)
        self.node = LinkNode(0xA0, self.journal, lambda *_: 0, Health(), meter_rows.MESSAGES)
        self.node.on(self, REQUESTS)
        self.state = State


def requests():
    """Whole requests, from the first byte that came in to the last one that goes out."""
    encoder = FrameEncoder()
    port = LinkPort(0, RequestBoard().node, lambda _buf, _n: None, False, None)
    for name, kind, payload in (
        ("STATUS", MSG_STATUS, b""),
        ("GET_SETTING", MSG_GET_SETTING, b"\3"),
        ("POLL", MSG_POLL, b"\0\0\0\0\0"),
    ):
        encoder.buf[encoder.PAYLOAD_AT : encoder.PAYLOAD_AT + len(payload)] = payload
        n = encoder.finish(kind, 0xA0, 0x80, 1, 2, len(payload))
        timed("request: " + name, 20, port.receive, encoder.buf, n, 1)


def hands():
    """The strongest kinds are looked for first, so nothing at all takes longest."""
    hand = PokerHand(csp.ORDER, 5)
    for name, cards in (("royal flush", (48, 44, 40, 36, 32)), ("nothing", (0, 9, 18, 27, 48))):
        timed("hand: " + name, 5, hand.value, bytes(cards), 0, 5)
    timed("jackpot class of a hand", 5, class_of, bytes((0, 4, 8, 12, 17)))


def moving():
    """One edge of a gate through the mover, with hands that do nothing."""
    mover = Mover(Hands(), JamWatch(), lambda _result: None, lambda _state, _event: None)
    timed("gate edge through the mover", 10, mover.gate_edge, 1, 1, 0)
    mover.carousel.compartment = 0

    def turn():
        mover.carousel.compartment = 0
        mover.carousel.goal = 26
        mover.carousel.turn()

    timed("carousel: turn planned", 10, turn)


def loop():
    """What an edge costs from the interrupt's ring to a task that waits for it."""
    ring, flag = EdgeRing(), asyncio.ThreadSafeFlag()

    async def wait():
        for _ in range(50):
            await flag.wait()
            while ring.take():
                pass

    async def main():
        task = asyncio.create_task(wait())
        await asyncio.sleep_ms(0)
        start = ticks_us()
        for _ in range(50):
            ring.put(1, 1, ticks_ms(), 0)
            flag.set()
            await asyncio.sleep_ms(0)
            await asyncio.sleep_ms(0)
        await task
        print("edge from the ring to its task", ticks_diff(ticks_us(), start) // 50)

    asyncio.run(main())


def picture():
    raw = bytearray(b"\xc8" * RAW_BYTES)
    green = [bytearray(120 * 128), bytearray(120 * 128)]
    red = [bytearray(30 * 128), bytearray(30 * 128)]
    timed("picture unpacked", 2, unpack, raw, len(raw), green, red, bytearray(2), 0)


def steps():
    generator = StepGenerator(2, 3, 4)
    timed("steps: move", 5, generator.move, 2_160, 176, 40)
    generator.release()


def collection():
    ballast = []
    for kb in (0, 20, 40, 60):
        while len(ballast) < kb * 16:  # lists of small objects, as tables and rooms are
            ballast.append([len(ballast), (1, 2)])
        gc.collect()
        start = ticks_us()
        gc.collect()
        took = ticks_diff(ticks_us(), start)
        print("collection, %d kB of objects more" % kb, took)
    print("heap in use then, kB", gc.mem_alloc() // 1000)
    start = ticks_us()
    gc.mem_free()
    print("gc.mem_free", ticks_diff(ticks_us(), start))


def hashing(key, message, signature):
    data = bytes(4096)
    timed("SHA-256 of 4 kB", 2, lambda: hashlib.sha256(data).digest())
    timed("signature: HSS/LMS checked", 1, verify, key, message, signature)


PARTS = {
    "storage": storage,
    "frames": frames,
    "requests": requests,
    "hands": hands,
    "loop": loop,
    "moving": moving,
    "picture": picture,
    "steps": steps,
    "collection": collection,
    "hashing": hashing,
}


def run():
    print("costs", gc.mem_alloc(), end=END)
    while True:
        name, *args = eval(sys.stdin.readline())
        try:
            PARTS[name](*args)
        except Exception as error:  # noqa: BLE001 (told to the test)
            sys.print_exception(error)
        gc.collect()
        print(end=END)
