"""What every board is, put together; rooms get it as `board` and see of it what they need."""

import asyncio
import gc
import sys
from time import ticks_ms

from firmware.board import life
from firmware.board.buttons import Buttons
from firmware.board.clock import Clock
from firmware.board.failures import Failures
from firmware.board.guard import Guard
from firmware.board.heap import Heap
from firmware.board.heartbeat import Heartbeat
from firmware.board.inputs import Inputs
from firmware.board.leaving import Leaving
from firmware.board.requests import REQUESTS
from firmware.board.rooms import Rooms
from firmware.board.safety import Safety
from firmware.board.serving import Serving
from firmware.board.settings import Settings
from firmware.board.storage import Storage
from firmware.board.text_requests import TextCommands
from firmware.core.counters import Health
from firmware.core.curtain import Curtain
from firmware.core.edge_ring import EdgeRing
from firmware.drivers import identity, watchdog
from firmware.drivers.i2c_bus import open_bus
from firmware.journal.rations import RoleRations
from firmware.journal.requests import REQUESTS as JOURNAL_REQUESTS
from firmware.link.dictionary import BoardDictionary
from firmware.link.node import LinkNode
from firmware.link.rows import CFG_ADDRESS
from firmware.store.rows import FAULT_STORE_LOST
from firmware.trust.generator import Generator
from firmware.trust.keys import KeyRing
from firmware.trust.requests import Trust
from firmware.trust.rows import FAULT_ENTROPY
from firmware.trust.sessions import Sessions
from firmware.update.room import Updates


class Board:
    """Records, commits, raises faults, keeps settings and cells, answers requests."""

    version = (0, 1, 0)

    def __init__(self, pins, tables):
        self._rooms = Rooms()  # none before `run`
        self.tables = tables
        self.name = pins.NAME
        self.kind = pins.KIND
        self.micropython = sys.implementation.version[:3]
        self.unique_id = identity.unique_id()
        self.reset_cause = watchdog.why_booted()
        self.i2c = open_bus(pins.I2C_ID, pins.PIN_SDA, pins.PIN_SCL, pins.I2C_HZ)
        self.clock = Clock(ticks_ms())
        self.health = Health()
        self.count = self.health.count
        self.heap = Heap()
        self.moved, self.idle, self.collect = self.heap.moved, self.heap.idle, self.heap.collect

        self.settings = Settings(tables.SETTINGS)
        storage = self.storage = Storage(
            pins, self.i2c, self.unique_id, self.clock, tables, self._between_writes, self.is_moving
        )
        self.store, self.journal, self.outbox = storage.store, storage.journal, storage.outbox
        self.recorder = storage.recorder
        self.record = storage.recorder.record
        self.commit = storage.outbox.commit  # cells edited before it, and an event, together
        storage.open()
        gc.collect()
        storage.load_settings(self.settings)
        self.boot_count = storage.boot_count
        self.is_sealed = storage.is_sealed()
        self.leaving = Leaving(storage, watchdog.restart)

        self.safety = Safety(tables.FAULTS, storage.keep_faults, self._halt, self._fault_raised)
        self.faults, self.state = self.safety.faults, self.safety.state
        self.raise_fault, self.clear_fault = self.safety.raise_fault, self.safety.clear_fault
        self.on_present, self.is_fault_active = self.safety.on_present, self.faults.is_active
        self.is_stopped = self.safety.is_stopped
        self.failures = Failures(self.store, self.record, self.raise_fault, self._halt)

        self.ring = EdgeRing()
        self.wake = asyncio.ThreadSafeFlag()
        self.inputs = Inputs(self.ring, self.count, self.raise_fault)
        self.guard = Guard(self, pins)
        self.is_lid_open = self.guard.is_lid_open
        self.buttons = Buttons(self, pins)

        self.keys = KeyRing(self.store)
        self.generator = Generator(
            self.store, pins.raw_entropy(), self.unique_id, self.boot_count, self.raise_fault
        )
        self.on_present(FAULT_ENTROPY, self.generator.is_failing)
        self.on_present(FAULT_STORE_LOST, storage.is_lost)
        sessions = Sessions(
            self.keys,
            self.unique_id,
            storage.epoch,
            self.boot_count,
            self.generator.nonce_bytes,
            self.record,
        )
        self.address = self.settings.get(CFG_ADDRESS) or pins.DEFAULT_ADDRESS
        shared = (self.address, self.journal, self.record, self.health, tables.MESSAGES)
        self.curtain = Curtain()
        self.rations = RoleRations(self.recorder, self.clock, self.store)
        self.node = LinkNode(
            *shared,
            sessions,
            storage.acked,
            self.settle,
            self.safety.is_locked,
            self.failures.note,
            self.rations,
            self.curtain,
        )
        self.on = self.node.on
        self.serving = Serving(self, pins, TextCommands(self).answer)
        self.pump, self.line = self.serving.pump, self.serving.on_rs485
        self.hold_link = self.serving.hold
        self.dictionary = BoardDictionary(tables)
        self.on(self, REQUESTS)
        self.on(self, JOURNAL_REQUESTS)
        self.ask = Trust(self).ask  # what takes a second role
        self.updates = Updates(self, pins)
        self._heartbeat = Heartbeat(self, pins)

    def run(self, rooms):
        """With these rooms, for ever; only service mode ends it."""
        self._rooms = rooms
        life.run(self, rooms, self._heartbeat)

    def is_moving(self):
        return self._rooms.is_moving()

    def may_erase(self):
        """Nothing moves and nobody is at the inputs: two edges of one pin would come as one."""
        return self.inputs.is_calm() and not self.is_moving()

    def settle(self):
        """Before a request changes anything."""
        self._rooms.settle()

    def change_setting(self, setting, value):
        """The new value and its event become durable together; 0, or minus an error."""
        result = self._rooms.change_setting(setting, value)
        return self.set_setting(setting, value) if result is None else result

    def set_setting(self, setting, value):
        """Without asking the rooms: for the room itself."""
        return self.storage.keep_setting(self.settings, setting, value)

    def set_sealed(self, is_sealed, event):
        self.is_sealed = is_sealed == 1
        self.storage.keep_sealed(is_sealed, event)

    def acknowledge(self, number):
        """The table software has everything up to `number`."""
        self.node.acknowledge(number)
        self.storage.log.set_acked(self.node.acked_event)

    def _between_writes(self):
        self._rooms.between_writes()

    def _halt(self):
        self._rooms.halt()

    def _fault_raised(self, code, detail):
        self._rooms.fault_raised(code, detail)
