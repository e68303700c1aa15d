"""The simulator's shoe with an emulated RP2350 in the place of the VM: the image that ships.

It is a `SimBoard` to everything round it: parts, world, people and lines are the simulator's own.
What differs is below the pins: levels, bytes and pulses come and go at the chip's cycles.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from boards.wiring import load_signals
from hw_sim import bus_ops as ops
from hw_sim.board import SimBoard
from hw_sim.chip.rp2350_chip import CYCLES_PER_US, END_OVER, LETS_GO, RESET_WATCHDOG, Rp2350
from hw_sim.kernel import Kernel
from hw_sim.parts.fram import FramChip
from hw_sim.parts.i2c_target import BusStuck, I2cTarget, Nack
from hw_sim.pins import SimPin
from hw_sim.vm import BoardCrashed

if TYPE_CHECKING:
    from collections.abc import Iterable

SHOE = "shoe_pico2"
_FIRST_ADC_PIN = 40
_ADDRESS, _OUT, _IN = 0, 1, 2
_NACK, _STUCK = -1, -2


class ChipKernel(Kernel):
    """Virtual time with a chip in it: between two events of the world the chip runs."""

    def __init__(self, seed: int = 1) -> None:
        super().__init__(seed)
        self.boards: list[ShoeChip] = []

    def run_until(self, time_us: int, is_done: Callable[[], bool] | None = None) -> bool:
        while True:
            if is_done is not None and is_done():
                return True
            due_us = min(self.next_us(), time_us)
            for board in self.boards:
                board.run(due_us)
            self.now_us = max(self.now_us, min(board.now_us for board in self.boards))
            if self.now_us < due_us:
                continue  # a board heard something: others may be due earlier now
            self.now_us = due_us
            if self.next_us() <= time_us:
                self.run_next()
            else:
                return is_done is not None and is_done()


class ChipPin(SimPin):
    """A pin whose level is the chip's pad's."""

    def __init__(self, number: int, chip: Rp2350) -> None:
        self._chip = chip
        self._resistor: int | None = None
        self._world: int | None = None
        super().__init__(number, lambda _level: None)

    def level(self) -> int:
        return self._chip.level(self.number)

    @property
    def outside(self) -> int | None:
        """The resistor beside the pin."""
        return self._resistor

    @outside.setter
    def outside(self, level: int | None) -> None:  # pyright: ignore[reportIncompatibleVariableOverride]
        self._resistor = level
        self._drive()

    def drive(self, level: int | None) -> None:
        self._world = level
        self._drive()

    def reset(self) -> None:
        """The chip does it."""
        self.is_output = False

    def changed(self, level: int) -> None:
        """The chip drives it, or has let it go."""
        self.is_output = level != LETS_GO
        if level == LETS_GO and self.pwm_duty_u16:
            self.set_pwm(0)
        self._tell_watchers()

    def _drive(self) -> None:
        self._chip.drive(self.number, self._resistor if self._world is None else self._world)


class _I2cBus:
    """Bytes on the wire to transfers of the parts."""

    def __init__(self, targets: dict[int, I2cTarget]) -> None:
        self._targets = targets
        self._target: I2cTarget | None = None
        self._sent = bytearray()

    def step(self, what: int, value: int) -> int:
        try:
            return self._step(what, value)
        except BusStuck:
            return _STUCK
        except Nack:
            return _NACK

    def _step(self, what: int, value: int) -> int:
        if what == _ADDRESS:
            self._deliver()
            self._target = self._targets.get(value >> 1)
            if self._target is None:
                return _NACK
            self._target.check()
            return 0
        if self._target is None:
            return _NACK
        if what == _OUT:
            return self._put(value)
        if what == _IN:
            return self._target.read(1)[0]
        self._deliver()
        self._target = None
        return 0

    def _put(self, value: int) -> int:
        """A FRAM stores each byte as it comes; other parts take the transfer whole."""
        self._sent.append(value)
        if isinstance(self._target, FramChip) and len(self._sent) >= 2:
            self._target.put_byte(self._sent)
        return 0

    def _deliver(self) -> None:
        sent, self._sent = bytes(self._sent), bytearray()
        if sent and self._target is not None and not isinstance(self._target, FramChip):
            self._target.write(sent)


class _Processor:
    """What the rig takes for the board's VM."""

    def __init__(self, board: ShoeChip) -> None:
        self._board = board
        self.is_running = False

    def boot(self) -> None:
        self.is_running = True
        self._board.switch(True)

    def kill(self) -> None:
        if self.is_running:
            self.is_running = False
            self._board.switch(False)

    def wake(self) -> None:
        self._board.take_input()


