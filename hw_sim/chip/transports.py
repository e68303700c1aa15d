"""Clients' transports into the emulated board: reading lets its time pass."""

from __future__ import annotations

from hw_sim.chip.board import ChipBoard


class UsbTransport:
    """The emulated USB port, for `faro.wire.client.Client`; no real time, no real port."""

    def __init__(self, board: ChipBoard) -> None:
        self.name = "chip-usb"
        self._board = board

    def write(self, data: bytes) -> None:
        self._board.usb_send(data)

    def read(self, timeout_ms: int) -> bytes:
        board = self._board
        if not board.seen.usb:
            board.run(timeout_ms, usb=True)
        data = bytes(board.seen.usb)
        board.seen.usb.clear()
        return data

    def now_ms(self) -> int:
        return int(self._board.now_ms)

    def close(self) -> None:
        self._board.seen.usb.clear()


class BusTransport:
    """The RS-485 line; what came before the driver was on is not heard by anybody."""

    def __init__(self, board: ChipBoard) -> None:
        self.name = "chip-bus"
        self._board = board
        self._taken = 0

    def write(self, data: bytes) -> None:
        self._board.bus_send(data)

    def read(self, timeout_ms: int) -> bytes:
        board = self._board
        if len(board.seen.bus) == self._taken:
            board.run(timeout_ms, bus=True)
        data = bytes(byte for byte, _start, _end in board.seen.bus[self._taken :])
        self._taken = len(board.seen.bus)
        return data

    def now_ms(self) -> int:
        return int(self._board.now_ms)

    def close(self) -> None:
        pass
