"""A running table for a person or a test: boards in a thread, real ports, hands that act."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

from hw_sim.gateway import PtyPort
from hw_sim.pacing import PacedRunner
from hw_sim.rig import Rig
from hw_sim.vm_process import SimError

_ANSWER_S = 30.0


class LiveTable:
    """Runs a rig against real time in the background; `do` acts on it between two steps."""

    def __init__(self, rig: Rig, speed: float = 1.0) -> None:
        self.rig = rig
        self.ports = {name: PtyPort(board.usb_host) for name, board in rig.boards.items()}
        self.ports["bus"] = PtyPort(rig.bus_host)
        self._runner = PacedRunner(rig, list(self.ports.values()), speed)
        self._actions: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._is_stopping = False
        self._failure: Exception | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> LiveTable:
        self._thread.start()
        self.do(self.rig.power_on)
        self.do(self.rig.wait_ready)
        return self

    def __exit__(self, *_exc: object) -> None:
        self._is_stopping = True
        self._thread.join()
        self._runner.close()
        self.rig.close()

    def url(self, name: str) -> str:
        return self.ports[name].url

    def do(self, action: Callable[[], None]) -> None:
        """Let something happen at the table; returns when it has."""
        done = threading.Event()

        def act() -> None:
            try:
                action()
                self._runner.leapt()
            finally:
                done.set()

        self._actions.put(act)
        if not done.wait(_ANSWER_S) or self._failure:
            raise self._failure or SimError("the simulator does not answer")

    def wait_ms(self, duration_ms: int) -> None:
        """Let time pass at the table at once; to be used inside `do`."""
        self.rig.kernel.run_for_ms(duration_ms)

    def _run(self) -> None:
        try:
            while not self._is_stopping:
                while not self._actions.empty():
                    self._actions.get()()
                self._runner.step()
        except Exception as error:  # noqa: BLE001 (handed over to the caller of do)
            self._failure = error
            while not self._actions.empty():
                self._actions.get()