class ShoeChip(SimBoard):
    """One shoe board; its parts are put in by the rig as into any other."""

    chip: Rp2350

    def attach(self, chip: Rp2350) -> None:
        """The chip in the VM's place; before any part is connected."""
        self.chip = chip
        self.vm = _Processor(self)  # pyright: ignore[reportAttributeAccessIssue]
        self._buses: dict[int, _I2cBus] = {}
        self._bits: list[int] = []
        self.light: Callable[[int], tuple[Iterable[int], Iterable[int]]] = lambda _lamp: ((), ())
        self.placed: Callable[[], None] = lambda: None
        self.turn: Callable[[], None] = lambda: None
        self.resets: list[int] = []
        self.flash_operations: list[tuple[int, int, int]] = []  # cycle, what, where

    # -- life ------------------------------------------------------------------------------

    def switch(self, is_on: bool) -> None:
        """The supply comes or goes."""
        chip = self.chip
        chip.skip_to(self.kernel.now_us * CYCLES_PER_US)
        if is_on:
            outputs = [row.pin for row in load_signals(SHOE).values() if row.way in ("out", "pwm")]
            chip.watch(sum(1 << number for number in outputs))
        chip.power(is_on)
        if not is_on:
            self._buses.clear()

    @property
    def now_us(self) -> int:
        """Of the chip; without power it is the world's."""
        return self.chip.now // CYCLES_PER_US if self.vm.is_running else self.kernel.now_us + 1

    def run(self, until_us: int) -> None:
        """Let the chip run up to a moment, or until it tells the world something."""
        if not self.vm.is_running:
            return
        end = self.chip.run(until_us * CYCLES_PER_US)
        fault = self.chip.fault
        if fault:
            raise BoardCrashed(f"{self.name}: {fault}")
        if end == END_OVER:
            self.power_off()

    def _heard(self) -> None:
        """The world acts at the chip's moment."""
        self.kernel.now_us = max(self.kernel.now_us, self.chip.now // CYCLES_PER_US)
        self.chip.interrupt()

    # -- the chip calls --------------------------------------------------------------------

    def pin_changed(self, number: int, level: int) -> None:
        self._heard()
        pin = self.pin(number)
        assert isinstance(pin, ChipPin)
        pin.changed(level)

    def pwm_changed(self, number: int, duty_u16: int) -> None:
        self._heard()
        self.pin(number).set_pwm(duty_u16)

    def sampled(self, channel: int) -> int:
        self.kernel.now_us = max(self.kernel.now_us, self.chip.now // CYCLES_PER_US)
        return self.adc.get(_FIRST_ADC_PIN + channel, int)() >> 4

    def transferred(self, bus: int, what: int, value: int) -> int:
        if bus not in self._buses:
            self._buses[bus] = _I2cBus(self.i2c.get(bus, {}))
        return self._buses[bus].step(what, value)

    def usb_said(self) -> None:
        self._heard()
        self.streams[ops.STREAM_USB].write(self.chip.usb_take())

    def uart_sent(self, uart: int, byte: int) -> None:
        self._heard()
        if uart in self.streams:
            self.streams[uart].write(bytes((byte,)))

    def random_bit(self) -> int:
        """Of the ring oscillator; eight of them are one of the simulator's samples."""
        if not self._bits:
            (sample,) = self.entropy(1)
            self._bits = [sample >> bit & 1 for bit in range(8)]
        return self._bits.pop()

    def flash_used(self, what: int, at: int) -> None:
        self.flash_operations.append((self.chip.now, what, at))

    def restarted(self, cause: int) -> None:
        """The watchdog, or the firmware itself."""
        self._heard()
        self.resets.append(cause)
        self.boots += 1
        self.watchdog_bites += cause == RESET_WATCHDOG
        self._buses.clear()
        for listener in self.reset_listeners:
            listener()

    # -- to the chip -----------------------------------------------------------------------

    def take_input(self) -> None:
        """What lines have brought goes to the chip's own controllers."""
        if not self.vm.is_running:
            return
        for unit, stream in self.streams.items():
            data, stream.rx[:] = bytes(stream.rx), b""
            if not data:
                continue
            if unit == ops.STREAM_USB:
                self.chip.usb_send(data)
            else:
                self.chip.uart_feed(unit, data)

    def pin(self, unit: int) -> SimPin:
        if unit not in self.pins:
            self.pins[unit] = ChipPin(unit, self.chip)
        return self.pins[unit]

    def raise_irq(self, kind: int, unit: int, detail: int = 0) -> None:
        """The chip's own controllers raise theirs."""


class ChipCalls:
    """The chip's functions by the names that it calls them by."""

    def __init__(self, board: ShoeChip) -> None:
        self.i2c = board.transferred
        self.sample = board.sampled
        self.pin = board.pin_changed
        self.pwm = board.pwm_changed
        self.uart = board.uart_sent
        self.usb = board.usb_said
        self.flash = board.flash_used
        self.reset = board.restarted
        self.random = board.random_bit
        self._board = board

    def turn(self) -> None:
        self._board.turn()

    def placed(self) -> None:
        self._board.placed()

    def light(self, lamp: int, a: object, b: object) -> None:
        """So much of 4,095 falls on each pixel of both cameras during a nominal flash."""
        for words, pixels in zip((a, b), self._board.light(lamp), strict=True):
            for i, value in enumerate(pixels):
                words[i] = value  # pyright: ignore[reportIndexIssue]
