"""Once a second: heap, guard, lines and lamp; then idle work where nothing moves."""

from firmware.board import board_state as bs
from firmware.drivers.lamp import BLUE, GREEN, OFF, RED, YELLOW, Lamp
from firmware.store.cells import CELLS

_COLOURS = (BLUE, GREEN, YELLOW, RED, RED)  # by the state of the board


class Heartbeat:
    """Takes the time and lets every part of the board have its look."""

    def __init__(self, board, pins):
        self._board = board
        self._lamp = Lamp(pins.PIN_LAMP_RED, pins.PIN_LAMP_GREEN, pins.PIN_LAMP_BLUE)
        self._beats = 0

    def beat(self, now_ms):
        board = self._board
        board.clock.update(now_ms)
        self._beats += 1
        board.inputs.beat()
        board.heap.beat(self._beats, board.is_moving())
        board.guard.tick(now_ms)
        board.serving.tick(now_ms)
        state = board.state.state
        is_dark = state == bs.ST_LOCKED and self._beats & 1
        self._lamp.show(OFF if is_dark else _COLOURS[state])

    def keep_house(self):
        """Idle work: the next journal sector, a look at a cell and at the random source."""
        board = self._board
        is_moving = board.is_moving()
        board.storage.tell_damage(board.raise_fault, is_moving)
        if is_moving:
            return  # 80 ms of memory traffic are a card's whole way: later
        board.generator.tick()
        board.recorder.tell_dropped()
        if board.may_erase():
            board.recorder.service()
        board.storage.save_acked(board.node.acked_event)
        board.rations.keep()
        # one cell a beat: all of them at once would keep the inputs waiting for 0.3 s
        board.store.check(self._beats % len(CELLS) + 1)
