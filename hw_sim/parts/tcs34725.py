"""TCS34725 colour sensor: what lies under it, as four 16-bit counts (data sheet, register set)."""

from __future__ import annotations

from hw_sim.parts.i2c_target import I2cTarget

_COMMAND = 0x80
_ENABLE, _ATIME, _CONTROL, _ID, _STATUS, _CDATA = 0x00, 0x01, 0x0F, 0x12, 0x13, 0x14
_POWER_AND_ADC_ON = 0x03
_GAINS = (1, 4, 16, 60)
_WHITE_COUNTS = 80  # of white paper in each colour, per cycle of 2.4 ms and gain 1
DARK_PATH = (10, 10, 10)


class Tcs34725(I2cTarget):
    """Counts follow `surface_rgb`, the colour (0 to 255) of what the lamp shines on."""

    def __init__(self) -> None:
        self.surface_rgb: tuple[int, int, int] = DARK_PATH
        self.lamp = 1.0
        self.reset()

    def reset(self) -> None:
        self.registers = bytearray(0x1C)
        self.registers[_ATIME] = 0xFF
        self.registers[_ID] = 0x44
        self._pointer = 0

    def write(self, data: bytes) -> None:
        self.check()
        if not data[0] & _COMMAND:
            return
        self._pointer = data[0] & 0x1F
        for value in data[1:]:
            if self._pointer not in (_ID, _STATUS) and self._pointer < _CDATA:
                self.registers[self._pointer] = value
            self._pointer += 1

    def read(self, n: int) -> bytes:
        self.check()
        self._measure()
        start = self._pointer
        self._pointer += n
        return bytes((self.registers + bytes(n))[start : start + n])

    def _measure(self) -> None:
        is_on = self.registers[_ENABLE] & _POWER_AND_ADC_ON == _POWER_AND_ADC_ON
        self.registers[_STATUS] = 1 if is_on else 0
        if not is_on:
            return
        cycles = 256 - self.registers[_ATIME]
        gain = _GAINS[self.registers[_CONTROL] & 3]
        most = min(cycles * 1024, 0xFFFF)
        scale = cycles * gain * self.lamp * _WHITE_COUNTS / 255
        counts = [min(int(colour * scale), most) for colour in self.surface_rgb]
        clear = min(sum(counts), most)
        for i, count in enumerate((clear, *counts)):
            self.registers[_CDATA + 2 * i : _CDATA + 2 * i + 2] = count.to_bytes(2, "little")
