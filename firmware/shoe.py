"""The shoe board: wiring in the order in which a card meets the parts."""

import gc
from time import ticks_ms

import board as pins

from firmware import shoe_rows as tables
from firmware.board.board import Board
from firmware.board.rooms import Rooms
from firmware.board.rows import EV_NO_MORE_BETS
from firmware.cards.reader import CardReader
from firmware.cards.room import Cards
from firmware.drivers.output_pin import OutputPin
from firmware.rounds.room import Rounds
from firmware.ruling import room
from firmware.shuffler.room import ShufflerApp

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
        self.rounds = Rounds(base, BetsLine(base.record))
        self.census = self  # `wire` sets on_failed
        self.rulings = room.wire(base, self.rounds, self)
        gc.collect()
        reader = CardReader(base, pins)
        self.shuffler = ShufflerApp(pins, base, reader)
        self.shuffler.mixing.on_dealt = self.rounds.packet
        self.shuffler.mixing.on_box_dealt = self.rounds.box
        self.rounds.has_new_pack = self.shuffler.has_new_pack
        gc.collect()
        self.cards = Cards(base, pins, reader, self, self)
        gc.collect()

    def start(self):
        self.cards.start()
        self.rulings.load()
        self.rounds.start(ticks_ms())
        self.rulings.resume()
        self.shuffler.start()
        gc.collect()

    def edge(self, source, level, time_ms):
        if not self.cards.edge(source, level, time_ms):
            self.shuffler.watch(source, level, time_ms)

    def tick(self, now_ms):
        self.shuffler.tick(now_ms)
        self.cards.tick(now_ms)
        if not self.cards.is_reading:
            self.rounds.tick(now_ms, self.is_moving())

    def is_moving(self):
        return self.shuffler.shuffler.is_moving() or self.cards.is_near()

    def halt(self):
        self.shuffler.shuffler.halt()

    def settle(self):
        self.cards.settle()

    def between_writes(self):
        self.cards.take_ahead()

    def fault_raised(self, code, detail):
        self.rulings.fault_raised(code, detail)

    # -- what the cards ask of rounds and shuffler -------------------------------------------

    def is_dealing(self, now_ms):
        return self.shuffler.is_dealing(now_ms)

    def card_pulled(self):
        self.shuffler.mixing.card_pulled()

    def card_leaves(self):
        self.rounds.card_leaves()

    def pack_failed(self, missing, foreign):
        self.rulings.pack_failed(missing, foreign)

    def card_read(self, code, flags, is_census, now_ms):
        """A card of a deal; those of a census without a table are no business of the rounds."""
        if self.rulings.is_feeding:
            self.rounds.keep()  # it is not dealt, and a boot must not deal it either
            self.rulings.replacement(code)
        elif self.rounds.is_table_open or not is_census:
            self.rounds.reading(code, flags, now_ms)


def main():
    shoe = Shoe()
    shoe.board.run(shoe)
