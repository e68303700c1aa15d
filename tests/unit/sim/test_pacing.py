"""Virtual time against the clock: a leap of the one is no standstill of the other."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from hw_sim import pacing


@pytest.fixture
def clock_s(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now_s = [100.0]
    monkeypatch.setattr(pacing.time, "monotonic", lambda: now_s[0])
    return now_s


def test_runner__time_passed_at_once__goes_on_from_there(clock_s: list[float]) -> None:
    rig: Any = SimpleNamespace(kernel=SimpleNamespace(now_us=0))
    runner: Any = pacing.PacedRunner(rig, [], speed=2.0)
    clock_s[0] += 1.0
    assert runner._virtual_us() == 2_000_000
    rig.kernel.now_us = 60_000_000  # a boot that nobody wanted to wait for
    assert runner._virtual_us() == 60_000_000
    clock_s[0] += 0.5
    assert runner._virtual_us() == 61_000_000
    rig.kernel.now_us = 61_000_200  # an answer is let cross the line a little early
    assert runner._virtual_us() == 61_000_200
    clock_s[0] += 0.5
    assert runner._virtual_us() == 62_000_000
    rig.kernel.now_us = 62_150_000  # a card that is read: the board computed for so long
    clock_s[0] += 0.5
    assert runner._virtual_us() == 63_000_000  # the clock on the wall has caught up
