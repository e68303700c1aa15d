"""The meter board: the jackpot, and the key switches of those who decide about it."""

import board as pins

from firmware import meter_rows
from firmware.board.board import Board
from firmware.board.guard import SRC_FIRST
from firmware.board.key_switches import KeySwitches
from firmware.board.rooms import Rooms
from firmware.jackpot.room import SRC_AFTER_JACKPOT, Jackpot


class Meter(Rooms):
    """Wager sensors → jackpot → lamps and display; buttons and keys beside it."""

    def __init__(self, board):
        self._buttons = board.buttons
        self._keys = KeySwitches(board, pins, SRC_AFTER_JACKPOT)
        self._jackpot = Jackpot(board, pins)

    def set_up(self):
        self._jackpot.set_up()

    def edge(self, source, level, time_ms):
        if source < SRC_FIRST:
            self._buttons.edge(source, level, time_ms)
        elif source < SRC_AFTER_JACKPOT:
            self._jackpot.edge(source, level, time_ms)
        else:
            self._keys.edge(source, level, time_ms)

    def tick(self, now_ms):
        self._jackpot.tick(now_ms)

    def change_setting(self, setting, value):
        return self._jackpot.changes.change(setting, value)


def main():
    board = Board(pins, meter_rows)
    board.run(Meter(board))
