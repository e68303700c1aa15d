"""A simulated board as it comes from the factory: a REPL to flash it by, then the firmware.

What was flashed is what runs: the simulator boots from the very flash that the REPL wrote.
"""

from __future__ import annotations

import os
from pathlib import Path

from faro.build.compile import vm_march
from hw_sim.gateway import Inputs, PtyPort
from hw_sim.raw_repl import RawReplBoard, identity_of
from hw_sim.rig import BoardRig

_BLANK = b"\xff"


class FlashableBoard:
    """`url` first offers the raw REPL; after a soft reset the flashed firmware answers there.

    The REPL has a thread of its own; the board starts in that of whoever serves the ports.
    """

    def __init__(self, board: BoardRig, folder: Path, link: Path | None = None) -> None:
        self._board = board
        board.flash.load(_BLANK * len(board.flash.data))
        self._repl = RawReplBoard(
            folder,
            identity_of(board.model.reference, march=vm_march()),
            on_start=lambda _flash: self._call(),
            make_port=lambda end: PtyPort(end, link),
        )
        self._called, self._caller = os.pipe()
        self._inputs: Inputs | None = None
        self._is_started = False
        self._repl.power_on()

    @property
    def url(self) -> str:
        return self._repl.url

    def _call(self) -> None:
        os.write(self._caller, b"s")

    def register(self, inputs: Inputs) -> None:
        self._inputs = inputs
        inputs.add(self._called, self)

    def readable(self, _fd: int) -> None:
        """The REPL has ended: power for what it wrote."""
        assert self._inputs is not None
        os.read(self._called, 1)
        self._board.flash.load(self._repl.image.read_bytes())
        self._repl.port.end = self._board.usb_host
        self._repl.port.register(self._inputs)
        self._is_started = True
        self._board.board.power_on()

    def flush(self) -> None:
        if self._is_started:
            self._repl.port.flush()

    def close(self) -> None:
        self._repl.power_off()
        os.close(self._called)
        os.close(self._caller)
