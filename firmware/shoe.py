"""The shoe board: wiring in the order in which a card meets the parts."""

import gc
from time import ticks_ms

import board as pins

from firmware import shoe_rows as tables
from firmware.board.board import Board
from firmware.board.guard import SRC_FIRST
from firmware.board.rows import EV_BUTTON_PRESSED, EV_NO_MORE_BETS
from firmware.board.switch_watch import SwitchWatch
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
_SRC_BUTTON_A = SRC_FIRST + 1
_SRC_BUTTON_B = SRC_FIRST + 2
_AT_REST = 1 - pins.ACTIVE_SWITCHES
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
        self.rounds = Rounds(base, BetsLine(base.record))
        self.cards.on_reading = self._card_read
        self.rulings = room.wire(base, self.rounds, self.cards)
        base.on_present(FAULT_GATE_STUCK, self.mouth.is_blocked)
        base.is_moving = self._is_moving
        gc.collect()
        self.shuffler = ShufflerApp(pins, base, self.cards.reader)
        self.shuffler.mixing.on_dealt = self.rounds.packet
        self.shuffler.mixing.on_box_dealt = self.rounds.box
        self.rounds.has_new_pack = self.shuffler.has_new_pack
        gc.collect()

    def self_test(self, base):
        """In silence, before the board says a word; what was kept over the power cut is back."""
        is_well = base.run_self_test()
        self.cards.start()
        self.rulings.load()
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
            self.shuffler.watch(source, level, time_ms)
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
            self.rounds.tick(now_ms, self._is_moving())

    def _is_moving(self):
        """Cards are under way: nothing that keeps the inputs waiting may begin."""
        return self.shuffler.shuffler.is_moving() or self.cards.is_near()

    def _mouth(self, level, time_ms):
        if self.shuffler.is_dealing(time_ms):
            # the machine's throat has read these cards; here only a hand takes them
            if self.mouth.edge(level, time_ms) == gate_watch.CARD_PASSED:
                self._card_passed()
                self.shuffler.mixing.card_pulled()
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
        """A card of a deal; those of a census without a table are no business of the rounds."""
        if self.rulings.is_feeding:
            self.rounds.keep()  # it is not dealt, and a boot must not deal it either
            self.rulings.replacement(code)
        elif self.rounds.is_table_open or not self.cards.census.is_running:
            self.rounds.reading(code, flags, ticks_ms())


def main():
    app = ShoeApp()
    app.base.run(app.self_test, app.watch, app.tick)
