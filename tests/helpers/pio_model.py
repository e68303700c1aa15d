"""PIO as the chip has it: 32 words that state machines execute, and the assembler that makes them.

The words are those of MicroPython's rp2.py, the loader is the SDK's: a program goes to the highest
free place and its jumps are moved there by an addition, which carries out of the address when a
label lies behind the last instruction.  Cycles are exact: one per instruction and delay, none lost
but by a stall (RP2350 data sheet, chapter 11).
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from typing import Any

WORD = 0xFFFFFFFF
QUEUE_WORDS = 4
_PLACES = {"pins": 0, "x": 1, "y": 2, "null": 3, "pindirs": 4, "pc": 5, "status": 5, "isr": 6,
           "osr": 7, "exec": 8}  # fmt: skip
_CONDITIONS = {"not_x": 1, "x_dec": 2, "not_y": 3, "y_dec": 4, "x_not_y": 5, "pin": 6,
               "not_osre": 7}  # fmt: skip
_BLOCKING = {"noblock": 0x01, "block": 0x21, "iffull": 0x40, "ifempty": 0x40, "clear": 0x40}


class Program:
    """Assembles itself: `function` is run twice, once for the labels, once for the words."""

    def __init__(self, function: Callable[[], None], options: dict[str, Any]) -> None:
        self.name = function.__name__
        self.words: list[int] = []
        self.wrap_to = 0
        self.wrap_at = 0  # the last instruction before it wraps
        self.side_bits = len(options.get("sideset_init", ()))
        self.is_in_left = options.get("in_shiftdir", 0) == 0
        self.is_out_left = options.get("out_shiftdir", 0) == 0
        self._labels: dict[str, int] = {}
        for _ in range(2):
            self.words.clear()
            self._has_wrap = False
            _run_with(function, self._names())
        if not self._has_wrap:
            self.wrap_at = len(self.words) - 1

    def side(self, value: int) -> Program:
        assert value < 1 << self.side_bits
        self.words[-1] |= value << 13 - self.side_bits
        return self

    def __getitem__(self, delay: int) -> Program:
        assert delay <= 31 >> self.side_bits, "delay too large"
        self.words[-1] |= delay << 8
        return self

    def _names(self) -> dict[str, Any]:
        words: dict[str, Any] = {**_PLACES, **_CONDITIONS, **_BLOCKING}
        words.update(invert=lambda x: x | 0x08, reverse=lambda x: x | 0x10, rel=lambda x: x | 0x10)
        for name in ("jmp", "wait", "in_", "out", "push", "pull", "mov", "irq", "set", "nop",
                     "label", "wrap_target", "wrap"):  # fmt: skip
            words[name] = getattr(self, "_" + name.rstrip("_"))
        return words

    def _word(self, word: int) -> Program:
        self.words.append(word)
        return self

    def _label(self, name: str) -> None:
        self._labels[name] = len(self.words)

    def _wrap_target(self) -> None:
        self.wrap_to = len(self.words)

    def _wrap(self) -> None:
        self.wrap_at = len(self.words) - 1
        self._has_wrap = True

    def _nop(self) -> Program:
        return self._word(0xA042)

    def _jmp(self, condition: Any, label: str | None = None) -> Program:
        place, number = (condition, 0) if label is None else (label, condition)
        return self._word(number << 5 | self._labels.get(place, 0))

    def _wait(self, level: int, source: Any, index: int) -> Program:
        kind = 1 if source == _CONDITIONS["pin"] else 2 if source != 0 else 0
        return self._word(0x2000 | level << 7 | kind << 5 | index)

    def _in(self, source: int, bits: int) -> Program:
        return self._word(0x4000 | source << 5 | bits & 0x1F)

    def _out(self, dest: int, bits: int) -> Program:
        return self._word(0x6000 | (7 if dest == 8 else dest) << 5 | bits & 0x1F)

    def _push(self, mode: int = 0) -> Program:
        return self._word(0x8000 | (mode if mode & 1 else mode | 0x20) & 0x60)

    def _pull(self, mode: int = 0) -> Program:
        return self._word(0x8080 | (mode if mode & 1 else mode | 0x20) & 0x60)

    def _mov(self, dest: int, source: int) -> Program:
        return self._word(0xA000 | (4 if dest == 8 else dest) << 5 | source)

    def _irq(self, mode: int, index: int | None = None) -> Program:
        if index is None:
            mode, index = 0, mode
        return self._word(0xC000 | mode & 0x60 | index)

    def _set(self, dest: int, value: int) -> Program:
        return self._word(0xE000 | dest << 5 | value)


def _run_with(function: Callable[[], None], names: dict[str, Any]) -> None:
    space = function.__globals__
    before = dict(space)
    space.update(names)
    try:
        function()
    finally:
        space.clear()
        space.update(before)


def asm_pio(**options: Any) -> Callable[[Callable[[], None]], Program]:
    if isinstance(options.get("sideset_init"), int):
        options["sideset_init"] = (options["sideset_init"],)
    return lambda function: Program(function, options)


@contextmanager
def fake_chip() -> Iterator[None]:
    """Modules of the chip, as far as importing the drivers needs them."""
    rp2 = ModuleType("rp2")
    constants = SimpleNamespace(OUT_LOW=0, SHIFT_LEFT=0, SHIFT_RIGHT=1)
    vars(rp2).update(asm_pio=asm_pio, PIO=constants, StateMachine=object, DMA=object)
    machine = ModuleType("machine")
    vars(machine).update(ADC=object, Pin=object, mem32={}, disable_irq=int, enable_irq=int)
    fakes = {"rp2": rp2, "machine": machine}
    before = {name: sys.modules.get(name) for name in fakes}
    sys.modules.update(fakes)
    try:
        yield
    finally:
        for name, module in before.items():
            sys.modules.pop(name)
            if module is not None:
                sys.modules[name] = module


class PioBlock:
    """One of the chip's blocks: its memory, what is loaded, the interrupt flags."""

    def __init__(self) -> None:
        self.memory = [0] * 32
        self.flags: set[int] = set()
        self._used = 0
        self._at: dict[int, int] = {}

    def load(self, program: Program) -> int:
        """Where it lies: as high as it fits.  Each program is loaded once."""
        if id(program) in self._at:
            return self._at[id(program)]
        size = len(program.words)
        mask = (1 << size) - 1
        for at in range(32 - size, -1, -1):
            if not self._used & mask << at:
                self._used |= mask << at
                for i, word in enumerate(program.words):
                    self.memory[at + i] = word if word >> 13 else (word + at) & 0xFFFF
                self._at[id(program)] = at
                return at
        raise OSError("no room for " + program.name)


