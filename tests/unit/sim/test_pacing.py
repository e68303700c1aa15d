"""Virtual time against the clock: no gain, no standstill, ports served however late it is."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from hw_sim import pacing
from hw_sim.kernel import Kernel

START_S = 100.0


class Wall:
    """A clock that only waiting and work move."""

    def __init__(self) -> None:
        self.now_s = START_S
        self.looks: list[float] = []  # when the ports were looked at

    def wait(self, longest_s: float) -> list[tuple[int, int]]:
        self.looks.append(self.now_s)
        self.now_s += longest_s
        return []


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    wall = Wall()
    monkeypatch.setattr(pacing.time, "monotonic", lambda: wall.now_s)
    monkeypatch.setattr(pacing, "Inputs", lambda: SimpleNamespace(wait=wall.wait))
    return wall


def _runner(speed: float) -> tuple[pacing.PacedRunner, Kernel]:
    kernel = Kernel()
    rig: Any = SimpleNamespace(kernel=kernel)
    return pacing.PacedRunner(rig, [], speed), kernel


def _every(kernel: Kernel, period_us: int, work: Callable[[], None]) -> None:
    def act() -> None:
        work()
        kernel.after(period_us, act)

    kernel.after(period_us, act)


def _run(runner: pacing.PacedRunner, wall: Wall, duration_s: float) -> None:
    end_s = wall.now_s + duration_s
    runner.run(lambda: wall.now_s >= end_s)


@pytest.mark.parametrize("charged_us", [0, 300, 30_000, 90_000])
def test_runner__board_that_works_longer_than_a_leap__gains_nothing(
    wall: Wall, charged_us: int
) -> None:
    """A board's work takes virtual time at once (hw_sim/vm.py): it must be waited for."""
    runner, kernel = _runner(1.0)

    def work() -> None:
        kernel.now_us += charged_us

    _every(kernel, 100_000, work)
    _run(runner, wall, 60.0)
    assert kernel.now_us / 1e6 / (wall.now_s - START_S) == pytest.approx(1.0, abs=0.002)


def test_runner__time_passed_at_once__goes_on_from_there(wall: Wall) -> None:
    runner, kernel = _runner(2.0)
    _every(kernel, 10_000, lambda: None)
    _run(runner, wall, 1.0)
    kernel.run_until(60_000_000)  # a boot that nobody wanted to wait for
    runner.leapt()
    _run(runner, wall, 0.5)
    assert kernel.now_us / 1e6 == pytest.approx(61.0, abs=0.02)


def test_runner__faster_than_this_machine_can__ports_are_served_and_nothing_is_made_up_for(
    wall: Wall,
) -> None:
    """A host that waits 250 ms for an answer must get it, and not an hour in one leap later."""
    runner, kernel = _runner(50.0)
    is_busy = [True]

    def work() -> None:
        wall.now_s += 0.001 * is_busy[0]  # 10 ms of virtual time cost 1 ms: it can ten times

    _every(kernel, 10_000, work)
    _run(runner, wall, 20.0)
    gaps = [b - a for a, b in zip(wall.looks, wall.looks[1:], strict=False)]
    assert max(gaps) < 0.05
    assert kernel.now_us / 1e6 == pytest.approx(200.0, rel=0.05)
    is_busy[0], before_us = False, kernel.now_us
    _run(runner, wall, 2.0)
    assert (kernel.now_us - before_us) / 1e6 < 50.0 * (2.0 + 1.1)


def test_hurry__while_paused__passes_exactly_and_the_ports_are_served(wall: Wall) -> None:
    runner, kernel = _runner(1.0)
    _every(kernel, 1_000, lambda: None)
    runner.set_paused(True)
    runner.hurry(600_000_000)
    assert not runner.is_paused
    looks = len(wall.looks)
    while not runner.is_paused:
        runner.step()
    assert kernel.now_us == 600_000_000 and wall.now_s == START_S
    assert len(wall.looks) - looks > 1_000
    _run(runner, wall, 1.0)
    assert kernel.now_us == 600_000_000
    runner.set_paused(False)
    _run(runner, wall, 1.0)
    assert kernel.now_us / 1e6 == pytest.approx(601.0, abs=0.01)
