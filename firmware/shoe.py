"""The shoe board on one screen: its rooms, built from sink to source."""

import gc
from time import ticks_ms

import board as pins

from firmware import shoe_rows as tables
from firmware.board.board import Board
from firmware.board.rooms import Rooms
from firmware.cards.reader import CardReader
from firmware.cards.room import Cards
from firmware.rounds.room import Rounds
from firmware.rounds.table import Table
from firmware.ruling.room import Rulings
from firmware.shuffler.room import ShufflerRoom


class Shoe(Rooms):
    """A card's way: mouth or shuffler → cards → rounds → rulings → journal."""

    def __init__(self):
        board = self.board = Board(pins, tables)
        gc.collect()
        table = Table(board, pins)
        self.rulings = Rulings(board, table)
        self.rounds = Rounds(board, table, self.rulings)
        gc.collect()
        reader = CardReader(board, pins)  # the cameras see the mouth's cards and the shuffler's
        self.shuffler = ShufflerRoom(board, pins, reader, self.rounds)
        gc.collect()
        self.cards = Cards(board, pins, reader, self.shuffler, self.rounds)
        gc.collect()

    def start(self):
        self.cards.start()
        self.rounds.start(ticks_ms())
        self.rulings.resume()
        self.shuffler.start()
        gc.collect()

    def edge(self, source, level, time_ms):
        if not self.cards.edge(source, level, time_ms):
            self.shuffler.edge(source, level, time_ms)

    def tick(self, now_ms):
        self.shuffler.tick(now_ms)
        self.cards.tick(now_ms)
        if not self.cards.is_reading:
            self.rounds.tick(now_ms, self.is_moving(), self.shuffler.has_new_pack())

    def is_moving(self):
        return self.shuffler.is_moving() or self.cards.is_near()

    def halt(self):
        self.shuffler.halt()

    def settle(self):
        self.cards.settle()

    def between_writes(self):
        self.cards.take_ahead()

    def change_setting(self, setting, value):
        return self.rounds.may_set(setting)

    def fault_raised(self, code, detail):
        self.rulings.fault_raised(code, detail)


def main():
    shoe = Shoe()
    shoe.board.run(shoe)