class StateMachine:
    """Executes words, cycle by cycle; pins come from functions."""

    def __init__(
        self,
        block: PioBlock,
        program: Program,
        in_pins: Callable[[], int] = lambda: 0,
        jmp_pin: Callable[[], int] = lambda: 0,
    ) -> None:
        self.at = self._pc = block.load(program)
        self.tx: deque[int] = deque()
        self.rx: deque[int] = deque()
        self.side = 0
        self.out_pins = 0
        self.lost = 0  # words that found no place in the queue
        self._block = block
        self._program = program
        self._in_pins = in_pins
        self._jmp_pin = jmp_pin
        self._delay = 0
        self._osr_bits = 32  # shifted out of it: it is empty
        self._x = self._y = self._isr = self._osr = 0

    def set_y(self, value: int) -> None:
        """As `exec("set(y, …)")`."""
        self._y = value

    def step(self) -> None:
        """One cycle."""
        if self._delay:
            self._delay -= 1
            return
        word = self._block.memory[self._pc]
        side_bits = self._program.side_bits
        field = word >> 8 & 0x1F
        if side_bits:
            self.side = field >> 5 - side_bits  # also while it stalls
        following = self._pc + 1 & 31
        if self._pc == self.at + self._program.wrap_at:
            following = self.at + self._program.wrap_to
        target = self._execute(word, following)
        if target is None:
            return
        self._pc = target
        self._delay = field & (31 >> side_bits)

    def _execute(self, word: int, following: int) -> int | None:
        """Where it goes on; None when it stalls."""
        kind, dest, low = word >> 13, word >> 5 & 7, word & 0x1F
        if kind == 0:
            return low if self._is_met(dest) else following
        if kind == 1:
            return following if self._wait(dest, low) else None
        if kind == 4:
            return following if self._queue(word) else None
        bits = low or 32
        if kind == 2:
            self._shift_in(self._read(dest), bits)
        elif kind == 3:
            return self._write(dest, self._shift_out(bits), following)
        elif kind == 5:
            value = self._read(low & 7)
            value = value ^ WORD if low >> 3 == 1 else value
            return self._write(dest, value, following)
        elif kind == 6:
            self._block.flags.add(low & 7)
        else:
            return self._write(dest, low, following)
        return following

    def _is_met(self, condition: int) -> bool:
        if condition == 2:
            before, self._x = self._x, self._x - 1 & WORD
            return before != 0
        if condition == 4:
            before, self._y = self._y, self._y - 1 & WORD
            return before != 0
        met = (True, self._x == 0, False, self._y == 0, False, self._x != self._y)
        if condition < len(met):
            return met[condition]
        return bool(self._jmp_pin()) if condition == 6 else self._osr_bits < 32

    def _wait(self, what: int, index: int) -> bool:
        level, source = what >> 2, what & 3
        if source == 1:
            return self._in_pins() >> index & 1 == level
        flags = self._block.flags
        if index & 7 in flags:  # waiting for a flag takes it back
            flags.discard(index & 7)
            return True
        return False

    def _queue(self, word: int) -> bool:
        is_pull, is_blocking = word & 0x80, word & 0x20
        if is_pull:
            if not self.tx:
                return not is_blocking
            self._osr, self._osr_bits = self.tx.popleft(), 0
            return True
        if len(self.rx) == QUEUE_WORDS:
            self.lost += not is_blocking
            if is_blocking:
                return False
        else:
            self.rx.append(self._isr)
        self._isr = 0
        return True

    def _shift_in(self, value: int, bits: int) -> None:
        value &= (1 << bits) - 1
        if self._program.is_in_left:
            self._isr = (self._isr << bits | value) & WORD
        else:
            self._isr = self._isr >> bits | value << 32 - bits

    def _shift_out(self, bits: int) -> int:
        self._osr_bits = min(self._osr_bits + bits, 32)
        if self._program.is_out_left:
            value = self._osr >> 32 - bits
            self._osr = self._osr << bits & WORD
        else:
            value = self._osr & (1 << bits) - 1
            self._osr >>= bits
        return value

    def _read(self, source: int) -> int:
        values = (self._in_pins(), self._x, self._y, 0, 0, 0, self._isr, self._osr)
        return values[source]

    def _write(self, dest: int, value: int, following: int) -> int:
        if dest == 0:
            self.out_pins = value
        elif dest == 1:
            self._x = value
        elif dest == 2:
            self._y = value
        elif dest == 5:
            return value & 0x1F
        elif dest == 6:
            self._isr = value
        elif dest == 7:
            self._osr, self._osr_bits = value, 0
        return following
