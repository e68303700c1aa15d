"""The step generator's words for a move: as many pulses as ordered, no faster than allowed."""

from __future__ import annotations

import importlib
import sys
from itertools import pairwise
from typing import Any

import pytest

from firmware.shuffler.carousel import ACCELERATION_STEPS_S2, TOP_STEPS_S, turn_ms
from hw_sim.kernel import Kernel
from hw_sim.parts.stepper import PulseMachine, PulseTrain
from tests.helpers.pio_model import fake_chip

SM_HZ = 8_000_000


class FakeStateMachine:
    def __init__(self, *_setting: Any) -> None: ...
    def init(self, *_setting: Any, **_options: Any) -> None: ...
    def active(self, _level: int) -> None: ...


class FakeDma:
    """Keeps what it was told; `words` is what went to the program."""

    words: list[int] = []

    def __init__(self) -> None:
        self.count = 0

    def pack_ctrl(self, **_fields: Any) -> int:
        return 0

    def config(self, read: Any, write: Any, count: int, **_options: Any) -> None:
        self.count = count
        if isinstance(write, FakeStateMachine):
            FakeDma.words = list(read[:count])

    def active(self, _level: int) -> None: ...

    def irq(self, handler: Any, hard: bool) -> None:
        self.fire = handler


class FakePin:
    OUT = 1

    def __init__(self, *_setting: Any, value: int = 0) -> None:
        self.level = value

    def value(self, level: int) -> None:
        self.level = level


@pytest.fixture
def generator() -> Any:
    with fake_chip():
        sys.modules["rp2"].StateMachine = FakeStateMachine  # type: ignore[attr-defined]
        sys.modules["rp2"].DMA = FakeDma  # type: ignore[attr-defined]
        module: Any = importlib.import_module("firmware.drivers.step_generator")
        module.rp2, module.Pin = sys.modules["rp2"], FakePin
        done: list[int] = []
        made = module.StepGenerator(1, 2, 3, lambda: done.append(1))
        made.done = done
        return made


def train() -> PulseTrain:
    return PulseTrain(b"".join(word.to_bytes(4, "little") for word in FakeDma.words), SM_HZ)


@pytest.mark.parametrize("steps", [1, 2, 3, 80, 81, 400, 1_080, 2_160, 4_640])
def test_move__any_length__its_pulses_in_the_time_that_the_firmware_reckons(
    generator: Any, steps: int
) -> None:
    generator.move(steps, TOP_STEPS_S, ACCELERATION_STEPS_S2)
    made = train()
    assert made.pulses == steps
    reckoned_ms = turn_ms(steps, TOP_STEPS_S, ACCELERATION_STEPS_S2)
    assert made.duration_us / 1000 <= reckoned_ms + 1
    assert made.duration_us / 1000 >= reckoned_ms * 0.9 - 3
    assert made.at(made.us_of(steps / 3)) == pytest.approx(steps / 3)


def test_move__long__never_faster_and_never_steeper_than_told(generator: Any) -> None:
    generator.move(-2_160, TOP_STEPS_S, ACCELERATION_STEPS_S2)
    made = train()
    times_us = [made.us_of(pulse) for pulse in range(2_161)]
    speeds = [1e6 / (b - a) for a, b in pairwise(times_us)]
    assert max(speeds) <= TOP_STEPS_S * 1.01
    assert max(speeds) >= TOP_STEPS_S * 0.97
    for first in range(20, 2_140, 20):  # over some pulses: a half period has whole turns
        rise = (speeds[first + 19] - speeds[first]) / (times_us[first + 19] - times_us[first]) * 1e6
        assert abs(rise) <= ACCELERATION_STEPS_S2 * 1.1


def test_count__while_it_moves_and_after__pulses_with_their_direction(generator: Any) -> None:
    generator.move(-400, TOP_STEPS_S, ACCELERATION_STEPS_S2)
    generator._pulses.count = 150  # DMA has counted 250
    assert generator.count() == -250 and generator.done == []
    generator._pulses.fire(None)
    assert generator.count() == -400 and generator.done == [1]
    generator.move(80, TOP_STEPS_S, ACCELERATION_STEPS_S2)
    generator._pulses.count = 50
    generator.release()
    generator._pulses.fire(None)  # an abort may raise it once more
    assert generator.count() == -370 and generator.done == [1]


def test_pulse_machine__stopped_in_the_middle__true_count_and_no_end() -> None:
    kernel = Kernel()
    trains: list[PulseTrain] = []
    halts: list[int] = []
    told: list[int] = []
    machine = PulseMachine(kernel, trains.append, lambda: halts.append(1), told.append)
    machine.init(1_000_000, 0)
    machine.active(True)
    word = 21 << 16 | 99  # 100 pulses of 50 µs, two more to fetch it
    machine.count(7, 100)
    machine.feed(word.to_bytes(4, "little"))
    kernel.run_until(2_510)
    assert machine.told() == 50
    machine.active(False)
    kernel.run_until(10_000)
    assert (machine.told(), told, len(halts)) == (50, [], 1)
    machine.active(True)
    machine.count(7, 100)
    machine.feed(word.to_bytes(4, "little"))
    kernel.run_until(20_000)
    assert (machine.told(), told, len(halts)) == (100, [7], 2)
