"""All drivers of the shoe at once: cards, carousel, readings, edges, frames, collections, erases.

Tells each edge, picture and move on the USB port; the test compares them with the truth.
"""

import asyncio
import gc

import bench_pins as pins

from firmware.core.edge_ring import EdgeRing
from firmware.drivers import flash_map, rp2040
from firmware.drivers.deadline import Deadline
from firmware.drivers.edge_input import EdgeInput
from firmware.drivers.feed_roller import FeedRoller
from firmware.drivers.line_camera import LineCamera
from firmware.drivers.roller_encoder import RollerEncoder
from firmware.drivers.rs485 import Rs485
from firmware.drivers.step_generator import StepGenerator
from firmware.drivers.supply_monitor import SupplyMonitor

MOUTH, THROAT, FEED, BUTTON, HOME, ALARM = 1, 2, 3, 4, 5, 6
FRAME_BYTES = 60
BLOCK_CARDS = 10  # then the way changes, and a sector is erased
TAIL_MS = 8  # the roller brings the last lines
MOVE_STEPS = (700, -350, 27, -377, 800, -800)
MOVE_MS, RAMP_MS = 90, 40  # 800 steps at 16,000 a second
BAUD = 115_200
WAY_MOUTH, WAY_OUT = 0, 2


class Shift:
    """`run(cards)` works until so many have passed."""

    def __init__(self):
        self.wake = asyncio.ThreadSafeFlag()
        self.ring = EdgeRing()
        self.encoder = RollerEncoder(rp2040, pins.ENCODER_A)
        gates = (pins.MOUTH, pins.THROAT, pins.THROAT)
        self.camera = LineCamera(
            rp2040, pins.CAMERA_SI, pins.ENCODER_A, pins.ADC_CAMERA_A, pins.ADC_CAMERA_B, gates
        )
        self.steps = StepGenerator(pins.STEP, pins.DIR, pins.ENABLE)
        self.feed = FeedRoller(pins.FEED_PWM, pins.FEED_DIR, pins.ADC_CURRENT)
        self.supply = SupplyMonitor(pins.ADC_SUPPLY, 6_600)
        self.deadline = Deadline(ALARM, self.ring, self.wake.set, self.encoder.count)
        self.line = Rs485(0, pins.UART_TX, pins.UART_RX, pins.RS485_DE, BAUD, rp2040)
        self.heard = bytearray()
        self.flash = flash_map.journal()
        count = self.encoder.count
        inputs = (
            (pins.MOUTH, MOUTH, count),
            (pins.THROAT, THROAT, count),
            (pins.FEED, FEED, count),
            (pins.BUTTON, BUTTON, count),
            (pins.HOME, HOME, self.steps.count),
        )
        self.inputs = [EdgeInput(p, s, self.ring, self.wake.set, count=c) for p, s, c in inputs]
        self.moves = self.cards = self.readings = self.collections = self.frames = 0
        self.ma = [9999, 0]
        self.mv = [9999, 0]

    def run(self, cards):
        self.wanted = cards
        self.feed.run(80)
        asyncio.run(self._run())
        print("end", self.readings, self.collections, self.frames, self.ring.dropped)
        print("values", *self.ma, *self.mv)

    async def _run(self):
        self.over = asyncio.Event()
        work = (self._edges, self._read, self._collect, self._serve)
        tasks = [asyncio.create_task(task()) for task in work]
        await self.over.wait()
        await asyncio.sleep_ms(150)  # the last move, the last frame
        for task in tasks:
            task.cancel()

    async def _edges(self):
        ring = self.ring
        while True:
            await self.wake.wait()
            while ring.take():
                print("e", ring.source, ring.level, ring.time_ms, ring.count)
                if ring.source in (MOUTH, THROAT) and ring.level:
                    self.deadline.arm(TAIL_MS)
                elif ring.source == ALARM:
                    self._take()

    def _take(self):
        self.camera.take()
        print("c", self.cards)
        self.cards += 1
        self._move()
        if self.cards == self.wanted:
            self.over.set()
        elif self.cards % BLOCK_CARDS == 0:
            self.rest = asyncio.create_task(self._rest())

    def _move(self):
        if self.steps.is_moving:
            print("late")
            return
        self.steps.move(MOVE_STEPS[self.moves % len(MOVE_STEPS)], MOVE_MS, RAMP_MS)
        self.moves += 1

    async def _rest(self):
        """Nothing moves: a sector is erased, and the next cards come the other way."""
        while self.steps.is_moving:
            await asyncio.sleep_ms(2)
        self.flash.erase_sector(self.cards // BLOCK_CARDS % 8)
        is_out = self.cards // BLOCK_CARDS % 2
        self.camera.watch(WAY_OUT if is_out else WAY_MOUTH)
        self.feed.run(-80 if is_out else 80)
        print("r")

    async def _read(self):
        while True:
            await asyncio.sleep_ms(7)
            note(self.ma, self.feed.current_ma())
            note(self.mv, self.supply.read_mv())
            self.readings += 2

    async def _collect(self):
        while True:
            await asyncio.sleep_ms(100)
            gc.collect()
            self.collections += 1

    async def _serve(self):
        """Each frame goes back as it came."""
        line = self.line
        piece = bytearray(64)
        while True:
            await asyncio.sleep_ms(1)
            line.hand_over(self._heard, 0)
            self._heard(piece, line.read_more(piece), 0)
            if len(self.heard) >= FRAME_BYTES:
                line.write(self.heard, FRAME_BYTES)
                self.heard = self.heard[FRAME_BYTES:]
                self.frames += 1

    def _heard(self, buf, n, _now_ms):
        self.heard += buf[:n]


def note(pair, value):
    pair[0] = min(pair[0], value)
    pair[1] = max(pair[1], value)
