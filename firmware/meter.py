"""The meter board: the jackpot, and the key switches of those who decide about it."""

import board as pins

from firmware import meter_rows
from firmware.board.board import Board
from firmware.board.guard import SRC_FIRST
from firmware.board.rooms import Rooms
from firmware.board.rows import EV_KEY_TURNED
from firmware.board.switch_watch import SwitchWatch
from firmware.drivers.edge_input import EdgeInput
from firmware.jackpot.room import SRC_AFTER_JACKPOT, Jackpot

_KEY_PINS = (pins.PIN_KEY_SUPERVISOR, pins.PIN_KEY_INSPECTOR)


class Meter(Rooms):
    """Wager sensors → jackpot → lamps and display; buttons and keys beside it."""

    def __init__(self, board):
        self._board = board
        self._jackpot = Jackpot(board, pins)
        self._keys = [SwitchWatch(1 - pins.ACTIVE_SWITCHES) for _ in _KEY_PINS]
        self._key_inputs = [
            EdgeInput(pin, SRC_AFTER_JACKPOT + key, board.ring, board.wake.set)
            for key, pin in enumerate(_KEY_PINS)
        ]

    def set_up(self):
        self._jackpot.set_up()

    def edge(self, source, level, time_ms):
        key = source - SRC_AFTER_JACKPOT
        if source < SRC_FIRST:
            self._board.buttons.edge(source, level, time_ms)
        elif key < 0:
            self._jackpot.edge(source, level, time_ms)
        elif self._keys[key].edge(level, time_ms):
            self._board.record(EV_KEY_TURNED, key, level)

    def tick(self, now_ms):
        self._jackpot.tick(now_ms)

    def change_setting(self, setting, value):
        return self._jackpot.changes.change(setting, value)


def main():
    board = Board(pins, meter_rows)
    board.run(Meter(board))
