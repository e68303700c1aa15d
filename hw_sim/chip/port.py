"""The emulated USB port as a real pty, so that unmodified programs (mpremote, faro) can use it."""

from __future__ import annotations

import select
import threading
import time

from hw_sim.chip.board import ChipBoard
from hw_sim.raw_repl_port import PtyPort

_STEP_MS = 4.0  # how late an answer may be seen
_LONGEST_STEP_MS = 50.0  # after a stretch that took the emulator longer than real time


class ChipPort:
    """Runs the board against the wall clock in a thread; leave the block before driving it again.

    The board's time never runs ahead of real time × `speed`, so timeouts of programs mean what
    they say; it falls behind when the emulated processor is busy.
    """

    def __init__(self, board: ChipBoard, speed: float = 1.0) -> None:
        self._board = board
        self._speed = speed
        self._port = PtyPort()
        self.url = self._port.url
        self._is_stopping = False
        self._failure: Exception | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> ChipPort:
        self._thread.start()
        return self

    def __exit__(self, *_exc: object) -> None:
        self._is_stopping = True
        self._thread.join()
        self._port.close()
        if self._failure:
            raise self._failure

    def _run(self) -> None:
        try:
            due_s = time.monotonic()
            while not self._is_stopping:
                due_s = self._step(due_s)
        except Exception as error:  # noqa: BLE001 (handed over to whoever leaves the block)
            self._failure = error

    def _step(self, due_s: float) -> float:
        """Input, a few milliseconds of the board, output; gives when the next step is due."""
        ready, _, _ = select.select([self._port], [], [], max(0.0, due_s - time.monotonic()))
        board = self._board
        if ready:
            board.usb_send(self._port.receive())
        behind_ms = (time.monotonic() - due_s) * 1000 * self._speed
        board.run(min(max(behind_ms, _STEP_MS), _LONGEST_STEP_MS), usb=True)
        if board.seen.usb:
            self._port.send(bytes(board.seen.usb))
            board.seen.usb.clear()
            board.seen.edges.clear()
            board.seen.operations.clear()
        return max(due_s + _STEP_MS / 1000 / self._speed, time.monotonic())
