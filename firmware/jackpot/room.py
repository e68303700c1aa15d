"""The jackpot: seats → wagers → freeze → book → lamps and display; linked tables beside it."""

import asyncio
from time import ticks_ms

from firmware.board.guard import SRC_FIRST
from firmware.board.rows import EV_NO_MORE_BETS
from firmware.drivers.edge_input import EdgeInput
from firmware.drivers.ht16k33 import Ht16k33
from firmware.drivers.mcp23017 import Mcp23017
from firmware.jackpot.book_keeping import open_books
from firmware.jackpot.display import Display
from firmware.jackpot.freeze import Freeze
from firmware.jackpot.lamps import STEP_MS, STEPS, Lamps
from firmware.jackpot.linked.holder_wire import HolderWire
from firmware.jackpot.linked.member_wire import MemberWire
from firmware.jackpot.linked.own_pool import OwnPool
from firmware.jackpot.linked.take_over import Loading
from firmware.jackpot.parts import AnteExpander, WagerExpander
from firmware.jackpot.requests import REQUESTS
from firmware.jackpot.round_book import RoundBook
from firmware.jackpot.rows import CFG_LINK_ROLE
from firmware.jackpot.seat_watch import SeatWatch
from firmware.jackpot.seats import Seats
from firmware.jackpot.term_changes import TermChanges
from firmware.jackpot.terms import Terms
from firmware.jackpot.wagers import Wagers

_SRC_EXPANDER = SRC_FIRST
_SRC_NO_MORE_BETS = SRC_FIRST + 1
SRC_AFTER_JACKPOT = SRC_FIRST + 2
_LINKED = (OwnPool, HolderWire, MemberWire)  # by the setting


class Jackpot:
    """Built from sink to source; requests use its stages."""

    def __init__(self, board, pins):
        self.board = board
        self._pins = pins
        i2c, ring, wake = board.i2c, board.ring, board.wake.set
        wager_chip = Mcp23017(i2c, pins.MCP23017_ADDRESS, pins.ACTIVE_BET_SENSORS)
        ante_chip = Mcp23017(i2c, pins.MCP23017_ANTE_ADDRESS, pins.ACTIVE_ANTE_SENSORS)
        self._expander = WagerExpander(board, wager_chip)
        self._antes = AnteExpander(board, ante_chip)
        self._interrupt = EdgeInput(pins.PIN_MCP_INT, _SRC_EXPANDER, ring, wake)
        self._line = EdgeInput(pins.PIN_NO_MORE_BETS, _SRC_NO_MORE_BETS, ring, wake)
        self._task = None

        self.terms = Terms(board.settings)
        self.book = book = RoundBook(board, self.terms)
        self.linked = linked = _LINKED[board.settings.get(CFG_LINK_ROLE)](board, book)
        self.display = Display(board, book, linked, Ht16k33(i2c, pins.HT16K33_ADDRESS))
        self.changes = TermChanges(board, book, linked)
        self.loading = Loading(book, board.settings)
        watch = SeatWatch()
        self.wagers = Wagers(board, book, watch, linked, self.changes)
        self.freeze = Freeze(board, book, self.wagers, self.changes)
        self._lamps = Lamps(board, book, watch, self.wagers, self._expander)
        self._seats = Seats(
            board,
            watch,
            self.wagers,
            self._expander,
            self._antes,
            lambda: ring.holds(_SRC_NO_MORE_BETS, pins.ACTIVE_NO_MORE_BETS),
            lambda: ring.holds(_SRC_EXPANDER, pins.ACTIVE_MCP_INT),
        )
        board.on(self, REQUESTS)

    def set_up(self):
        """Parts answer and are configured, then the books are opened."""
        self._expander.set_up()
        self.display.set_up()
        self._antes.set_up()
        has_books = open_books(self.book, self.changes)
        self.freeze.start(has_books, self._line.level() == self._pins.ACTIVE_NO_MORE_BETS)
        self.linked.start(ticks_ms())
        self._show(0)  # what lies there now was placed before this boot
        self._task = asyncio.create_task(self._refresh())

    def edge(self, source, level, time_ms):
        """One edge of the expander's interrupt or of the shoe's line."""
        if source == _SRC_NO_MORE_BETS:
            is_on = level == self._pins.ACTIVE_NO_MORE_BETS
            self.board.record(EV_NO_MORE_BETS, is_on)
            self.freeze.line(is_on, time_ms)  # what was seen before this edge counts
            self._seats.look(time_ms)
        elif level == self._pins.ACTIVE_MCP_INT:
            self._seats.look(time_ms)

    def now_ms(self):
        """For what a second role confirms later."""
        return ticks_ms()

    def tick(self, now_ms):
        """Once a heartbeat."""
        self.freeze.tick(now_ms)
        self._seats.tick(now_ms)
        self.linked.tick(now_ms)
        self._expander.tick()
        self.display.tick(now_ms)

    async def _refresh(self):
        """Four times a second, evenly."""
        step = 0
        while True:
            self._show(step)
            step = (step + 1) % STEPS
            await asyncio.sleep_ms(STEP_MS)

    def _show(self, step):
        now_ms = ticks_ms()
        self._seats.look(now_ms)
        self._lamps.show(step)
        self.display.show(step, now_ms)
