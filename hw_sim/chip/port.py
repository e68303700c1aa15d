"""The emulated USB port as a real pty, so that unmodified programs (mpremote, faro) can use it."""

from __future__ import annotations

import threading
import time

from hw_sim.chip.board import ChipBoard
from hw_sim.gateway import Inputs, PtyPort

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
        self.rx = bytearray()  # said by the board, and not yet taken by the port
        self._port = PtyPort(self)
        self._inputs = Inputs()
        self._port.register(self._inputs)
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

    def write(self, data: bytes) -> None:
        """What the program sent."""
        self._board.usb_send(data)

    def _run(self) -> None:
        try:
            due_s = time.monotonic()
            while not self._is_stopping:
                due_s = self._step(due_s)
        except Exception as error:  # noqa: BLE001 (handed over to whoever leaves the block)
            self._failure = error

    def _step(self, due_s: float) -> float:
        """Input, a few milliseconds of the board, output; gives when the next step is due."""
        board = self._board
        for fd, _ in self._inputs.wait(max(0.0, due_s - time.monotonic())):
            self._port.readable(fd)
        behind_ms = (time.monotonic() - due_s) * 1000 * self._speed
        board.run(min(max(behind_ms, _STEP_MS), _LONGEST_STEP_MS), usb=True)
        if board.seen.usb:
            self.rx += board.seen.usb
            board.seen.usb.clear()
            board.seen.edges.clear()
            board.seen.operations.clear()
        self._port.flush()
        return max(due_s + _STEP_MS / 1000 / self._speed, time.monotonic())
