"""The cameras' PIO programs, cycle by cycle: clocks as the sensor wants them, one word a pixel."""

from __future__ import annotations

import importlib
from array import array
from itertools import pairwise
from typing import Any

import pytest

from firmware.drivers import picture_unpack as lu
from hw_sim.parts.line_camera import LINE_US
from tests.helpers.pio_model import PioBlock, StateMachine, fake_chip

CYCLE_NS = 62.5  # 16 MHz
CONVERSION_NS = 2_000  # 96 cycles of 48 MHz
SLACK_NS = 100  # for DMA, which others use too
SI, CLK = 1, 2


@pytest.fixture(scope="module")
def drivers() -> tuple[Any, Any]:
    with fake_chip():
        pio = importlib.import_module("firmware.drivers.card_path_pio")
        camera = importlib.import_module("firmware.drivers.line_camera")
    return pio, camera


class Run:
    """What the pins and the queue did; DMA takes each word at once."""

    def __init__(self, program: Any, gate: list[int]) -> None:
        self.block = PioBlock()
        self.machine = StateMachine(self.block, program, lambda: gate[0])
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


@pytest.mark.parametrize("first", [0, 1])
def test_orders__whole_pass__as_unpack_expects_it(drivers: tuple[Any, Any], first: int) -> None:
    _pio, camera = drivers
    orders = camera.orders((3, 2) if first else (2, 3))
    pixels = [(order >> 10 & 0xFF) + 1 for order in orders]
    assert sum(count for count in pixels if count > 1) == lu.RAW_BYTES
    assert len(orders) == 1 + lu.LINES_START + lu.LINES_SKIPPED + 1 + lu.LINES_END
    lamps = [order & 3 for order in orders]
    assert lamps[1:9] == [2, 1, 1, 1, 2, 1, 1, 1]  # the beginning: red before three green
    assert lamps[-4:] == [1, 1, 1, 2]  # the end, which is read backwards: red after them
    assert [orders[0] >> 18, orders[-1] >> 18] == [0x2005, 0x3005][:: 1 - 2 * first]
    assert all(order < 1 << 32 for order in orders)


def test_lines__gate_and_steps__wait_then_128_pixels_a_line(drivers: tuple[Any, Any]) -> None:
    pio, camera = drivers
    gate = [1]
    run = Run(pio.lines, gate)
    orders = camera.orders((2, 3))
    run.machine.tx.extend(orders[1:4])  # a red line and two green ones
    run.block.flags.add(4)
    run.go(2_000)
    assert run.words == [] and run.rises == []  # no card in the gate
    gate[0] = 0
    run.go(12_000)
    assert len(run.words) == 128 and run.lamp_cycles[1] == 0
    gate[0] = 1  # the card has left the gate: the roller still counts
    for _ in range(2):
        run.block.flags.add(4)
        run.go(8_000)
    assert len(run.words) == 3 * 128 and {word for _, word in run.words} == {0x2005}
    starts = [cycle for cycle, _ in run.words]
    gaps = [b - a for a, b in pairwise(starts)]
    assert min(gaps) * CYCLE_NS >= CONVERSION_NS + SLACK_NS
    line_us = (starts[127] - starts[0]) * CYCLE_NS / 1000
    assert 255 < line_us < 272
    # the 129th clock ends the sensor's line; no pixel comes with it
    assert len(run.rises) == 3 * 129
    assert [i for i, has_si in enumerate(run.si_at_rise) if has_si] == [0, 129, 258]
    shown = [rise for i, rise in enumerate(run.rises) if i % 129 != 128]
    # each conversion starts at least 0.12 µs after the clock that shows its pixel
    assert all(s - r >= 2 for s, r in zip(starts, shown, strict=True))
    flash_us = [run.lamp_cycles[lamp] * CYCLE_NS / 1000 for lamp in (1, 2)]
    assert 58 < flash_us[0] < 64 and 19 < flash_us[1] < 23


def test_lines__whole_line__no_longer_than_the_roller_leaves_time_for(
    drivers: tuple[Any, Any],
) -> None:
    pio, camera = drivers
    run = Run(pio.lines, [0])
    run.machine.tx.extend(camera.orders((2, 3))[2:4])  # two green ones
    run.block.flags.add(4)
    run.go(4_000)
    run.block.flags.add(4)  # the next step came while the first line was read
    run.go(8_000)
    assert len(run.words) == 256
    period_us = (run.words[128][0] - run.words[0][0]) * CYCLE_NS / 1000
    assert period_us <= LINE_US + 1  # what the simulator reckons a line takes


def test_lines__order_without_pixels__takes_a_step_and_nothing_else(
    drivers: tuple[Any, Any],
) -> None:
    pio, camera = drivers
    run = Run(pio.lines, [0])
    orders = camera.orders((2, 3))
    run.machine.tx.extend([orders[1 + lu.LINES_START], orders[1]])
    run.block.flags.add(4)
    run.go(3_000)
    assert run.words == [] and run.rises == [] and list(run.machine.tx) == []
    run.block.flags.add(4)
    run.go(8_000)
    assert len(run.words) == 128


def test_lines__orders_used_up__nothing_more_happens(drivers: tuple[Any, Any]) -> None:
    pio, camera = drivers
    run = Run(pio.lines, [0])
    run.block.flags.add(4)
    run.machine.tx.append(camera.orders((2, 3))[1])
    run.go(20_000)
    run.block.flags.add(4)
    run.go(20_000)
    assert len(run.words) == 128 and run.machine.side == 0 and run.machine.out_pins == 0


def test_orders__words_turned_over__are_those_of_the_other_way(drivers: tuple[Any, Any]) -> None:
    _pio, camera = drivers
    words = array("I", camera.orders((2, 3)))
    camera.toggle_words(words, len(words), 1 << 30)
    assert list(words) == camera.orders((3, 2))
