"""The shoe board: wiring in the order in which a card meets the parts."""

import gc
from time import ticks_ms

import board as pins

from firmware import shoe_rows as tables
from firmware.board.board import Board
from firmware.board.guard import SRC_FIRST
from firmware.board.rows import EV_BUTTON_PRESSED
from firmware.board.switch_watch import SwitchWatch
from firmware.cards import card_pass, gate_watch
from firmware.cards.room import Cards
from firmware.cards.rows import CFG_GATE_STUCK_MS, EV_CARD_PASSED, FAULT_GATE_STUCK
from firmware.core.counters import CARDS_PASSED
from firmware.drivers.edge_input import EdgeInput
from firmware.rounds.room import Rounds
from firmware.rounds.table import Table
from firmware.ruling.room import Rulings
from firmware.shuffler.room import ShufflerRoom
from firmware.shuffler.sources import SRC_SHUFFLER

_SRC_MOUTH = SRC_FIRST
_SRC_BUTTON_A = SRC_FIRST + 1
_SRC_BUTTON_B = SRC_FIRST + 2
_AT_REST = 1 - pins.ACTIVE_SWITCHES


class ShoeApp:
    """Mouth gate → cards → rounds → rulings → journal; lid and buttons beside it."""

    def __init__(self):
        base = self.base = Board(pins, tables)
        gc.collect()
        self.mouth = gate_watch.GateWatch()
        self.cards = Cards(base, pins)
        gc.collect()
        ring, wake = base.ring, base.wake.set
        count = self.cards.reader.count
        self._mouth_input = EdgeInput(pins.PIN_GATE_MOUTH, _SRC_MOUTH, ring, wake, False, count)
        self.cards.is_next_out = self._is_next_out
        self._button_inputs = (
            EdgeInput(pins.PIN_BUTTON_A, _SRC_BUTTON_A, ring, wake),
            EdgeInput(pins.PIN_BUTTON_B, _SRC_BUTTON_B, ring, wake),
        )
        self._buttons = (SwitchWatch(_AT_REST), SwitchWatch(_AT_REST))
        table = Table(base, pins)
        self.rulings = Rulings(base, table)
        self.rounds = Rounds(base, table, self.rulings)
        self.cards.on_reading = self._card_read
        self.cards.census.on_failed = self.rounds.pack_failed
        base.on_fault = self.rulings.fault_raised
        base.on_present(FAULT_GATE_STUCK, self.mouth.is_blocked)
        base.is_moving = self._is_moving
        gc.collect()
        self.shuffler = ShufflerRoom(base, pins, self.cards.reader, self.rounds)
        base.halt = self.shuffler.halt
        gc.collect()

    def self_test(self, base):
        """In silence, before the board says a word; what was kept over the power cut is back."""
        is_well = base.run_self_test()
        self.cards.start()
        self.rounds.start(ticks_ms())
        self.rulings.resume()
        self.shuffler.start()
        gc.collect()
        return is_well

    def watch(self, source, level, time_ms):
        """One edge from an input."""
        if source != _SRC_MOUTH:
            self.cards.settle()
        if source >= SRC_SHUFFLER:
            self.shuffler.edge(source, level, time_ms)
        elif source == _SRC_MOUTH:
            self._mouth(level, time_ms)
        elif self._buttons[source - _SRC_BUTTON_A].edge(level, time_ms) and level != _AT_REST:
            self.base.record(EV_BUTTON_PRESSED, source - _SRC_BUTTON_A)
            if source == _SRC_BUTTON_A:
                self.cards.feed_again()

    def tick(self, now_ms):
        """Once a heartbeat: what no edge tells."""
        self.shuffler.tick(now_ms)
        stuck_ms = self.base.settings.get(CFG_GATE_STUCK_MS)
        if self.mouth.tick(now_ms, stuck_ms) == gate_watch.STUCK:
            self.base.raise_fault(FAULT_GATE_STUCK, pins.PIN_GATE_MOUTH)
        self.cards.tick()
        if not self.cards.is_reading:
            self.rounds.tick(now_ms, self._is_moving(), self.shuffler.has_new_pack())

    def _is_moving(self):
        """Cards are under way: nothing that keeps the inputs waiting may begin."""
        return self.shuffler.is_moving() or self.cards.is_near()

    def _mouth(self, level, time_ms):
        if self.shuffler.is_dealing(time_ms):
            # the machine's throat has read these cards; here only a hand takes them
            if self.mouth.edge(level, time_ms) == gate_watch.CARD_PASSED:
                self._card_passed()
                self.shuffler.card_pulled()
            return
        what = self.cards.edge(level, time_ms, self.base.ring.count)
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
        return self.base.ring.holds(_SRC_MOUTH, 1) and self._mouth_input.level() == 1

    def _card_passed(self):
        base = self.base
        base.count(CARDS_PASSED)
        base.record(EV_CARD_PASSED, self.mouth.cards, min(self.mouth.pass_ms, 0xFFFF))
        self.rounds.card_leaves()

    def _card_read(self, _position, code, _back, flags):
        self.rounds.card_read(code, flags, self.cards.census.is_running, ticks_ms())


def main():
    app = ShoeApp()
    app.base.run(app.self_test, app.watch, app.tick)
