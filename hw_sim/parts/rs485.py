"""An RS-485 pair with its line rate: one talker at a time, driver-enable timing, collisions."""

from __future__ import annotations

from dataclasses import dataclass

from hw_sim.kernel import Kernel
from hw_sim.parts.noise import LineNoise
from hw_sim.parts.serial_end import SerialEnd


@dataclass
class _Sending:
    sender: SerialEnd
    start_us: int
    end_us: int
    data: bytearray
    is_collided: bool = False


class Rs485Bus:
    """Every end hears what any other end says, if its driver was on for the whole byte."""

    def __init__(self, kernel: Kernel, name: str, baud: int = 115_200) -> None:
        self.kernel = kernel
        self.byte_ns = 10_000_000_000 // baud  # start bit, eight data bits, stop bit
        self.noise = LineNoise(kernel.rng(name + "/noise"))
        self.collisions = 0
        self.cut_off_bytes = 0  # sent while the driver was off: lost on the wire
        self.trace: list[tuple[int, str, bytes]] | None = None
        self._ends: list[SerialEnd] = []
        self._sendings: list[_Sending] = []
        self._free_us: dict[int, int] = {}

    def attach(self, end: SerialEnd) -> None:
        end.line = self
        self._ends.append(end)

    def transmit(self, sender: SerialEnd, data: bytes) -> None:
        start_us = max(self.kernel.now_us, self._free_us.get(id(sender), 0))
        end_us = start_us + (len(data) * self.byte_ns + 999) // 1000
        self._free_us[id(sender)] = end_us
        if not sender.is_driving:
            self.cut_off_bytes += len(data)
            return
        sending = _Sending(sender, start_us, end_us, bytearray(data))
        for other in self._sendings:
            if other.sender is not sender and other.end_us > start_us:
                self.collisions += 1
                sending.is_collided = other.is_collided = True
        self._sendings.append(sending)
        self.kernel.at(end_us, lambda: self._arrive(sending))

    def set_driver(self, end: SerialEnd, is_on: bool) -> None:
        """The board switched its driver; what was still in the shifter is cut off."""
        end.is_driving = is_on
        if is_on:
            return
        now_us = self.kernel.now_us
        for sending in self._sendings:
            if sending.sender is end and sending.end_us > now_us:
                whole = max(now_us - sending.start_us, 0) * 1000 // self.byte_ns
                self.cut_off_bytes += len(sending.data) - whole
                del sending.data[whole:]

    def _arrive(self, sending: _Sending) -> None:
        self._sendings.remove(sending)
        data = bytes(sending.data)
        if self.trace is not None:
            self.trace.append((sending.start_us, sending.sender.name, data))
        if sending.is_collided:
            data = bytes(byte ^ self.noise.rng.randrange(256) for byte in data)
        data = self.noise.apply(data)
        for end in self._ends:
            # a transceiver with its driver on does not listen (receiver enable is tied to it)
            is_listening = end is not sending.sender and not (end.is_half_duplex and end.is_driving)
            if data and is_listening:
                end.receive_from(data, sending.start_us, self.byte_ns)
