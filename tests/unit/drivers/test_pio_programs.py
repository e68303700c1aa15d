"""The PIO programs of encoder, line trigger and carousel, as words in the chip's memory."""
# ruff: noqa: F821  (the assembler's own words)
# pyright: reportUndefinedVariable=false

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import pytest

from hw_sim.parts.stepper import PulseTrain
from tests.helpers.pio_model import PioBlock, Program, StateMachine, asm_pio, fake_chip

# A and B of the encoder, B in the higher bit
FORWARD = (0b10, 0b11, 0b01, 0b00)
BACK = (0b01, 0b11, 0b10, 0b00)


class Drivers:
    """The modules whose programs are tried here."""

    def __init__(self) -> None:
        with fake_chip():
            self.path: Any = importlib.import_module("firmware.drivers.card_path_pio")
            self.encoder: Any = importlib.import_module("firmware.drivers.roller_encoder")
            self.stepper: Any = importlib.import_module("firmware.drivers.step_generator")


@pytest.fixture(scope="module")
def drivers() -> Drivers:
    return Drivers()


def old_steps() -> Program:
    """As it was: its last label lies behind the last instruction."""

    def steps() -> None:
        wait(0, pin, 0)  # type: ignore[name-defined]
        wait(1, pin, 0)  # type: ignore[name-defined]
        jmp(pin, "backwards")  # type: ignore[name-defined]
        irq(4)  # type: ignore[name-defined]
        label("backwards")  # type: ignore[name-defined]

    return asm_pio()(steps)


def triggers(program: Program, states: tuple[int, ...], track: int) -> int:
    """Line triggers of so many states; the program sees one track and jumps by the other."""
    now = [0]
    block = PioBlock()
    machine = StateMachine(
        block, program, lambda: now[0] >> track & 1, lambda: now[0] >> 1 - track & 1
    )
    told = 0
    for now[0] in (0, *states):
        for _ in range(20):
            machine.step()
            told += 4 in block.flags
            block.flags.clear()
    return told


def test_load__programs_of_the_card_path__fit_one_block(drivers: Drivers) -> None:
    block = PioBlock()
    programs = (drivers.path.lines, drivers.path.steps, drivers.stepper._pulse)
    for program in programs:
        block.load(program)
    assert sum(len(program.words) for program in programs) <= 32
    assert PioBlock().load(drivers.encoder._follow) == 0  # as its computed jumps need


def test_steps__roller_turns__a_line_for_each_cycle_of_its_way_only(drivers: Drivers) -> None:
    steps = drivers.path.steps
    for track, forward, back in ((1, 5, 0), (0, 0, 5)):  # watch() swaps the tracks for the way out
        assert triggers(steps, FORWARD * 5, track) == forward
        assert triggers(steps, BACK * 5, track) == back
        assert triggers(steps, FORWARD * 2 + BACK * 5 + FORWARD * 3, track) == 5


def test_steps__label_behind_the_last_instruction__carries_into_the_condition() -> None:
    program = old_steps()
    block = PioBlock()
    assert block.load(program) == 28
    assert block.memory[30] == 0x00E0  # jmp !osre, 0: the direction is never looked at
    assert triggers(program, FORWARD * 5, 1) == triggers(program, BACK * 5, 1) == 5


def follow(drivers: Drivers, states: tuple[int, ...], start: int = 0) -> list[int]:
    """The counts after each state; a state lasts a little longer than a turn of the loop."""
    now = [0]
    machine = StateMachine(PioBlock(), drivers.encoder._follow, lambda: now[0])
    machine.set_y(start)
    counts: list[int] = []
    for now[0] in (0, *states):
        for _ in range(24):
            machine.step()
            if machine.rx:
                newest = machine.rx.popleft()
        counts.append((newest & 0x7FFFFFFF ^ 0x40000000) - 0x40000000)
    return counts[1:]


def test_follow__both_ways__every_change_of_a_track_counts(drivers: Drivers) -> None:
    assert follow(drivers, FORWARD * 3) == list(range(1, 13))
    assert follow(drivers, BACK * 3) == list(range(-1, -13, -1))
    assert follow(drivers, FORWARD + BACK + BACK)[-1] == -4


def test_follow__both_tracks_change_at_once__not_counted_and_goes_on(drivers: Drivers) -> None:
    assert follow(drivers, (0b11, 0b00, 0b11)) == [0, 0, 0]
    assert follow(drivers, (0b10, 0b01, 0b00, *FORWARD)) == [1, 1, 2, 3, 4, 5, 6]


class Pulses:
    """What the step pin did, and what was told."""

    def __init__(self, program: Program, words: list[int]) -> None:
        self.machine = StateMachine(PioBlock(), program)
        self._words = list(words)
        self.cycle = 0
        self.rises: list[int] = []
        self.falls: list[int] = []
        self.told: list[int] = []

    def go(self, is_done: Callable[[], bool]) -> None:
        machine = self.machine
        while not is_done():
            while self._words and len(machine.tx) < 4:
                machine.tx.append(self._words.pop(0))
            before = machine.out_pins
            machine.step()
            if machine.out_pins != before:
                (self.rises if machine.out_pins else self.falls).append(self.cycle)
            if machine.rx:
                machine.rx.popleft()
                self.told.append(self.cycle)
            self.cycle += 1


def test_pulse__words__as_many_pulses_and_as_long_as_the_simulator_reckons(
    drivers: Drivers,
) -> None:
    words = [99 << 16, 40 << 16, 10 << 16 | 6, 40 << 16, 99 << 16]
    run = Pulses(drivers.stepper._pulse, words)
    run.go(lambda: len(run.told) == 11)
    train = PulseTrain(b"".join(word.to_bytes(4, "little") for word in words), 1_000_000)
    assert train.pulses == 11 == len(run.rises)
    assert run.cycle == pytest.approx(train.duration_us, abs=3)
    cruise = [b - a for a, b in zip(run.rises[2:8], run.rises[3:9], strict=True)]
    assert cruise == [28] * 6
    high = [b - a for a, b in zip(run.rises, run.falls, strict=True)]
    assert high == [102, 43, *[13] * 7, 43, 102]  # half a period, so no pulse is too short
    for told, fall in zip(run.told, run.falls, strict=True):
        assert told > fall  # a pulse is told when it is out
    done = run.cycle
    run.go(lambda: run.cycle == done + 500)
    assert len(run.rises) == 11 and run.machine.out_pins == 0


def test_pulse__nobody_takes_what_it_tells__pulses_do_not_wait(drivers: Drivers) -> None:
    machine = StateMachine(PioBlock(), drivers.stepper._pulse)
    machine.tx.append(5 << 16 | 9)
    rises = 0
    for _ in range(400):
        before = machine.out_pins
        machine.step()
        rises += machine.out_pins and not before
    assert rises == 10 and len(machine.rx) == 4 and machine.lost == 6
