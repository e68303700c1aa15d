"""A series of measured orders, judged: one row per check with its chance on a perfect shuffler."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from math import factorial
from typing import Any, cast

import numpy as np

from firmware.shuffler.health import order_stats as o
from firmware.shuffler.health import running_stats
from tests.proofs.shuffle import exact, limits, vector
from tests.proofs.shuffle.models import Orders

WITHIN = 0.01  # STANDARDS 1: within 99 %
_Stats = cast(Any, o.OrderStats)
_Running = cast(Any, running_stats.RunningStats)
NAMES = {
    o.STAT_RISING: "rising sequences",
    o.STAT_VALLEYS: "valleys",
    o.STAT_INVERSE_VALLEYS: "inverse valleys",
    o.STAT_SUCCESSIONS: "successions",
    o.STAT_FIXED: "fixed points",
    o.STAT_MOVES: "squared moves (rho)",
}
REPEATED = "an order came twice"
FINDINGS = {
    running_stats.RUN_SUM: "sum of a statistic",
    running_stats.RUN_POSITIONS: "positions",
}


@dataclass(frozen=True)
class Check:
    """One check over the whole series; `chance` to be as far off or further by luck alone."""

    name: str
    value: float
    expected: float
    chance: float

    @property
    def is_within(self) -> bool:
        return self.chance >= WITHIN

    def row(self) -> str:
        mark = "within 99 %" if self.is_within else "NOT within 99 %"
        figures = f"{self.value:>12.3f}{self.expected:>12.3f}{self.chance:>9.3f}"
        return f"  {self.name:<34}{figures}  {mark}"


@dataclass(frozen=True)
class Alarm:
    """What the firmware's own checks say: at which cycle (from 1), and which check."""

    cycle: int
    check: str


def counts_for(statistic: int, n: int) -> list[int]:
    """How many of all orders have each value of a statistic."""
    if statistic == o.STAT_RISING:
        return exact.rising(n)
    if statistic in (o.STAT_VALLEYS, o.STAT_INVERSE_VALLEYS):
        return exact.valleys(n)
    return exact.successions(n) if statistic == o.STAT_SUCCESSIONS else exact.fixed(n)


def chances_for(statistic: int, n: int) -> vector.Floats:
    """Chance of each value of a statistic in one uniform order."""
    total = factorial(n)
    return np.array([count / total for count in counts_for(statistic, n)])


def checks(orders: Orders) -> list[Check]:
    """Positions, each statistic's distribution, one-cycle alarms, repeated orders."""
    cycles, n = orders.shape
    freedom = 51 * 51
    positions = vector.position_statistic(orders)
    values = vector.measure(orders)
    found = [
        Check("positions, chi² 51 × 51", positions, freedom, _tail(positions, freedom)),
        *(_shape(values[:, s], s, n) for s in NAMES if s != o.STAT_MOVES),
        _moves(values[:, o.STAT_MOVES], n),
    ]
    rate = sum(limits.chances(limits.row(n)).values())
    alarms = int(vector.alarms(values, n).any(axis=1).sum())
    poisson = exact.stats.poisson(rate * cycles)
    found.append(Check("one-cycle alarms", alarms, rate * cycles, float(poisson.sf(alarms - 1))))
    repeated = cycles - len({row.tobytes() for row in orders})
    found.append(Check("orders that came twice", repeated, 0, 0.0 if repeated else 1.0))
    return found


def _tail(value: float, freedom: float) -> float:
    """Both sides: too even is as suspicious as too uneven."""
    law = exact.stats.chi2(freedom)
    return float(2 * min(law.sf(value), law.cdf(value)))


def _shape(values: vector.Ints, statistic: int, n: int) -> Check:
    """Chi² of a statistic's histogram against its exact distribution, ends put together."""
    chances = chances_for(statistic, n)
    mean = float(chances @ np.arange(len(chances)))
    expected = chances * len(values)
    observed = np.bincount(values, minlength=len(chances)).astype(float)
    keep = np.flatnonzero(expected >= 5)
    if len(keep) < 2:  # too few cycles to say anything
        return Check(NAMES[statistic], float(values.mean()), mean, 1.0)
    first, last = int(keep[0]), int(keep[-1])
    expect = [expected[: first + 1].sum(), *expected[first + 1 : last], expected[last:].sum()]
    seen = [observed[: first + 1].sum(), *observed[first + 1 : last], observed[last:].sum()]
    distance = float(sum((a - b) ** 2 / b for a, b in zip(seen, expect, strict=True)))
    chance = float(exact.stats.chi2(len(expect) - 1).sf(distance))
    return Check(NAMES[statistic], float(values.mean()), mean, chance)


def _moves(values: vector.Ints, n: int) -> Check:
    """Mean of rho against 0 ± 1 / sqrt((n - 1) cycles)."""
    rho = 1 - 6 * values / (n * (n * n - 1))
    mean = float(rho.mean())
    off = abs(mean) * ((n - 1) * len(values)) ** 0.5
    return Check("Spearman's rho, mean", mean, 0.0, float(2 * exact.stats.norm.sf(off)))


def first_alarms(orders: Orders) -> list[Alarm]:
    """Each kind of alarm of the firmware's own checks, where it came first."""
    stats, running = _Stats(), _Running()
    seen: dict[str, Alarm] = {}
    for cycle, row in enumerate(orders.tolist(), 1):
        order = array("H", row)
        stats.measure(order, len(row))
        statistic = stats.judge()
        finding = running.add(order, stats)
        if running.has_come_before(order, len(row)):
            seen.setdefault(REPEATED, Alarm(cycle, REPEATED))
        if statistic:
            seen.setdefault(NAMES[statistic], Alarm(cycle, NAMES[statistic]))
        if finding:
            name = FINDINGS[finding]
            if finding == running_stats.RUN_SUM:
                name = f"sum of {NAMES[running.statistic]}"
            seen.setdefault(name, Alarm(cycle, name))
    return sorted(seen.values(), key=lambda alarm: alarm.cycle)
