"""A simulated board as it comes from the factory: a REPL to flash it by, then the firmware.

What was flashed is what runs: the simulator boots from the very flash that the REPL wrote.
"""

from __future__ import annotations

import threading
from pathlib import Path

from faro.build.compile import vm_march
from faro.sim.rig import Rig
from hw_sim.pacing import PacedRunner
from hw_sim.raw_repl import RawReplBoard, identity_of
from hw_sim.rig import MODELS


class FlashableBoard:
    """`url` first offers the raw REPL; after a soft reset the flashed firmware answers there."""

    def __init__(self, kind: str, folder: Path) -> None:
        self._kind = kind
        identity = identity_of(MODELS[kind].reference, march=vm_march())
        self._repl = RawReplBoard(folder, identity, on_start=self._start)
        self._is_stopping = False
        self._thread: threading.Thread | None = None
        self.failure: Exception | None = None

    @property
    def url(self) -> str:
        return self._repl.url

    def __enter__(self) -> FlashableBoard:
        self._repl.power_on()
        return self

    def __exit__(self, *_exc: object) -> None:
        self._is_stopping = True
        if self._thread is not None:
            self._thread.join()
        self._repl.power_off()

    def _start(self, flash: Path) -> None:
        rig = Rig((self._kind,))
        rig.boards[self._kind].flash.load(flash.read_bytes())
        self._thread = threading.Thread(target=self._run, args=(rig,), daemon=True)
        self._thread.start()

    def _run(self, rig: Rig) -> None:
        try:
            with rig:
                rig.power_on()
                self._repl.port.end = next(iter(rig.boards.values())).usb_host
                PacedRunner(rig, [self._repl.port]).run(lambda: self._is_stopping)
        except Exception as error:  # noqa: BLE001 (shown by whoever owns the board)
            self.failure = error
