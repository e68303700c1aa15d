"""One simulated board: pins, buses, streams, timers, watchdog and supply around a VM."""

from __future__ import annotations

import errno
import struct
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from hw_sim import bus_ops as ops
from hw_sim.kernel import Event, Kernel
from hw_sim.parts.flash import FlashChip
from hw_sim.parts.i2c_target import I2cTarget, Nack
from hw_sim.pins import SimPin
from hw_sim.power import PowerCut, Supply
from hw_sim.state_machines import StateMachines
from hw_sim.vm import BoardCrashed, BoardHung, BoardVm

_TIME = struct.Struct("<q")


class BoardStream(Protocol):
    """The board's end of a serial line."""

    rx: bytearray
    catch_bytes: int

    def hold(self, start_us: int, duration_us: int) -> None: ...
    def open(self, baud: int) -> None: ...
    def write(self, data: bytes) -> None: ...
    def reset(self) -> None: ...


class SimBoard:
    """Routes bus accesses to parts; the rig puts the parts in."""

    def __init__(
        self,
        name: str,
        kernel: Kernel,
        heap_bytes: int,
        search_path: list[Path],
        flash: FlashChip,
        supply: Supply,
    ) -> None:
        self.name = name
        self.kernel = kernel
        self.pins: dict[int, SimPin] = {}
        self.adc: dict[int, Callable[[], int]] = {}
        self.i2c: dict[int, dict[int, I2cTarget]] = {}
        self.streams: dict[int, BoardStream] = {}
        self.pio = StateMachines()
        self.encoder: Callable[[], int] = int
        self.flash = flash
        self.supply = supply
        self.entropy = kernel.rng(name + "/entropy").randbytes
        self.unique_id = kernel.rng(name + "/unique_id").randbytes(8)
        self.boots = 0
        self.watchdog_bites = 0
        self.power_cuts = 0
        self.is_powered = False
        self.on_program_end: Callable[[str], None] | None = None  # None: it is a test's failure
        self.reset_listeners: list[Callable[[], None]] = []
        self.card_seen: Callable[[], int] = int
        self.vm = BoardVm(name, heap_bytes, search_path, kernel, self)
        self._irqs: deque[int] = deque()
        self._irqs_on_us = 0  # until then none is served
        self.merged_edges = 0
        self._reset_cause = ops.RESET_POWER_ON
        self._watchdog: Event | None = None
        self._watchdog_ms = 0
        self._timers: dict[int, Event] = {}
        self._calls: dict[int, Callable[[int, int, bytes], tuple[int, bytes]]] = {
            ops.PIN_READ: lambda unit, _arg, _data: (self.pin(unit).level(), b""),
            ops.ADC_READ: lambda unit, _arg, _data: (
                self.pio.converted(self.adc.get(unit, int)()),
                b"",
            ),
            ops.I2C_XFER: self._i2c_transfer,
            ops.STREAM_READ: self._stream_read,
            ops.STREAM_HELD: lambda unit, _arg, _data: (len(self.streams[unit].rx), b""),
            ops.FLASH_PROGRAM: self._flash_program,
            ops.FLASH_ERASE: self._flash_erase,
            ops.ENTROPY: lambda _unit, arg, _data: (0, self.entropy(arg)),
            ops.UNIQUE_ID: lambda _unit, _arg, _data: (0, self.unique_id),
            ops.RESET_CAUSE: lambda _unit, _arg, _data: (self._reset_cause, b""),
            ops.ENCODER_READ: lambda _unit, _arg, _data: (self.encoder(), b""),
            ops.CARD_TAKE: lambda _unit, _arg, _data: (self.card_seen(), b""),
            **self.pio.calls,
        }
        self._posts: dict[int, Callable[[int, int, bytes], None]] = {
            ops.PIN_MODE: lambda unit, arg, _data: self.pin(unit).configure(arg),
            ops.PIN_WRITE: lambda unit, arg, _data: self.pin(unit).write(arg),
            ops.PIN_IRQ: lambda unit, arg, _data: self.pin(unit).set_trigger(arg),
            ops.PWM_SET: lambda unit, arg, _data: self.pin(unit).set_pwm(arg),
            ops.STREAM_OPEN: lambda unit, arg, _data: self.streams[unit].open(arg),
            ops.STREAM_WRITE: lambda unit, _arg, data: self.streams[unit].write(data),
            ops.WDT_START: self._watchdog_start,
            ops.WDT_FEED: lambda _unit, _arg, _data: self._watchdog_arm(),
            ops.TIMER_START: self._timer_start,
            ops.TIMER_STOP: self._timer_stop,
            ops.STREAM_CATCH: lambda unit, arg, _data: self._stream_catch(unit, arg),
            ops.IRQS_OFF: lambda _unit, arg, _data: self._irqs_off(arg),
            **self.pio.posts,
        }

    # -- life ------------------------------------------------------------------------------

    def power_on(self) -> None:
        self.is_powered = True
        self._boot(ops.RESET_POWER_ON)

    def power_off(self) -> None:
        """The supply is gone; parts with memory keep it, everything else forgets."""
        self.is_powered = False
        self._stop()
        self.power_cuts += 1

    def on_reset(self) -> None:
        """machine.reset(): the chip starts again, the supply stays."""
        self._stop()
        self.kernel.after(1_000, lambda: self._boot(ops.RESET_WATCHDOG))

    def on_hang(self) -> None:
        """The firmware answers no more: the watchdog, if there is one, ends that."""
        if self._watchdog is None:
            self.vm.kill()
            raise BoardHung(f"the firmware of '{self.name}' hangs and no watchdog was started")
        due_us = self._watchdog.time_us
        self._stop()
        self.kernel.at(due_us, self._bite)

    def on_end(self, text: str) -> None:
        """The program ended: outputs stay as they are until the watchdog, if it runs, bites."""
        if self.on_program_end is None:
            raise BoardCrashed(text)
        self.on_program_end(text)

    def _boot(self, cause: int) -> None:
        self._reset_cause = cause
        self.boots += 1
        try:
            self.vm.boot()
        except PowerCut:
            self.power_off()

    def _stop(self) -> None:
        self.vm.kill()
        self._irqs.clear()
        if self._watchdog:
            self._watchdog.cancel()
            self._watchdog = None
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        for pin in self.pins.values():
            pin.reset()
        for stream in self.streams.values():
            stream.reset()
        self.pio.reset()
        for listener in self.reset_listeners:
            listener()

    # -- sim bus ---------------------------------------------------------------------------

    def call(self, op: int, unit: int, arg: int, payload: bytes) -> tuple[int, bytes]:
        try:
            return self._calls[op](unit, arg, payload)
        except PowerCut:
            self.power_off()
            return 0, b""

    def posted(self, op: int, unit: int, arg: int, payload: bytes) -> None:
        self._posts[op](unit, arg, payload)

    def flash_descriptor(self) -> int:
        """Of the file that the VM reads as its flash."""
        if self.flash.file is None:
            raise ValueError("the flash of a board with a VM is in a file")
        return self.flash.file.fileno()

    def input_flags(self) -> int:
        flags = ops.FLAG_IRQ if self._irqs else 0
        for unit, stream in self.streams.items():
            if stream.rx:
                flags |= 1 << (ops.FLAG_READABLE_SHIFT + unit)
        return flags

    def take_ahead(self) -> tuple[int, bytes]:
        """A stream and its bytes, for firmware that woke up in order to read them."""
        for unit, stream in self.streams.items():
            if stream.rx:
                return unit, self._stream_read(unit, ops.AHEAD_BYTES, b"")[1]
        return 0, b""

    def fetch_irq(self) -> int:
        """The oldest interrupt; a pin's comes with its level now, which its handler asks for."""
        if not self._irqs:
            return -1
        irq = self._irqs.popleft()
        if irq & 0xFF == ops.IRQ_PIN:
            return irq & 0xFFFF | self.pin(irq >> 8 & 0xFF).level() << 16
        return irq

    def raise_irq(self, kind: int, unit: int, detail: int = 0) -> None:
        if not self.vm.is_running:
            return
        is_off = kind == ops.IRQ_PIN and self.kernel.now_us < self._irqs_on_us
        if is_off and any(irq & 0xFFFF == kind | unit << 8 for irq in self._irqs):
            self.merged_edges += 1  # one interrupt for both: its handler sees the last level
            return
        self._irqs.append(kind | unit << 8 | detail << 16)
        self.vm.wake()

    def pin(self, unit: int) -> SimPin:
        if unit not in self.pins:
            self.pins[unit] = SimPin(unit, lambda level: self.raise_irq(ops.IRQ_PIN, unit, level))
        return self.pins[unit]

    # -- peripherals -----------------------------------------------------------------------

    def _i2c_transfer(self, unit: int, arg: int, payload: bytes) -> tuple[int, bytes]:
        target = self.i2c.get(unit, {}).get(arg & 0xFF)
        want = arg >> 8
        if target is None:
            return -errno.EIO, b""
        try:
            if payload:
                target.write(payload)
            return 0, target.read(want) if want else b""
        except Nack as nack:
            return -nack.errno, b""

    def _stream_read(self, unit: int, arg: int, _data: bytes) -> tuple[int, bytes]:
        rx = self.streams[unit].rx
        taken = bytes(rx[:arg])
        del rx[:arg]
        return len(taken), taken

    def _flash_program(self, _unit: int, arg: int, data: bytes) -> tuple[int, bytes]:
        for start in range(0, len(data), 256):
            self.flash.program_page((arg + start) // 256, data[start : start + 256])
        return 0, b""

    def _flash_erase(self, _unit: int, arg: int, _data: bytes) -> tuple[int, bytes]:
        self.flash.erase_sector(arg)
        return 0, b""

    def _stream_catch(self, unit: int, count: int) -> None:
        self.streams[unit].catch_bytes = count

    def _irqs_off(self, duration_us: int) -> None:
        self._irqs_on_us = self.kernel.now_us + duration_us
        for unit, stream in self.streams.items():
            if unit != ops.STREAM_USB:  # its host waits
                stream.hold(self.kernel.now_us, duration_us)

    def _watchdog_start(self, _unit: int, arg: int, _data: bytes) -> None:
        self._watchdog_ms = arg
        self._watchdog_arm()

    def _watchdog_arm(self) -> None:
        if self._watchdog:
            self._watchdog.cancel()
        if self._watchdog_ms:
            self._watchdog = self.kernel.after(self._watchdog_ms * 1000, self._bite)

    def _bite(self) -> None:
        self.watchdog_bites += 1
        self._stop()
        self._watchdog_ms = 0
        self._boot(ops.RESET_WATCHDOG)

    def _timer_start(self, unit: int, is_periodic: int, data: bytes) -> None:
        self._timer_stop(unit, 0, b"")
        period_us = _TIME.unpack(data)[0]

        def fire() -> None:
            if is_periodic:
                self._timers[unit] = self.kernel.after(period_us, fire)
            self.raise_irq(ops.IRQ_TIMER, unit)

        self._timers[unit] = self.kernel.after(period_us, fire)

    def _timer_stop(self, unit: int, _arg: int, _data: bytes) -> None:
        timer = self._timers.pop(unit, None)
        if timer:
            timer.cancel()
