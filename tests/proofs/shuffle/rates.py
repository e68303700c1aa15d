"""Prints how often each check cries wolf on uniform orders, worked out and not simulated."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from firmware.shuffler.health import order_stats as o
from firmware.shuffler.health import run_moments
from firmware.shuffler.health.running_stats import (
    BINS,
    CHI2_LIMIT,
    KEPT_ORDERS,
    LOOKS_POSITIONS,
    LOOKS_SUM,
    WINDOW_CYCLES,
)
from tests.proofs.shuffle import exact, limits, series
from tests.proofs.shuffle.vector import Floats

is_beyond = cast(Any, run_moments).is_beyond


def sum_alarm(statistic: int, n: int, cycles: int) -> float:
    """Chance that the sum over some uniform cycles is beyond its limit."""
    if statistic == o.STAT_MOVES:  # a sum of 32 and more symmetric values: Gauss
        return float(2 * exact.stats.norm.sf(run_moments.SIGMAS))
    one = _trim(0, series.chances_for(statistic, n))
    whole = (0, np.ones(1))
    for bit in bin(cycles)[2:]:  # square and multiply: the distribution of the sum
        whole = _add(whole, whole)
        if bit == "1":
            whole = _add(whole, one)
    first, chances = whole
    return sum(
        float(chance)
        for total, chance in enumerate(chances, first)
        if is_beyond(statistic, total, n, cycles)
    )


def _add(left: tuple[int, Floats], right: tuple[int, Floats]) -> tuple[int, Floats]:
    return _trim(left[0] + right[0], np.convolve(left[1], right[1]))


def _trim(first: int, chances: Floats) -> tuple[int, Floats]:
    """Without the ends that have no chance; `first` is the value of the first one."""
    some = np.flatnonzero(chances > 1e-16)
    return first + int(some[0]), chances[some[0] : some[-1] + 1]


def window_alarm(n: int) -> float:
    """Chance that any sum raises an alarm in a window: at most the sum over looks."""
    return sum(
        sum_alarm(statistic, n, look)
        for statistic in range(1, o.STATISTICS + 1)
        for look in LOOKS_SUM
    )


def position_alarm() -> float:
    """Chance of an alarm of the positions at one look."""
    return float(exact.stats.chi2((BINS - 1) ** 2).sf(CHI2_LIMIT + 1))


def main() -> None:
    """All rates, as docs/shuffle.md states them."""
    for n in limits.PACKS:
        one = sum(limits.chances(limits.row(n)).values())
        print(f"{n:3} cards: one cycle {one:.1e}; sums {window_alarm(n):.1e} per window")
    looks = len(LOOKS_POSITIONS)
    each = position_alarm()
    print(f"positions: {each:.1e} per look, {looks * each:.1e} per {WINDOW_CYCLES} cycles")
    print(f"repeated order: {KEPT_ORDERS / 2**32:.1e} per cycle")


if __name__ == "__main__":
    main()
