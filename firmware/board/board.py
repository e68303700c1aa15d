"""What both boards have: identity, settings, faults, events, link, heartbeat.  Wiring only."""

import asyncio
import gc
import sys
from time import ticks_ms

from firmware.board import board_state as bs
from firmware.board import self_test
from firmware.board.clock import Clock
from firmware.board.faults import FaultRegister
from firmware.board.guard import SRC_FIRST, Guard
from firmware.board.requests import CoreCommands
from firmware.board.rows import (
    EV_BOOTED,
    EV_RESTART_ORDERED,
    EV_SETTING_CHANGED,
    FAULT_INPUT_OVERRUN,
    FAULT_WATCHDOG_BITE,
)
from firmware.board.settings import Settings
from firmware.board.storage import Storage
from firmware.board.text_requests import TextCommands
from firmware.core import counters
from firmware.core.counters import Health
from firmware.core.edge_ring import EdgeRing
from firmware.core.rows import FAULT_ILLEGAL_TRANSITION
from firmware.drivers import identity, watchdog
from firmware.drivers.i2c_bus import open_bus
from firmware.drivers.lamp import BLUE, GREEN, OFF, RED, YELLOW, Lamp
from firmware.drivers.rs485 import Rs485
from firmware.journal.requests import JournalCommands
from firmware.link.node import LinkNode
from firmware.link.port import LinkPort
from firmware.link.rows import CFG_ADDRESS, CFG_LINK_DOWN_MS
from firmware.store.cells import CELLS
from firmware.trust.drbg import is_known_answer_right
from firmware.trust.generator import Generator
from firmware.trust.keys import KeyRing
from firmware.trust.requests import TrustCommands
from firmware.trust.rows import EV_AUTH_FAILED, EV_REPL_ATTEMPT, FAULT_ENTROPY
from firmware.trust.sessions import Sessions
from firmware.update.room import Updates

VERSION = (0, 1, 0)
PORT_USB = 0
PORT_RS485 = 1
_HEARTBEAT_MS = 1_000
RESET_WATCHDOG = 3  # machine.WDT_RESET
_COLLECT_EVERY = 16  # heartbeats between garbage collections on an idle board
_MOST_MOVES = 8  # cards moved without a rest between two of them; test_collections.py
_COLLECT_MOVES = 4  # from so many on in a pause that is long enough
_COLLECT_MS = 40  # what one takes on the shoe
_HEAP_STEPS = 16  # of the free heap that is told
_AFTER_REPLY_MS = 50  # lets the answer leave the board before it restarts
_COLOURS = (BLUE, GREEN, YELLOW, RED, RED)


class ServiceOrdered(Exception):
    """The technician ends the program for service."""


