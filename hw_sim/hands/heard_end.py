"""The host's end of a line, listened to: when its bytes came, for whoever writes that down."""

from __future__ import annotations

from collections.abc import Callable

from hw_sim.gateway import LineEnd
from hw_sim.kernel import Kernel


class HeardEnd:
    """`last_us` is when bytes of a host came last; `on_bytes` gets them before the board does."""

    def __init__(self, end: LineEnd, kernel: Kernel) -> None:
        self.last_us = 0
        self.on_bytes: Callable[[bytes], None] = lambda _data: None
        self._end = end
        self._kernel = kernel

    @property
    def rx(self) -> bytearray:
        return self._end.rx

    def write(self, data: bytes) -> None:
        if data:
            self._kernel.settle()
            self.last_us = self._kernel.now_us
            self.on_bytes(data)
            self._end.write(data)
