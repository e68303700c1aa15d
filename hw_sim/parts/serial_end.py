"""The two kinds of end a serial line has: a board's UART or USB port, and a host program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

RX_BUFFER_BYTES = 1024  # what the firmware asks machine.UART for; more than that is lost


class Line(Protocol):
    """Where an end puts its bytes."""

    def transmit(self, sender: SerialEnd, data: bytes) -> None: ...


class SerialEnd:
    """Bytes received and not yet read, and the line that sent bytes go to."""

    def __init__(self, name: str, on_input: Callable[[], None], rx_limit: int | None) -> None:
        self.name = name
        self.rx = bytearray()
        self.lost_bytes = 0
        self.line: Line | None = None
        self.is_half_duplex = False
        self.is_driving = True  # RS-485: whether the transceiver's driver is on
        self._on_input = on_input
        self._rx_limit = rx_limit

    def receive(self, data: bytes) -> None:
        room = len(data) if self._rx_limit is None else max(self._rx_limit - len(self.rx), 0)
        self.lost_bytes += len(data) - min(room, len(data))
        self.rx += data[:room]
        self._on_input()

    def write(self, data: bytes) -> None:
        if self.line is not None:
            self.line.transmit(self, data)

    def open(self, baud: int) -> None:
        """The firmware set its line rate up."""

    def reset(self) -> None:
        self.rx.clear()


class HostEnd(SerialEnd):
    """A program on the other side: a test, or the gateway to a pty or TCP port."""

    def __init__(self, name: str, on_input: Callable[[], None] = lambda: None) -> None:
        super().__init__(name, on_input, None)

    def take(self) -> bytes:
        taken = bytes(self.rx)
        self.rx.clear()
        return taken
