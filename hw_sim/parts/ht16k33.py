"""HT16K33 display driver: 16 bytes of display RAM that can be read back."""

from __future__ import annotations

from hw_sim.parts.i2c_target import I2cTarget


class Ht16k33(I2cTarget):
    """Commands by their high nibble, as in the data sheet; segments show only when all is on."""

    def __init__(self) -> None:
        self.stuck_bits = bytearray(16)  # segments whose RAM cell reads 1 for ever
        self.reset()

    def reset(self) -> None:
        self.ram = bytearray(16)
        self.is_oscillating = False
        self.is_on = False
        self.brightness = 15
        self._pointer = 0

    def write(self, data: bytes) -> None:
        self.check()
        command = data[0]
        kind = command >> 4
        if kind == 0x0:
            self._pointer = command & 0xF
            for value in data[1:]:
                self.ram[self._pointer] = value
                self._pointer = (self._pointer + 1) & 0xF
        elif kind == 0x2:
            self.is_oscillating = bool(command & 1)
        elif kind == 0x8:
            self.is_on = bool(command & 1)
        elif kind == 0xE:
            self.brightness = command & 0xF

    def read(self, n: int) -> bytes:
        self.check()
        cells = [(self._pointer + i) & 0xF for i in range(n)]
        return bytes(self.ram[i] | self.stuck_bits[i] for i in cells)

    def segments(self) -> bytes:
        """What a person sees: nothing unless oscillator and display are on."""
        return bytes(self.ram) if self.is_oscillating and self.is_on else bytes(16)


_DIGITS = {
    0x3F: "0", 0x06: "1", 0x5B: "2", 0x4F: "3", 0x66: "4", 0x6D: "5", 0x7D: "6", 0x07: "7",
    0x7F: "8", 0x6F: "9", 0x00: " ", 0x40: "-", 0x79: "E",
}  # fmt: skip


def digits_text(segments: bytes) -> str:
    """Segments of eight digits as text; '?' for what is no digit."""
    text = ""
    for value in segments[::2]:
        text += _DIGITS.get(value & 0x7F, "?") + ("." if value & 0x80 else "")
    return text.strip()
