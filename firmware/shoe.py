"""The shoe board: wiring in the order in which a card meets the parts."""

import gc
from time import ticks_ms

import board as pins

from firmware import shoe_rows as tables
from firmware.board.board import Board
from firmware.board.buttons import BUTTON_A
from firmware.board.guard import SRC_FIRST
from firmware.board.rooms import Rooms
from firmware.board.rows import EV_NO_MORE_BETS
from firmware.cards import card_pass, gate_watch
from firmware.cards.room import Cards
from firmware.cards.rows import CFG_GATE_STUCK_MS, EV_CARD_PASSED, FAULT_GATE_STUCK
from firmware.core.counters import CARDS_PASSED
from firmware.drivers.edge_input import EdgeInput
from firmware.drivers.output_pin import OutputPin
from firmware.rounds.room import Rounds
from firmware.ruling import room
from firmware.shuffler.room import SRC_SHUFFLER, ShufflerApp

_SRC_MOUTH = SRC_FIRST
_NO_MORE_BETS = pins.ACTIVE_NO_MORE_BETS


class BetsLine:
    """The line "no more bets" to the meter board; its changes are events.

    It says so from reset on, until the boot knows whether a round is in play.
    """

    def __init__(self, record):
        self._record = record
        self._pin = OutputPin(pins.PIN_NO_MORE_BETS, _NO_MORE_BETS)
        self._is_on = 0

    def raise_early(self):
        """A card is on its way; whether it opens a round is told when it has been read."""
        self._pin.set(_NO_MORE_BETS)

    def show(self, is_on):
        self._pin.set(_NO_MORE_BETS if is_on else 1 - _NO_MORE_BETS)
        if is_on != self._is_on:
            self._is_on = is_on
            self._record(EV_NO_MORE_BETS, is_on)


class Shoe(Rooms):
    """Mouth gate → cards → rounds → rulings → journal; lid and buttons beside it."""

    def __init__(self):
        base = self.board = Board(pins, tables)
        gc.collect()
        self.mouth = gate_watch.GateWatch()
        self.cards = Cards(base, pins)
        gc.collect()
        ring, wake = base.ring, base.wake.set
        count = self.cards.reader.count
        self._mouth_input = EdgeInput(pins.PIN_GATE_MOUTH, _SRC_MOUTH, ring, wake, False, count)
        self.cards.is_next_out = self._is_next_out
        self.rounds = Rounds(base, BetsLine(base.record))
        self.cards.on_reading = self._card_read
        self.rulings = room.wire(base, self.rounds, self.cards)
        base.on_present(FAULT_GATE_STUCK, self.mouth.is_blocked)
        gc.collect()
        self.shuffler = ShufflerApp(pins, base, self.cards.reader)
        self.shuffler.mixing.on_dealt = self.rounds.packet
        self.shuffler.mixing.on_box_dealt = self.rounds.box
        self.rounds.has_new_pack = self.shuffler.has_new_pack
        gc.collect()

    def start(self):
        self.cards.start()
        self.rulings.load()
        self.rounds.start(ticks_ms())
        self.rulings.resume()
        self.shuffler.start()
        gc.collect()

    def edge(self, source, level, time_ms):
        if source != _SRC_MOUTH:
            self.cards.settle()
        if source >= SRC_SHUFFLER:
            self.shuffler.watch(source, level, time_ms)
        elif source == _SRC_MOUTH:
            self._mouth(level, time_ms)
        elif self.board.buttons.edge(source, level, time_ms) == BUTTON_A:
            self.cards.feed_again()

    def tick(self, now_ms):
        self.shuffler.tick(now_ms)
        stuck_ms = self.board.settings.get(CFG_GATE_STUCK_MS)
        if self.mouth.tick(now_ms, stuck_ms) == gate_watch.STUCK:
            self.board.raise_fault(FAULT_GATE_STUCK, pins.PIN_GATE_MOUTH)
        self.cards.tick()
        if not self.cards.is_reading:
            self.rounds.tick(now_ms, self.is_moving())

    def is_moving(self):
        return self.shuffler.shuffler.is_moving() or self.cards.is_near()

    def halt(self):
        self.shuffler.shuffler.halt()

    def settle(self):
        self.cards.settle()

    def between_writes(self):
        self.cards._take_ahead()

    def fault_raised(self, code, detail):
        self.rulings.fault_raised(code, detail)

    def _mouth(self, level, time_ms):
        if self.shuffler.is_dealing(time_ms):
            # the machine's throat has read these cards; here only a hand takes them
            if self.mouth.edge(level, time_ms) == gate_watch.CARD_PASSED:
                self._card_passed()
                self.shuffler.mixing.card_pulled()
            return
        what = self.cards.edge(level, time_ms, self.board.ring.count)
        if self.mouth.edge(level, time_ms) != gate_watch.CARD_PASSED:
            return
        if what == card_pass.PULLED_BACK:
            self.mouth.take_back()
            self.cards.pulled_back()
        else:
            self._card_passed()
            self.cards.passed(what)

    def _is_next_out(self):
        """A card's end waits to be looked at, and no other card is in the mouth yet."""
        return self.board.ring.holds(_SRC_MOUTH, 1) and self._mouth_input.level() == 1

    def _card_passed(self):
        base = self.board
        base.count(CARDS_PASSED)
        base.record(EV_CARD_PASSED, self.mouth.cards, min(self.mouth.pass_ms, 0xFFFF))
        self.rounds.card_leaves()

    def _card_read(self, _position, code, _back, flags):
        """A card of a deal; those of a census without a table are no business of the rounds."""
        if self.rulings.is_feeding:
            self.rounds.keep()  # it is not dealt, and a boot must not deal it either
            self.rulings.replacement(code)
        elif self.rounds.is_table_open or not self.cards.census.is_running:
            self.rounds.reading(code, flags, ticks_ms())


def main():
    shoe = Shoe()
    shoe.board.run(shoe)
