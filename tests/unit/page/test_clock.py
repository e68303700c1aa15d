"""The table's time beside the wall's: nobody gives a board up that had no time to answer."""

from __future__ import annotations

import pytest

from faro.page import clock as module
from faro.page.clock import TableClock


@pytest.fixture
def wall_s(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now_s = [50.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now_s[0])
    return now_s


def run(clock: TableClock, wall_s: list[float], seconds: float, speed: float, now_ms: int) -> int:
    """A simulator tells its time every quarter of a second; gives it at the end."""
    for _ in range(int(seconds * 4)):
        wall_s[0] += 0.25
        now_ms += int(250 * speed)
        clock.told(speed, False, now_ms)
    return now_ms


def test_real_boards__as_on_the_wall(wall_s: list[float]) -> None:
    clock = TableClock()
    wall_s[0] += 7.5
    assert clock.table_ms() == clock.patient_ms() == 7_500


def test_simulator__fast_slow_and_standing__waited_for_long_enough(wall_s: list[float]) -> None:
    clock = TableClock()
    clock.told(1.0, False, 9_000)
    now_ms = run(clock, wall_s, 4, 1.0, 9_000)
    assert (clock.table_ms(), clock.patient_ms()) == (4_000, 4_000)
    now_ms = run(clock, wall_s, 2, 100.0, now_ms)
    assert (clock.table_ms(), clock.patient_ms()) == (204_000, 6_000)
    now_ms = run(clock, wall_s, 10, 0.1, now_ms)
    assert (clock.table_ms(), clock.patient_ms()) == (205_000, 7_000)
    clock.told(0.1, True, now_ms)
    wall_s[0] += 3_600
    assert clock.is_paused and clock.patient_ms() == 7_000
    clock.told(1.0, False, now_ms)
    assert clock.patient_ms() == 7_000


def test_simulator__without_a_processor__nobody_loses_patience(wall_s: list[float]) -> None:
    clock = TableClock()
    clock.told(1.0, False, 0)
    wall_s[0] += 20
    before = clock.patient_ms()
    assert before == 300
    clock.told(1.0, False, 200)  # that is all it got done
    assert clock.table_ms() == 200
    assert clock.patient_ms() == before  # never back
    wall_s[0] += 0.25
    assert clock.patient_ms() == 450