class Board:
    """The common part; an application adds its tables, inputs (`watch`) and handlers."""

    def __init__(self, board, tables):
        now_ms = ticks_ms()
        self.tables = tables
        self.name = board.NAME
        self.kind = board.KIND
        self.kind_number = 1 if board.KIND == "shoe" else 2
        self.version = VERSION
        self.version_text = "%d.%d.%d" % VERSION
        self.micropython = sys.implementation.version[:3]
        self.micropython_text = "%d.%d.%d" % self.micropython
        self.unique_id = identity.unique_id()
        self.name_bytes = board.NAME.encode()
        self.reset_cause = watchdog.why_booted()
        self.heap_free_bytes = 0
        self.heap_total_bytes = 0
        self._is_restart_ordered = False
        self._is_service_ordered = False
        self._is_reset_ordered = False
        self._repl_beat = -1
        self._beats = 0
        self._moves = 0  # cards moved since the last collection
        self._is_touched = False  # an input has changed since the last heartbeat
        self._is_calm = True  # none did in the one before
        self._presence = {}
        self.on_fault = _nobody  # (code, detail): hears of every fault that is new

        self.i2c = open_bus(board.I2C_ID, board.PIN_SDA, board.PIN_SCL, board.I2C_HZ)
        self.lamp = Lamp(board.PIN_LAMP_RED, board.PIN_LAMP_GREEN, board.PIN_LAMP_BLUE)
        self.clock = Clock(now_ms)
        self.health = Health()
        self.settings = Settings(tables.SETTINGS)
        self.storage = Storage(board, self.i2c, self.unique_id, self.clock, tables)
        self.journal = self.storage.journal
        self.record = self.storage.recorder.record
        self.commit = self.storage.outbox.commit  # cells edited before it, and an event, together
        self.store = self.storage.store
        self.recorder = self.storage.recorder
        self.count = self.health.count
        self.storage.open()
        gc.collect()
        self.storage.load_settings(self.settings)
        self.boot_count = self.storage.boot_count
        self.faults = FaultRegister(
            tables.FAULTS, self._keep_faults, self._make_safe, self._is_present
        )
        self.is_fault_active = self.faults.is_active
        self.state = bs.BoardState(self._illegal)

        self.ring = EdgeRing()
        self.wake = asyncio.ThreadSafeFlag()
        self.guard = Guard(self, board)
        self.is_lid_open = self.guard.is_lid_open
        self.node = LinkNode(
            self._address(board), self.journal, self.record, self.health, tables.MESSAGES
        )
        self.node.acked_event = self.storage.acked
        self.address = self.node.address
        self.on = self.node.on
        self.keys = KeyRing(self.storage.store)
        self.node.sessions = Sessions(
            self.keys, self.unique_id, self.boot_count, self.new_nonce, self._auth_failed
        )
        self.generator = Generator(
            self.storage.store,
            board.raw_entropy(),
            self.unique_id,
            self.boot_count,
            self._entropy_failed,
        )
        self.on_present(FAULT_ENTROPY, self.generator.is_failing)
        self.is_sealed = self.storage.is_sealed()
        self.usb = board.usb_port()
        self.rs485 = Rs485(
            board.UART_ID,
            board.PIN_UART_TX,
            board.PIN_UART_RX,
            board.PIN_RS485_DE,
            board.UART_BAUD,
            board.chip(),
        )
        answer_text = TextCommands(self).answer
        self.ports = (
            LinkPort(
                PORT_USB,
                self.node,
                self.usb.write,
                False,
                answer_text,
                self.repl_attempted,
            ),
            LinkPort(PORT_RS485, self.node, self.rs485.write, True, answer_text),
        )
        CoreCommands(self)
        JournalCommands(self.node, self.storage, self.keys)
        self.ask = TrustCommands(self).ask  # what takes a second role
        self.updates = Updates(self, board)

    def run_self_test(self):
        """True when everything passed; failures are events and a fault."""
        return self_test.run(
            self,
            (
                (self_test.CHECK_CRC, self_test.check_crc),
                (self_test.CHECK_RAM, self_test.check_ram),
                (self_test.CHECK_SHA256, self_test.check_sha256),
                (self_test.CHECK_GENERATOR, lambda: 0 if is_known_answer_right() else 1),
                (self_test.CHECK_SUPPLY, self.guard.supply_finding),
            ),
        )

    # -- used by handlers ------------------------------------------------------------------

    def new_nonce(self):
        return self.generator.nonce_bytes(16)

    def change_setting(self, setting, value):
        """The new value and its event become durable together; 0, or minus an error.

        An application with settings that may not change at any time puts its own in front.
        """
        before = self.settings.set(setting, value)
        self.storage.edit_settings(self.settings)
        self.commit(EV_SETTING_CHANGED, setting, before, value)
        return 0

    def acknowledge(self, number):
        """The table software has everything up to `number`."""
        self.node.acknowledge(number)
        self.storage.log.set_acked(self.node.acked_event)

    def clear_fault(self, code, role=0):
        is_cleared = self.faults.clear(code, role)
        self._act(self.state.handle_severity(self.faults.severity()))
        return is_cleared

    def order_restart(self):
        self.storage.order_restart(EV_RESTART_ORDERED)
        self._is_restart_ordered = True

    def order_service(self):
        self._is_service_ordered = True

    def order_reset_store(self):
        self._is_reset_ordered = True
        self._is_restart_ordered = True

    def set_sealed(self, is_sealed, event):
        self.is_sealed = is_sealed == 1
        self.storage.edit_sealed(is_sealed)
        self.commit(event, is_sealed)

    def repl_attempted(self, port):
        """Somebody sent what breaks into a REPL; told once per heartbeat, however often."""
        if self._repl_beat != self._beats:
            self._repl_beat = self._beats
            self.record(EV_REPL_ATTEMPT, port)

    def _entropy_failed(self, finding):
        self.raise_fault(FAULT_ENTROPY, finding)

    def _auth_failed(self, port, role, failures):
        self.record(EV_AUTH_FAILED, port, role, failures)

    def raise_fault(self, code, detail=0):
        """The one way to report bad hardware: journal first, outputs safe, then the link."""
        is_new = not self.faults.is_active(code)
        self.faults.raise_fault(code, detail)
        if is_new:
            self.on_fault(code, detail)

    def on_present(self, code, is_present):
        """Register how to see whether a fault's cause is still there."""
        self._presence[code] = is_present

    # -- life ------------------------------------------------------------------------------

    def run(self, test, watch, tick):
        """Self-test in silence, then work for ever; only service mode ends it."""
        try:
            asyncio.run(self._main(test, watch, tick))
        except ServiceOrdered:
            return  # to the REPL: lid open, technician's session, recorded
        finally:
            if self.is_sealed:
                watchdog.restart()  # a sealed board never falls into the REPL

    async def _main(self, test, watch, tick):
        asyncio.get_event_loop().set_exception_handler(_crash)
        self.record(EV_BOOTED, self.boot_count, self.reset_cause)
        self.storage.load_faults(self.faults)
        self.storage.report(self.raise_fault)
        self.updates.report()
        if self.reset_cause == RESET_WATCHDOG and not self.storage.was_restart_ordered:
            self.raise_fault(FAULT_WATCHDOG_BITE)
        self.guard.look_at_latch()
        self.generator.start()
        self._beat()
        is_well = test(self)
        self._act(self.state.handle(bs.BEV_TEST_DONE))
        self._act(self.state.handle_severity(self.faults.severity()))
        dog = watchdog.Watchdog()
        self._tasks = [
            asyncio.create_task(self._serve(self.ports[PORT_USB], self.usb)),
            asyncio.create_task(self._serve(self.ports[PORT_RS485], self.rs485)),
            asyncio.create_task(self._serve_caught()),
            asyncio.create_task(self._watch(watch)),
            asyncio.create_task(self.updates.run(is_well)),
            asyncio.create_task(self.updates.keep_spare()),
        ]
        while True:
            dog.feed()
            self._beat()
            tick(ticks_ms())
            self._keep_house()
            self.pump()
            await asyncio.sleep_ms(_HEARTBEAT_MS)

    async def _serve(self, port, line):
        """Bytes from one serial port to the link, and its answers back."""
        reader = asyncio.StreamReader(line.stream)
        buf = bytearray(256)
        first = memoryview(buf)[:1]
        rest = memoryview(buf)[1:]
        while True:
            n = await reader.readinto(first)
            if n:
                n += line.read_more(rest)
                now_ms = ticks_ms()
                self.clock.update(now_ms)
                if line is self.rs485:
                    line.hand_over(port.receive, now_ms)
                port.receive(buf, n, now_ms)
                self.pump()
                if self._is_restart_ordered or self._is_service_ordered:
                    await self._leave()

    async def _serve_caught(self):
        """The same for what RS-485 brought during an erase, when nothing came after it."""
        while True:
            await self.rs485.caught.wait()
            self.rs485.caught.clear()
            now_ms = ticks_ms()
            self.clock.update(now_ms)
            self.rs485.hand_over(self.ports[PORT_RS485].receive, now_ms)
            self.pump()

    async def _leave(self):
        """End the program as somebody with the right to it asked."""
        await asyncio.sleep_ms(_AFTER_REPLY_MS)
        if self._is_service_ordered:
            raise ServiceOrdered
        if self._is_reset_ordered:
            self.storage.order_forget()
        watchdog.restart()

    async def _watch(self, watch):
        """Edges from the interrupts to the stages, in the order in which they came."""
        while True:
            await self.wake.wait()
            self.clock.update(ticks_ms())
            self.drain(watch)
            self.pump()

    def drain(self, watch):
        ring = self.ring
        while ring.take():
            self._is_touched = True
            self.health.count(counters.INPUT_EDGES)
            if ring.source >= SRC_FIRST:
                watch(ring.source, ring.level, ring.time_ms)
            else:
                self.guard.edge(ring.source, ring.level, ring.time_ms)
        if ring.dropped:
            self.health.count(counters.INPUT_DROPS, ring.dropped)
            self.raise_fault(FAULT_INPUT_OVERRUN, ring.dropped)
            ring.dropped = 0

    def pump(self):
        for port in self.ports:
            port.pump()

    def _beat(self):
        now_ms = ticks_ms()
        self.clock.update(now_ms)
        self._beats += 1
        self._is_calm = not self._is_touched
        self._is_touched = False
        self.health.count(counters.HEARTBEATS)
        self.health.count(counters.FRAMES_UNSENT, self.usb.dropped)
        self.usb.dropped = 0
        # while cards move the loop must answer at once; a motion begins with a clean heap
        if not self.is_moving():
            if self._moves or self._beats % _COLLECT_EVERY == 1:
                self.collect()
            elif self._beats % _COLLECT_EVERY == 2:
                self._note_heap()
        self.guard.tick(now_ms)
        for port in self.ports:
            port.tick(now_ms, self.settings.get(CFG_LINK_DOWN_MS))
        is_dark = self.state.state == bs.ST_LOCKED and self._beats & 1
        self.lamp.show(OFF if is_dark else _COLOURS[self.state.state])

    def moved(self):
        """A card has gone where it was to go, and nothing is done to the next one before this ends.

        Without any rest the heap is cleaned here: edges keep their time and count, pictures
        come by themselves, and only the next card comes a little later.
        """
        self._moves += 1
        if self._moves >= _MOST_MOVES:
            self.collect()

    def idle(self, pause_ms):
        """For so long nothing needs an answer: the drum turns by itself, and no card runs in."""
        if self._moves >= _COLLECT_MOVES and pause_ms >= _COLLECT_MS:
            self.collect()

    def collect(self):
        """Free what nobody needs."""
        gc.collect()
        self._moves = 0

    def _note_heap(self):
        """What is free is told only in sixteenths of the heap, and asking takes 9 to 18 ms.

        The collector takes for an address whatever looks like one, so the exact figure depends
        on numbers in memory, those of cards still to come among them.
        """
        free_bytes = gc.mem_free()
        if not self.heap_total_bytes:
            self.heap_total_bytes = free_bytes + gc.mem_alloc()
        total_bytes = self.heap_total_bytes
        self.heap_free_bytes = free_bytes * _HEAP_STEPS // total_bytes * total_bytes // _HEAP_STEPS

    def _keep_house(self):
        """Idle work: the next journal sector, a look at a cell and at the random source."""
        is_moving = self.is_moving()
        self.storage.tell_findings(self.raise_fault, is_moving)
        if is_moving:
            return  # 80 ms of memory traffic are a card's whole way: later
        self.generator.tick()
        if self.may_erase():
            self.storage.recorder.service()
        self.storage.save_acked(self.node.acked_event)
        # one cell a beat: all of them at once would keep the inputs waiting for 0.3 s
        self.storage.store.check(self._beats % len(CELLS) + 1)

    def _keep_faults(self, event, code, detail):
        self.storage.edit_faults(self.faults)
        return self.commit(event, code, detail)

    def _make_safe(self, _code):
        if self.state.state != bs.ST_SELF_TEST:
            self._act(self.state.handle_severity(self.faults.severity()))

    def _act(self, action):
        self.node.is_locked = self.state.state == bs.ST_LOCKED
        if action == bs.ACT_HALT:
            self.halt()

    def is_moving(self):
        """Whether cards are under way; an application with motors puts its own here."""
        return False

    def is_stopped(self):
        """No card may be given out: a fault, the lid, or the self-test is not over."""
        return self.state.state in (bs.ST_STOPPED, bs.ST_LOCKED, bs.ST_SELF_TEST)

    def may_erase(self):
        """Nothing moves and nobody is at the inputs: two edges of one pin would come as one."""
        return self._is_calm and not self._is_touched and not self.is_moving()

    def halt(self):
        """Outputs to their safe state; an application with motors adds its own."""

    def _is_present(self, code):
        check = self._presence.get(code)
        return check() if check else False

    def _illegal(self, state, event):
        self.raise_fault(FAULT_ILLEGAL_TRANSITION, state << 8 | event)

    def _address(self, board):
        return self.settings.get(CFG_ADDRESS) or board.DEFAULT_ADDRESS


def _nobody(_code, _detail):
    """For a board without rulings."""


def _crash(_loop, context):
    """A task failed: end the program, so that the watchdog starts the board afresh."""
    raise context["exception"]
