"""One emulated RP2350 for Python: power, time, pins, lines, memories, counters.

Time is in cycles of 150 MHz.  The world's functions are called at the moment of what they hear of;
an exception in one of them ends `run` and is raised there.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from hw_sim.chip.image_file import read_uf2
from hw_sim.chip.native import library

HZ = 150_000_000
CYCLES_PER_US = 150
FLASH_BYTES = 16 << 20
RAM_AT, RAM_BYTES = 0x2000_0000, 0x82000
RESET_POWER, RESET_WATCHDOG, RESET_ASKED = 0, 1, 2
END_TIME, END_WORLD, END_OVER = 0, 1, 2
LETS_GO = 2
_NONE = -1

# the words of chip_count in rp2350/cpu.c, in their order
COUNTERS = (
    "instructions", "slept_cycles", "cache_misses", "cache_hits", "erases", "programs", "i2c_bytes",
    "lowest_sp", "unsafe_aborts", "dma_transfers", "adc_lost_starts", "adc_overflows",
    "uart_overruns", "encoder_count", "encoder_edges", "position", "steps", "steps_disabled",
    "steps_short", "steps_setup", "step_at", "pc", "is_sleeping", "is_halted", "is_usb_up",
    "boot_at", "blocks", "camera_conversions", "timed_calls", "timed_cycles", "timed_most",
)  # fmt: skip
CAMERA_COUNTERS = (
    "starts", "clocks", "samples", "lit", "given_up", "short_lines", "overlaps", "unsettled",
    "idle", "setup", "too_fast", "transfer_too_short", "lit_in_reset", "moved",
)  # fmt: skip
_CAMERA_FIRST = 100

_int, _void = ctypes.c_int, None
_Words = ctypes.POINTER(ctypes.c_uint32)
_CALLS: tuple[tuple[str, Any], ...] = (
    ("i2c", ctypes.CFUNCTYPE(_int, _int, _int, _int)),
    ("sample", ctypes.CFUNCTYPE(_int, _int)),
    ("pin", ctypes.CFUNCTYPE(_void, _int, _int)),
    ("pwm", ctypes.CFUNCTYPE(_void, _int, _int)),
    ("light", ctypes.CFUNCTYPE(_void, _int, _Words, _Words)),
    ("turn", ctypes.CFUNCTYPE(_void)),
    ("placed", ctypes.CFUNCTYPE(_void)),
    ("uart", ctypes.CFUNCTYPE(_void, _int, _int)),
    ("usb", ctypes.CFUNCTYPE(_void)),
    ("flash", ctypes.CFUNCTYPE(_void, _int, ctypes.c_uint32)),
    ("reset", ctypes.CFUNCTYPE(_void, _int)),
    ("random", ctypes.CFUNCTYPE(_int)),
)


class _World(ctypes.Structure):
    _fields_ = _CALLS


class World(Protocol):
    """What the chip may call; a method that is not there is not called."""


class ChipError(RuntimeError):
    """The emulator met what it does not model, or the firmware left the rails."""


class Rp2350:
    """One board's chip and flash; `flash` is what outlives the supply."""

    def __init__(self, world: object, seed: int = 1, unique_id: bytes = bytes(8),
                 has_misses: bool = False) -> None:  # fmt: skip
        self._lib = lib = library()
        self.flash = bytearray(b"\xff") * FLASH_BYTES
        self._flash_view = (ctypes.c_ubyte * FLASH_BYTES).from_buffer(self.flash)
        self._failure: BaseException | None = None
        table = _World()
        for name, kind in _CALLS:
            call = getattr(world, name, None)
            if call is not None:
                setattr(table, name, kind(self._guarded(call)))
        self._table = table  # keeps the functions alive
        _declare(lib)
        self._chip = lib.chip_new(self._flash_view, seed, unique_id[::-1], table, has_misses)
        self._buffer = ctypes.create_string_buffer(1 << 16)

    def close(self) -> None:
        if self._chip:
            self._lib.chip_free(self._chip)
            self._chip = None

    def program(self, uf2: Path) -> None:
        """As the boot loader in ROM does."""
        for offset, data in read_uf2(uf2).items():
            if 0 <= offset < FLASH_BYTES:
                self.flash[offset : offset + len(data)] = data

    # -- life ------------------------------------------------------------------------------

    def power(self, is_on: bool) -> None:
        self._lib.chip_power(self._chip, is_on)
        self._raise()

    def run(self, until: int) -> int:
        """Up to a cycle, or until somebody interrupts or the power goes; says which."""
        end = self._lib.chip_run(self._chip, until)
        self._raise()
        return end

    def interrupt(self) -> None:
        """Ends `run` before the next block of instructions."""
        self._lib.chip_interrupt(self._chip)

    def cut_at(self, cycle: int) -> None:
        """The power will go then."""
        self._lib.chip_cut(self._chip, cycle, 0, 0)

    def cut_in_flash(self, operation: int, after: int) -> None:
        """It will go so many cycles into the n-th page or sector from now."""
        self._lib.chip_cut(self._chip, 0, operation, after)

    @property
    def now(self) -> int:
        return self._lib.chip_now(self._chip)

    def skip_to(self, cycle: int) -> None:
        """Time that passes without power."""
        self._lib.chip_skip_to(self._chip, cycle)

    # -- pins ------------------------------------------------------------------------------

    def drive(self, pin: int, level: int | None) -> None:
        """A level from outside; None: nobody drives it."""
        self._lib.chip_pin(self._chip, pin, _NONE if level is None else level)
        self._raise()

    def watch(self, pins: int) -> None:
        """Bits of the outputs whose changes the world hears."""
        self._lib.chip_watch(self._chip, pins)

    def level(self, pin: int) -> int:
        return self._lib.chip_levels(self._chip) >> pin & 1

    def is_driven(self, pin: int) -> bool:
        return bool(self._lib.chip_driven(self._chip) >> pin & 1)

    # -- parts -----------------------------------------------------------------------------

    def cameras(self, si: int, clk: int, green: int, red: int) -> None:
        self._lib.chip_cameras(self._chip, si, clk, green, red)

    def stepper(self, step: int, direction: int, enable: int) -> None:
        self._lib.chip_stepper(self._chip, step, direction, enable)

    def places(self, low: int, high: int) -> None:
        """The world hears when the position leaves low … high - 1."""
        self._lib.chip_places(self._chip, low, high)

    def encoder(self, pin_a: int, pin_b: int, count: int) -> None:
        self._lib.chip_encoder(self._chip, pin_a, pin_b, count)

    def turn(self, at: list[int], ways: list[int], more_at: int = 0) -> None:
        """The encoder's next counts by their cycles; the world's `turn` is called after them."""
        n = len(at)
        times, steps = (ctypes.c_uint64 * n)(*at), (ctypes.c_int8 * n)(*ways)
        self._lib.chip_turn(self._chip, times, steps, n, more_at)

    # -- lines -----------------------------------------------------------------------------

    def usb_send(self, data: bytes) -> None:
        self._lib.chip_usb_send(self._chip, data, len(data))

    def usb_take(self) -> bytes:
        n = self._lib.chip_usb_take(self._chip, self._buffer, len(self._buffer))
        return self._buffer.raw[:n]

    def usb_host(self, is_stalled: bool = False, is_suspended: bool = False,
                 is_unplugged: bool = False) -> None:  # fmt: skip
        """What the computer at the other end does: stops reading, falls silent, is pulled out."""
        self._lib.chip_usb_host(self._chip, is_stalled, is_suspended, is_unplugged)

    def uart_feed(self, uart: int, data: bytes) -> None:
        """Bytes that come one after another from now on."""
        self._lib.chip_uart_feed(self._chip, uart, data, len(data))

    # -- eyes ------------------------------------------------------------------------------

    def count(self, name: str) -> int:
        return self._lib.chip_count(self._chip, COUNTERS.index(name))

    def camera_count(self, name: str) -> int:
        return self._lib.chip_count(self._chip, _CAMERA_FIRST + CAMERA_COUNTERS.index(name))

    def counters(self) -> dict[str, int]:
        return {name: self.count(name) for name in COUNTERS}

    def ram(self, at: int, size: int) -> bytes:
        """Bytes of the RAM, by address."""
        return ctypes.string_at(self._lib.chip_ram(self._chip) + at - RAM_AT, size)

    def time_function(self, at: int) -> None:
        """From now on calls of the function at this address are counted and timed."""
        self._lib.chip_time(self._chip, at)

    def peek(self, at: int) -> int:
        """A register, as the processor would read it."""
        return self._lib.chip_peek(self._chip, at)

    def poke(self, at: int, value: int) -> None:
        self._lib.chip_poke(self._chip, at, value)
        self._raise()

    @property
    def fault(self) -> str:
        """What the processor stopped for, or what is not modelled; empty if all is well."""
        return self._lib.chip_fault(self._chip).decode()

    # -- the world's calls -----------------------------------------------------------------

    def _guarded(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def guarded(*arguments: Any) -> Any:
            try:
                return call(*arguments)
            except BaseException as failure:  # noqa: BLE001 (raised again by who runs the chip)
                self._failure = self._failure or failure
                self.interrupt()
                return -1

        return guarded

    def _raise(self) -> None:
        failure, self._failure = self._failure, None
        if failure:
            raise failure


_DONE: set[int] = set()


def _declare(lib: ctypes.CDLL) -> None:
    """Types of the functions; once a library."""
    if id(lib) in _DONE:
        return
    _DONE.add(id(lib))
    chip, long, word = ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint32
    data = ctypes.c_char_p
    rows: dict[str, tuple[Any, list[Any]]] = {
        "new": (chip, [ctypes.c_void_p, word, data, ctypes.POINTER(_World), _int]),
        "free": (None, []), "power": (None, [_int]), "run": (_int, [long]),
        "interrupt": (None, []), "cut": (None, [long, _int, long]), "now": (long, []),
        "skip_to": (None, [long]), "pin": (None, [_int, _int]), "watch": (None, [long]),
        "levels": (long, []), "driven": (long, []), "cameras": (None, [_int] * 4),
        "stepper": (None, [_int] * 3), "places": (None, [ctypes.c_int64] * 2),
        "encoder": (None, [_int, _int, ctypes.c_int64]),
        "turn": (None, [ctypes.c_void_p, ctypes.c_void_p, _int, long]),
        "usb_send": (_int, [data, _int]), "usb_take": (_int, [ctypes.c_void_p, _int]),
        "usb_host": (None, [_int] * 3), "time": (None, [word]),
        "uart_feed": (None, [_int, data, _int]),
        "count": (long, [_int]), "ram": (chip, []), "peek": (word, [word]),
        "poke": (None, [word, word]), "fault": (data, []),
    }  # fmt: skip
    for name, (gives, takes) in rows.items():
        function = getattr(lib, "chip_" + name)
        function.restype = gives
        function.argtypes = takes if name == "new" else [chip, *takes]
