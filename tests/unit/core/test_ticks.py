"""Ticks that wrap: what may be said of a moment, and for how long."""

from __future__ import annotations

import pytest

from firmware.core.ticks import aged, elapsed, later, left, turned
from tests.helpers.mp_run import run_in_micropython

DAY_MS = 86_400_000
WRAP_MS = 1 << 30


@pytest.mark.parametrize("now_ms", (0, 500, (1 << 29) - 1, 1 << 29, WRAP_MS - 1))
def test_aged__heartbeats_for_weeks__long_ago_and_never_young_again(now_ms: int) -> None:
    since_ms = began_ms = now_ms
    for beat in range(40):
        now_ms = later(now_ms, DAY_MS)
        since_ms = aged(now_ms, since_ms)
        assert elapsed(now_ms, since_ms) == min(beat + 1, 3) * DAY_MS
    assert elapsed(now_ms, began_ms) != 40 * DAY_MS  # ticks alone cannot tell


def test_aged__moment_of_an_interrupt_after_the_beat__left_alone() -> None:
    assert aged(5, WRAP_MS - 5) == WRAP_MS - 5
    assert aged(WRAP_MS - 5, 5) == 5


def test_later__across_the_wrap__left_and_elapsed_agree() -> None:
    due_ms = later(WRAP_MS - 10, 30)
    assert due_ms == 20
    assert left(due_ms, WRAP_MS - 10) == 30
    assert left(due_ms, 21) == 0
    assert elapsed(21, due_ms) == 1


@pytest.mark.parametrize("way", (1, -1))
def test_turned__encoder_goes_round__way_and_distance_right(way: int) -> None:
    top = 1 << 30
    assert turned(-way * (top - 3), way * (top - 2)) == 5 * way
    assert turned(way * 7, way * 2) == way * 5


def test_ticks__inside_micropython__the_same() -> None:
    said = run_in_micropython(
        "from firmware.core.ticks import aged, elapsed, later, left, turned\n"
        "print(elapsed(later(7, 30), 7), left(5, 9), left(9, 5), aged(90, 80), turned(-9, 4))\n"
    )
    assert said.split() == ["30", "0", "4", "80", "-13"]
