"""The step generator's words for a move: as many pulses as ordered, in just the time ordered."""

from __future__ import annotations

import importlib
import sys
from itertools import pairwise
from typing import Any

import pytest

from firmware.shuffler.carousel import PACE_MS
from firmware.shuffler.geometry import COMPARTMENT_STEPS, COMPARTMENTS
from hw_sim.kernel import Kernel
from hw_sim.parts.stepper import PulseMachine, PulseTrain
from tests.helpers.pio_model import fake_chip

SM_HZ = 8_000_000
RAMP_MS = 40
TOP_STEPS_S = 16_000
MOST_STEPS_S2 = 400_000  # what the motor's torque gives
CYCLES_US = 2 / 8  # two cycles of the program


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
        return module.StepGenerator(1, 2, 3)


def train() -> PulseTrain:
    return PulseTrain(b"".join(word.to_bytes(4, "little") for word in FakeDma.words), SM_HZ)


@pytest.mark.parametrize("compartments", range(1, COMPARTMENTS // 2 + 1))
def test_move__any_way_to_a_secret_compartment__to_the_cycle_in_the_same_time(
    generator: Any, compartments: int
) -> None:
    """And in the same shape: at no moment is a near turn sooner done than a far one."""
    steps = compartments * COMPARTMENT_STEPS
    generator.move(steps, PACE_MS, RAMP_MS)
    made = train()
    assert made.pulses == steps
    assert made.duration_us == pytest.approx(PACE_MS * 1000, abs=CYCLES_US)
    generator.move(COMPARTMENTS // 2 * COMPARTMENT_STEPS, PACE_MS, RAMP_MS)
    longest = train()
    for us in range(0, PACE_MS * 1000, 1_000):  # a ramp has whole pulses
        assert abs(made.at(us) - longest.at(us) * steps / longest.pulses) < 2


@pytest.mark.parametrize(
    ("steps", "duration_ms", "ramp_ms"),
    [(1, 8, 4), (2, 8, 4), (3, 10, 4), (80, 29, 14), (2_160, 290, 20), (2_159, 290, 20),
     (4_640, 600, 20), (4_400, 583, 40), (8_640, 583, 40)],
)  # fmt: skip
def test_move__any_length__its_pulses_in_the_time_ordered(
    generator: Any, steps: int, duration_ms: int, ramp_ms: int
) -> None:
    generator.move(steps, duration_ms, ramp_ms)
    made = train()
    assert made.pulses == steps
    assert made.duration_us == pytest.approx(duration_ms * 1000, abs=CYCLES_US)
    assert made.at(made.us_of(steps / 3)) == pytest.approx(steps / 3)


def test_move__too_short_to_take_so_long__as_slow_as_it_can(generator: Any) -> None:
    generator.move(1, 290, 20)
    assert train().pulses == 1 and 8_000 < train().duration_us < 290_000


@pytest.mark.parametrize(
    ("steps", "duration_ms", "ramp_ms"), [(80, 29, 14), (-2_160, PACE_MS, 40), (8_640, 583, 40)]
)
def test_move__fastest_of_its_kind__never_faster_and_never_steeper_than_the_motor_can(
    generator: Any, steps: int, duration_ms: int, ramp_ms: int
) -> None:
    generator.move(steps, duration_ms, ramp_ms)
    made = train()
    times_us = [made.us_of(pulse) for pulse in range(abs(steps) + 1)]
    speeds = [1e6 / (b - a) for a, b in pairwise(times_us)]
    assert max(speeds) <= TOP_STEPS_S * 1.01
    for first in range(5, abs(steps) - 20, 5):  # over some pulses: a half period has whole turns
        rise = (speeds[first + 15] - speeds[first]) / (times_us[first + 15] - times_us[first]) * 1e6
        assert abs(rise) <= MOST_STEPS_S2 * 1.2
    up = speeds[: len(speeds) // 2]
    assert all(after > before * 0.99 for before, after in pairwise(up)), "never slower on the way"


def test_count__while_it_moves_and_after__pulses_with_their_direction(generator: Any) -> None:
    generator.move(-400, PACE_MS, RAMP_MS)
    generator._pulses.count = 150  # DMA has counted 250
    assert generator.count() == -250 and generator.is_moving
    generator._pulses.fire(None)
    assert generator.count() == -400 and not generator.is_moving
    generator.move(80, PACE_MS, RAMP_MS)
    generator._pulses.count = 50
    generator.release()
    generator._pulses.fire(None)  # an abort may raise it once more
    assert generator.count() == -370 and not generator.is_moving


def test_count__after_years__within_a_small_integer_and_at_the_same_place(generator: Any) -> None:
    generator._start = 4_320 * 100_000 + 17
    generator.move(80, PACE_MS, RAMP_MS)
    assert generator.count() == 17


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
