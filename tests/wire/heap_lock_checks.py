"""Runs inside MicroPython (see test_heap_lock): the steady path of the link on a locked heap.

Prints one line per step; the last argument `greedy` adds a handler that allocates.
"""

import sys

import micropython

from firmware import shoe_rows as tables
from firmware.board.clock import Clock
from firmware.board.faults import FaultRegister
from firmware.board.requests import REQUESTS
from firmware.board.rows import MSG_GET_FAULTS, MSG_GET_HEALTH, MSG_GET_SETTING, MSG_STATUS
from firmware.board.settings import Settings
from firmware.cards.rows import EV_CARD_PASSED
from firmware.core.counters import Health
from firmware.core.rows import ANYONE
from firmware.journal.recorder import Recorder
from firmware.link.framing import FrameEncoder
from firmware.link.node import LinkNode
from firmware.link.port import LinkPort
from firmware.link.rows import MSG_ACK, MSG_POLL

ADDRESS = 0xA0
SLOTS = 64
SLOT_BYTES = 32


class RingJournal:
    """The journal's face to link and recorder, on memory made once."""

    def __init__(self):
        self.first_number = 1
        self.last_number = 0
        self.type = self.payload_bytes = self.boot_count = self.time_ms = self.utc_s = 0
        self.clock = 0
        self.payload = bytearray(SLOT_BYTES)
        self._slots = [bytearray(SLOT_BYTES) for _ in range(SLOTS)]
        self._types = bytearray(SLOTS)
        self._sizes = bytearray(SLOTS)

    def append(self, kind, payload, n, _boot, _ms, _utc, _which, _clock):
        self.last_number += 1
        self.first_number = max(self.last_number - SLOTS + 1, 1)
        slot = self.last_number % SLOTS
        self._types[slot] = kind
        self._sizes[slot] = n
        for i in range(n):
            self._slots[slot][i] = payload[i]
        return self.last_number

    def next_held(self, number):
        return min(max(number, self.first_number), self.last_number + 1)

    def load(self, number):
        if not self.first_number <= number <= self.last_number:
            return False
        slot = number % SLOTS
        self.type = self._types[slot]
        self.payload_bytes = self._sizes[slot]
        self.payload = self._slots[slot]
        return True


class State:
    state = 1


class Guard:
    """The supply as the application shows it."""

    supply_mv = 5_000


class Heap:
    free_bytes = 1
    total_bytes = 2


class StubBoard:
    """What the handlers look at; no hardware behind it."""

    version = (0, 1, 0)
    micropython = (1, 28, 0)
    unique_id = bytes(8)
    boot_count = 1
    reset_cause = 1
    guard = Guard
    heap = Heap
    state = State()
    tables = tables

    def __init__(self):
        self.clock = Clock(0)
        self.health = Health()
        self.settings = Settings(tables.SETTINGS)
        self.journal = RingJournal()
        self.record = Recorder(self.journal, self.clock, tables.EVENTS).record
        self.faults = FaultRegister(tables.FAULTS, self.record, None, None)
        self.node = LinkNode(ADDRESS, self.journal, self.record, self.health, tables.MESSAGES)
        self.node.roles[MSG_ACK] = ANYONE  # tags, which need memory, are not looked at here
        self.sent_frames = 0
        self.sent_bytes = 0
        self.port = LinkPort(0, self.node, self.write, False, None)
        self.node.on(self, REQUESTS)

    def acknowledge(self, number):
        self.node.acknowledge(number)

    def new_nonce(self):
        return bytes(16)

    def write(self, _buf, n):
        self.sent_frames += 1
        self.sent_bytes += n


def request(kind, ctr, payload=b""):
    encoder = FrameEncoder()
    at = encoder.PAYLOAD_AT
    encoder.buf[at : at + len(payload)] = payload
    n = encoder.finish(kind, ADDRESS, 0x80, ctr, ctr, len(payload))
    return bytearray(encoder.buf[:n])


def greedy(_board, port):
    """What must not happen: a handler that makes an object per request."""
    list(range(100))
    return 0


board = StubBoard()
if sys.argv[-1] == "greedy":
    board.node.on(board, {MSG_STATUS: greedy})

STEPS = (
    ("STATUS", request(MSG_STATUS, 1)),
    ("POLL", request(MSG_POLL, 2, b"\0\0\0\0\x40")),
    ("GET_SETTING", request(MSG_GET_SETTING, 3, b"\3")),
    ("GET_FAULTS", request(MSG_GET_FAULTS, 4, b"\0")),
    ("GET_HEALTH", request(MSG_GET_HEALTH, 5, b"\0")),
    ("ACK", request(MSG_ACK, 6, b"\2\0\0\0\x40")),
    ("refused", request(MSG_GET_SETTING, 7, b"\xfa")),
    ("other address", request(MSG_STATUS, 8)),
    ("damaged", request(MSG_STATUS, 9)),
)
STEPS[-2][1][3] = 0xA1
STEPS[-1][1][5] ^= 1


def run_steps(now_ms):
    """Each request once, then an event from the record to the wire."""
    for step in STEPS:
        board.port.receive(step[1], len(step[1]), now_ms)
    board.record(EV_CARD_PASSED, now_ms, 5)
    board.port.events.pump()
    board.port.tick(now_ms, 5_000)


def run_locked(times):
    micropython.heap_lock()
    try:
        for i in range(times):
            run_steps(100 + i)
    finally:
        micropython.heap_unlock()


run_steps(1)
run_steps(2)
before = board.sent_frames
run_locked(50)
print("frames", board.sent_frames - before)
print("events", board.journal.last_number)
