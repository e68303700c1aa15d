"""The two kinds of end a serial line has: a board's UART or USB port, and a host program."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

RX_BUFFER_BYTES = 1024  # what the firmware asks machine.UART for; more than that is lost
FIFO_BYTES = 32  # of the UART itself: all there is while interrupts are off
_HOLDS = 8  # so many of the last ones can lie in the time of one frame


class Line(Protocol):
    """Where an end puts its bytes."""

    def transmit(self, sender: SerialEnd, data: bytes) -> None: ...


@dataclass
class _Hold:
    """Interrupts were off from start to end; so many bytes had room."""

    start_us: int
    end_us: int
    room: int


class SerialEnd:
    """Bytes received and not yet read, and the line that sent bytes go to."""

    def __init__(self, name: str, on_input: Callable[[], None], rx_limit: int | None) -> None:
        self.name = name
        self.rx = bytearray()
        self.lost_bytes = 0
        self.line: Line | None = None
        self.is_half_duplex = False
        self.is_driving = True  # RS-485: whether the transceiver's driver is on
        self.catch_bytes = 0  # that DMA would carry while interrupts are off
        self._holds: deque[_Hold] = deque(maxlen=_HOLDS)
        self._on_input = on_input
        self._rx_limit = rx_limit

    def hold(self, start_us: int, duration_us: int) -> None:
        """The board's interrupts are off for so long."""
        room = FIFO_BYTES + self.catch_bytes
        self._holds.append(_Hold(start_us, start_us + duration_us, room))

    def receive_from(self, data: bytes, start_us: int, byte_ns: int) -> None:
        """Bytes that came one after another: what came while interrupts were off may be lost."""
        if not any(hold.end_us > start_us for hold in self._holds):
            self.receive(data)
            return
        kept = bytearray()
        for i, byte in enumerate(data):
            at_us = start_us + (i + 1) * byte_ns // 1000
            hold = next((h for h in self._holds if h.start_us < at_us <= h.end_us), None)
            if hold is None or hold.room:
                kept.append(byte)
            if hold is not None:
                hold.room -= hold.room > 0
        self.lost_bytes += len(data) - len(kept)
        self.receive(bytes(kept))

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
        self.catch_bytes = 0


class HostEnd(SerialEnd):
    """A program on the other side: a test, or the gateway to a pty or TCP port."""

    def __init__(self, name: str, on_input: Callable[[], None] = lambda: None) -> None:
        super().__init__(name, on_input, None)

    def take(self) -> bytes:
        taken = bytes(self.rx)
        self.rx.clear()
        self.catch_bytes = 0
        return taken
