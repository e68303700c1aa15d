"""MCP23017 16-bit port expander: registers, inputs from the world, interrupt output."""

from __future__ import annotations

from collections.abc import Callable

from boards.wiring import Signal
from hw_sim.parts.i2c_target import I2cTarget

IODIRA, IODIRB = 0x00, 0x01
IPOLA = 0x02
GPINTENA, GPINTENB = 0x04, 0x05
INTFA, INTFB = 0x0E, 0x0F
INTCAPA = 0x10
GPIOA, GPIOB = 0x12, 0x13
OLATA, OLATB = 0x14, 0x15
_REGISTERS = 0x16
_SENSORS = 7


class Mcp23017(I2cTarget):
    """Port A reads `inputs` (levels, a bit per sensor), port B drives outputs that lamps watch."""

    def __init__(self, sensors: Signal, lamps: Signal, on_interrupt: Callable[[int], None]) -> None:
        self._sensors = sensors
        self._lamps = lamps
        self.inputs = sensors.level(False) * ((1 << _SENSORS) - 1)
        self._on_interrupt = on_interrupt  # level of the (active low) INT pin
        self.reset()

    def reset(self) -> None:
        self.registers = bytearray(_REGISTERS)
        self.registers[IODIRA] = self.registers[IODIRB] = 0xFF
        self._pointer = 0
        self._on_interrupt(1)

    @property
    def outputs(self) -> int:
        """Port B as its pins show it: only bits that are outputs and set."""
        return self.registers[OLATB] & ~self.registers[IODIRB] & 0xFF

    @property
    def lit(self) -> int:
        """The lamps that a person sees lit, a bit per seat."""
        levels = self.outputs if self._lamps.active else ~self.outputs
        return levels & ((1 << _SENSORS) - 1)

    def set_sensor(self, bit: int, is_there: bool) -> None:
        """The world changes one sensor on port A."""
        before = self.inputs
        self.inputs = before & ~(1 << bit) | self._sensors.level(is_there) << bit
        changed = (before ^ self.inputs) & self.registers[GPINTENA]
        if changed:
            if not self.registers[INTFA]:  # held until the interrupt is cleared (data sheet 3.5.9)
                self.registers[INTCAPA] = self.inputs ^ self.registers[IPOLA]
            self.registers[INTFA] |= changed
            self._on_interrupt(0)

    def is_there(self, bit: int) -> bool:
        """Whether the world has put something on a sensor of port A."""
        return self._sensors.is_active(self.inputs >> bit & 1)

    def write(self, data: bytes) -> None:
        self.check()
        self._pointer = data[0]
        for value in data[1:]:
            register = OLATA + (self._pointer & 1) if self._pointer in (GPIOA, GPIOB) else None
            target = self._pointer if register is None else register
            if target < _REGISTERS:
                self.registers[target] = value
            self._pointer += 1

    def read(self, n: int) -> bytes:
        self.check()
        out = bytearray()
        for _ in range(n):
            register = self._pointer % _REGISTERS
            if register == GPIOA:
                out.append(self.inputs ^ self.registers[IPOLA])
            elif register == GPIOB:
                out.append(self.outputs)
            else:
                out.append(self.registers[register])
            if register in (GPIOA, INTCAPA):  # reading the port clears the interrupt
                self.registers[INTFA] = 0
                self._on_interrupt(1)
            self._pointer += 1
        return bytes(out)
