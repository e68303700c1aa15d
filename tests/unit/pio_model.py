"""A small model of a PIO state machine, and an `rp2` whose assembler makes programs for it.

Only what the card path's programs use; cycles are exact: one per instruction and delay, none
lost but by a stall (RP2350 data sheet, chapter 11).
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from typing import Any

WORD = 0xFFFFFFFF


class Instruction:
    """One instruction; `.side(n)` and `[delay]` as in the assembler."""

    def __init__(self, op: str, *args: Any) -> None:
        self.op = op
        self.args = args
        self.side_value: int | None = None
        self.delay = 0

    def side(self, value: int) -> Instruction:
        self.side_value = value
        return self

    def __getitem__(self, delay: int) -> Instruction:
        self.delay = delay
        return self


class Program:
    """Instructions, labels, and where it wraps."""

    def __init__(self) -> None:
        self.code: list[Instruction] = []
        self.labels: dict[str, int] = {}
        self.wrap_to = 0
        self.wrap_at: int | None = None


_NAMES = ("x", "y", "isr", "osr", "pins", "null", "pin", "x_dec", "y_dec", "block", "noblock")


def asm_pio(**_options: Any) -> Callable[[Callable[[], None]], Program]:
    def decorate(function: Callable[[], None]) -> Program:
        program = Program()

        def word(op: str) -> Callable[..., Instruction]:
            def emit(*args: Any) -> Instruction:
                program.code.append(Instruction(op, *args))
                return program.code[-1]

            return emit

        names: dict[str, Any] = {name: name for name in _NAMES}
        for op in ("wait", "pull", "out", "jmp", "set", "nop", "in_", "push", "irq", "mov"):
            names[op] = word(op)
        names["label"] = lambda name: program.labels.__setitem__(name, len(program.code))
        names["wrap_target"] = lambda: setattr(program, "wrap_to", len(program.code))
        names["wrap"] = lambda: setattr(program, "wrap_at", len(program.code))
        space = function.__globals__
        before = dict(space)
        space.update(names)
        try:
            function()
        finally:
            space.clear()
            space.update(before)
        return program

    return decorate


@contextmanager
def fake_chip() -> Iterator[None]:
    """Modules of the chip, as far as importing the drivers needs them."""
    rp2 = ModuleType("rp2")
    vars(rp2).update(
        asm_pio=asm_pio, PIO=SimpleNamespace(OUT_LOW=0, SHIFT_LEFT=0, SHIFT_RIGHT=1)
    )
    machine = ModuleType("machine")
    vars(machine).update(ADC=object, Pin=object, mem32={})
    uctypes = ModuleType("uctypes")
    vars(uctypes).update(addressof=id)
    fakes = {"rp2": rp2, "machine": machine, "uctypes": uctypes}
    before = {name: sys.modules.get(name) for name in fakes}
    sys.modules.update(fakes)
    try:
        yield
    finally:
        for name, module in before.items():
            sys.modules.pop(name)
            if module is not None:
                sys.modules[name] = module


class StateMachine:
    """Runs a program cycle by cycle; pins come from functions, interrupts are a shared set."""

    def __init__(
        self,
        program: Program,
        in_pin: Callable[[], int],
        flags: set[int],
        jmp_pin: Callable[[], int] = lambda: 0,
    ) -> None:
        self.program = program
        self.tx: deque[int] = deque()
        self.rx: deque[int] = deque()
        self.side = 0
        self.out_pins = 0
        self._in_pin = in_pin
        self._jmp_pin = jmp_pin
        self._flags = flags
        self._pc = 0
        self._delay = 0
        self._regs = {"x": 0, "y": 0, "isr": 0, "osr": 0, "null": 0}

    def step(self) -> None:
        """One cycle."""
        if self._delay:
            self._delay -= 1
            return
        instruction = self.program.code[self._pc]
        if instruction.side_value is not None:
            self.side = instruction.side_value  # also while it stalls
        following = self._pc + 1
        end = self.program.wrap_at if self.program.wrap_at is not None else len(self.program.code)
        if following == end:
            following = self.program.wrap_to
        target = self._execute(instruction, following)
        if target is None:
            return
        self._pc = target
        self._delay = instruction.delay

    def _execute(self, instruction: Instruction, following: int) -> int | None:
        """Where it goes on; None when it stalls."""
        op, args, regs = instruction.op, instruction.args, self._regs
        if op == "wait":
            return following if self._wait(*args) else None
        if op == "pull":
            if not self.tx:
                return None
            regs["osr"] = self.tx.popleft()
        elif op == "push":
            self.rx.append(regs["isr"])
            regs["isr"] = 0
        elif op == "out":
            value = regs["osr"] & ((1 << args[1]) - 1)
            regs["osr"] >>= args[1]
            if args[0] == "pins":
                self.out_pins = value
            else:
                regs[args[0]] = value
        elif op == "in_":
            mask = (1 << args[1]) - 1
            regs["isr"] = (regs["isr"] << args[1] | regs[args[0]] & mask) & WORD
        elif op == "set":
            if args[0] == "pins":
                self.out_pins = args[1]
            else:
                regs[args[0]] = args[1]
        elif op == "irq":
            self._flags.add(args[0])
        elif op == "jmp":
            return self._jump(args, following)
        return following

    def _wait(self, level: int, source: Any, index: int) -> bool:
        if source == "pin":
            return self._in_pin() == level
        if index in self._flags:  # an interrupt flag: waiting for it takes it back
            self._flags.discard(index)
            return True
        return False

    def _jump(self, args: tuple[Any, ...], following: int) -> int:
        condition, label = args if len(args) == 2 else ("always", args[0])
        target = self.program.labels[label]
        target = self.program.wrap_to if target == len(self.program.code) else target
        if condition == "pin":
            return target if self._jmp_pin() else following
        if condition in ("x_dec", "y_dec"):
            before = self._regs[condition[0]]
            self._regs[condition[0]] = (before - 1) & WORD
            return target if before else following
        return target
