"""The USB serial port: two ends, no line rate, a short transfer time."""

from __future__ import annotations

from hw_sim.kernel import Kernel
from hw_sim.parts.noise import LineNoise
from hw_sim.parts.serial_end import SerialEnd

TRANSFER_US = 50


class UsbLine:
    """Carries bytes both ways between one board and one host."""

    def __init__(self, kernel: Kernel, name: str, board: SerialEnd, host: SerialEnd) -> None:
        self.kernel = kernel
        self.noise = LineNoise(kernel.rng(name + "/noise"))
        self.board = board
        self.host = host
        self.trace: list[tuple[int, str, bytes]] | None = None
        board.line = host.line = self

    def transmit(self, sender: SerialEnd, data: bytes) -> None:
        receiver = self.host if sender is self.board else self.board
        if self.trace is not None:
            self.trace.append((self.kernel.now_us, sender.name, data))
        arrived = self.noise.apply(data)
        if arrived:
            self.kernel.after(TRANSFER_US, lambda: receiver.receive(arrived))
