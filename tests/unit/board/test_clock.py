"""Wall-clock time on the board: told, kept to, moved; and what each record says about it."""

from __future__ import annotations

from firmware.board.clock import Clock
from firmware.core.rows import CLOCK_JUMPED, CLOCK_SET, CLOCK_UNSET

NOON = 1_800_000_000


def at(clock: Clock, uptime_s: int) -> None:
    clock.update(uptime_s * 1000)


def test_clock__new__unset_until_somebody_tells_the_time() -> None:
    clock = Clock(0)
    at(clock, 60)
    assert (clock.utc_s(), clock.quality) == (0, CLOCK_UNSET)
    clock.step_utc(NOON)
    at(clock, 70)
    assert (clock.utc_s(), clock.quality) == (NOON + 10, CLOCK_SET)


def test_clock__drift__stays_set() -> None:
    clock = Clock(0)
    clock.step_utc(NOON)
    at(clock, 10_000)
    assert clock.is_drift(NOON + 10_003)
    clock.set_utc(NOON + 10_003)
    assert (clock.utc_s(), clock.quality) == (NOON + 10_003, CLOCK_SET)


def test_clock__moved_back_or_forward__jumped_until_the_next_boot() -> None:
    for step_s in (-3_600, 3_600):
        clock = Clock(0)
        clock.step_utc(NOON)
        assert not clock.is_drift(NOON + step_s)
        clock.step_utc(NOON + step_s)
        assert (clock.utc_s(), clock.quality) == (NOON + step_s, CLOCK_JUMPED)
        assert clock.is_drift(NOON + step_s + 1)
        clock.set_utc(NOON + step_s + 1)
        assert clock.quality == CLOCK_JUMPED
    assert Clock(0).quality == CLOCK_UNSET
