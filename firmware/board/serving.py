"""The board's two serial lines and the ports of the link behind them."""

import asyncio
from time import ticks_add, ticks_diff, ticks_ms

from firmware.core.counters import FRAMES_UNSENT
from firmware.drivers.rs485 import Rs485
from firmware.link.port import LinkPort
from firmware.link.rows import CFG_LINK_DOWN_MS
from firmware.trust.rows import EV_REPL_ATTEMPT

PORT_USB = 0
PORT_RS485 = 1
LOOK_MS = 120  # a card's brief look takes at most 112 (docs/realtime.md)
_AFTER_REPLY_MS = 50  # lets the answer leave the board before it restarts


class Serving:
    """Bytes in, answers and events out; each of its tasks serves one line for ever."""

    def __init__(self, board, pins, answer_text):
        self._board = board
        self._is_repl_told = False
        self._is_held = False  # nobody hears anything before this time
        self._held_until_ms = 0
        self._hold_begun = asyncio.Event()
        self._usb = pins.usb_port()
        self._rs485 = Rs485(
            pins.UART_ID,
            pins.PIN_UART_TX,
            pins.PIN_UART_RX,
            pins.PIN_RS485_DE,
            pins.UART_BAUD,
            pins.chip(),
        )
        node = board.node
        self._on_usb = LinkPort(
            PORT_USB, node, self._usb.write, False, answer_text, self._repl_attempted
        )
        self.on_rs485 = LinkPort(PORT_RS485, node, self._rs485.write, True, answer_text)

    def tasks(self):
        """To be started once the board may speak."""
        return (
            self._serve(self._on_usb, self._usb),
            self._serve(self.on_rs485, self._rs485),
            self._serve_caught(),
            self._end_holds(),
        )

    def hold(self, edge_ms):
        """A card's end was seen at `edge_ms`, and it is looked at now.

        How long that takes depends on the card: so nothing is answered or sent before a time that
        does not.  A hold that runs is not made longer: no hand at the gate silences the board.
        """
        if self._is_held:
            return
        self._is_held = True
        self._held_until_ms = ticks_add(edge_ms, LOOK_MS)
        self._hold_begun.set()

    def pump(self):
        """Send what waits."""
        if self._is_held:
            return
        self._on_usb.events.pump()
        self.on_rs485.events.pump()

    def tick(self, now_ms):
        """Once a heartbeat: a host that has gone silent, frames that nobody took."""
        board = self._board
        self._is_repl_told = False
        board.count(FRAMES_UNSENT, self._usb.take_dropped())
        down_ms = board.settings.get(CFG_LINK_DOWN_MS)
        self._on_usb.tick(now_ms, down_ms)
        self.on_rs485.tick(now_ms, down_ms)

    def _repl_attempted(self, port):
        """Somebody sent what breaks into a REPL; told once per heartbeat, however often."""
        if not self._is_repl_told:
            self._is_repl_told = True
            self._board.record(EV_REPL_ATTEMPT, port)

    async def _serve(self, port, line):
        """Bytes from one serial line to its port, and the answers back."""
        reader = asyncio.StreamReader(line.stream)
        buf = bytearray(256)
        first = memoryview(buf)[:1]
        rest = memoryview(buf)[1:]
        while True:
            n = await reader.readinto(first)
            if n:
                await self._hold_over()
                n += line.read_more(rest)
                now_ms = self._now()
                if line is self._rs485:
                    line.hand_over(port.receive, now_ms)
                port.receive(buf, n, now_ms)
                await self._received()

    async def _serve_caught(self):
        """The same for what RS-485 brought during an erase, when nothing came after it."""
        line = self._rs485
        while True:
            await line.caught.wait()
            line.caught.clear()
            await self._hold_over()
            line.hand_over(self.on_rs485.receive, self._now())
            await self._received()

    async def _received(self):
        """Answers leave; then the program, when one of the requests has ordered it to."""
        self.pump()
        if self._board.leaving.is_due():
            await asyncio.sleep_ms(_AFTER_REPLY_MS)
            self._board.rations.keep(0)
            self._board.leaving.leave()

    async def _hold_over(self):
        while self._is_held:
            left_ms = ticks_diff(self._held_until_ms, ticks_ms())
            if left_ms > 0:
                await asyncio.sleep_ms(left_ms)
            else:
                self._is_held = False

    async def _end_holds(self):
        """What was recorded during a hold leaves at its end."""
        while True:
            await self._hold_begun.wait()
            self._hold_begun.clear()
            await self._hold_over()
            self.pump()

    def _now(self):
        now_ms = ticks_ms()
        self._board.clock.update(now_ms)
        return now_ms
