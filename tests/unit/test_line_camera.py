"""The cameras' PIO programs, cycle by cycle: clocks as the sensor wants them, one word a pixel."""

from __future__ import annotations

import importlib
from itertools import pairwise
from typing import Any

import pytest

from firmware.drivers import line_unpack as lu
from tests.unit.pio_model import StateMachine, fake_chip

CYCLE_NS = 62.5  # 16 MHz
CONVERSION_NS = 2_000  # 96 cycles of 48 MHz
SI, CLK = 1, 2


@pytest.fixture(scope="module")
def drivers() -> tuple[Any, Any]:
    with fake_chip():
        pio = importlib.import_module("firmware.drivers.card_path_pio")
        camera = importlib.import_module("firmware.drivers.line_camera")
    return pio, camera


class Run:
    """What the pins and the queue did."""

    def __init__(self, machine: StateMachine, flags: set[int]) -> None:
        self.machine = machine
        self.flags = flags
        self.cycle = 0
        self.rises: list[int] = []
        self.si_at_rise: list[bool] = []
        self.words: list[tuple[int, int]] = []
        self.lamp_cycles = {1: 0, 2: 0}

    def go(self, cycles: int) -> None:
        machine = self.machine
        for _ in range(cycles):
            before = machine.side
            machine.step()
            if machine.side & CLK and not before & CLK:
                self.rises.append(self.cycle)
                self.si_at_rise.append(bool(machine.side & SI))
            if machine.out_pins:
                self.lamp_cycles[machine.out_pins] += 1
                assert not machine.side, "read out while the lamp shines"
            while machine.rx:
                self.words.append((self.cycle, machine.rx.popleft()))
            self.cycle += 1


def test_orders__whole_pass__as_unpack_expects_it(drivers: tuple[Any, Any]) -> None:
    _pio, camera = drivers
    orders = camera._orders(2, 3)
    pixels = [(order >> 10 & 0xFF) + 1 for order in orders]
    assert sum(pixels) == lu.RAW_BYTES
    assert len(orders) == 1 + lu.LINES_A + lu.LINES_SKIPPED + 1 + lu.LINES_B
    lamps = [order & 3 for order in orders]
    assert lamps[1:11] == [2, 1, 1, 1, 1, 2, 1, 1, 1, 1]  # A: red before four green
    assert lamps[-5:] == [1, 1, 1, 1, 2]  # B, which is read backwards: red after them
    assert {order >> 18 for order in orders} == {0x2005, 0x3005}
    assert all(order < 1 << 32 for order in orders)


def test_lines__gate_and_steps__wait_then_128_pixels_a_line(drivers: tuple[Any, Any]) -> None:
    pio, camera = drivers
    gate = [1]
    flags: set[int] = set()
    machine = StateMachine(pio.lines, lambda: gate[0], flags)
    run = Run(machine, flags)
    orders = camera._orders(2, 3)
    machine.tx.extend(orders[1:4])  # a red line and two green ones
    flags.add(4)
    run.go(2_000)
    assert run.words == [] and run.rises == []  # no card in the gate
    gate[0] = 0
    run.go(12_000)
    assert len(run.words) == 128 and run.lamp_cycles[1] == 0
    gate[0] = 1  # the card has left the gate: the roller still counts
    for _ in range(2):
        flags.add(4)
        run.go(8_000)
    assert len(run.words) == 3 * 128 and {word for _, word in run.words} == {0x2005}
    starts = [cycle for cycle, _ in run.words]
    gaps = [b - a for a, b in pairwise(starts)]
    assert min(gaps) * CYCLE_NS >= CONVERSION_NS * 1.03
    line_us = (starts[127] - starts[0]) * CYCLE_NS / 1000
    assert 255 < line_us < 270
    assert len(run.rises) == 3 * 128
    assert [i for i, has_si in enumerate(run.si_at_rise) if has_si] == [0, 128, 256]
    # each conversion starts at least 0.12 µs after the clock that shows its pixel
    assert all(s - r >= 2 for s, r in zip(starts, run.rises, strict=True))
    flash_us = [run.lamp_cycles[lamp] * CYCLE_NS / 1000 for lamp in (1, 2)]
    assert 58 < flash_us[0] < 64 and 19 < flash_us[1] < 23


def test_lines__orders_used_up__nothing_more_happens(drivers: tuple[Any, Any]) -> None:
    pio, camera = drivers
    flags: set[int] = {4}
    machine = StateMachine(pio.lines, lambda: 0, flags)
    machine.tx.append(camera._orders(2, 3)[1])
    run = Run(machine, flags)
    run.go(20_000)
    flags.add(4)
    run.go(20_000)
    assert len(run.words) == 128 and machine.side == 0 and machine.out_pins == 0


def test_steps__roller_turns__a_line_for_each_forward_cycle_only(drivers: tuple[Any, Any]) -> None:
    pio, _camera = drivers
    tracks = [0, 0]  # A, B
    flags: set[int] = set()
    machine = StateMachine(pio.steps, lambda: tracks[0], flags, lambda: tracks[1])
    forward = [(1, 0), (1, 1), (0, 1), (0, 0)]

    def turn(states: list[tuple[int, int]]) -> int:
        told = 0
        for tracks[0], tracks[1] in states:
            for _ in range(20):
                machine.step()
            told += len(flags)
            flags.clear()
        return told

    assert turn([(0, 0)]) == 0
    assert turn(forward * 5) == 5
    assert turn([(0, 1), (1, 1), (1, 0), (0, 0)] * 5) == 0  # pushed back
    assert turn(forward * 3) == 3
