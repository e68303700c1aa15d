"""A client's transport into the simulator itself: reading lets virtual time pass."""

from __future__ import annotations

from hw_sim.kernel import Kernel
from hw_sim.parts.serial_end import HostEnd


class SimTransport:
    """Looks like a serial port to the client; no real time, no real port."""

    def __init__(self, kernel: Kernel, end: HostEnd) -> None:
        self.name = end.name
        self._kernel = kernel
        self._end = end

    def write(self, data: bytes) -> None:
        self._end.write(data)

    def read(self, timeout_ms: int) -> bytes:
        self._kernel.run_for_ms(timeout_ms, lambda: bool(self._end.rx))
        return self._end.take()

    def now_ms(self) -> int:
        return self._kernel.now_us // 1000

    def close(self) -> None:
        self._end.rx.clear()
