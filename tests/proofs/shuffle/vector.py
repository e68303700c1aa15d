"""The one-cycle statistics a second time, in numpy: many orders at once."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from firmware.shuffler.health import order_stats as o
from firmware.shuffler.health.order_limits import LIMITS
from tests.proofs.shuffle.models import Orders

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


def measure(orders: Orders) -> Ints:
    """One row per order, one column per STAT_ number (column 0 unused)."""
    n = orders.shape[1]
    positions = np.argsort(orders, axis=1)
    moves: Ints = np.asarray(orders - np.arange(n), np.int64)
    values = np.zeros((len(orders), o.STATISTICS + 1), np.int64)
    values[:, o.STAT_RISING] = 1 + np.sum(np.diff(positions, axis=1) < 0, axis=1)
    values[:, o.STAT_VALLEYS] = _valleys(orders)
    values[:, o.STAT_INVERSE_VALLEYS] = _valleys(positions)
    values[:, o.STAT_SUCCESSIONS] = np.sum(np.diff(orders, axis=1) == 1, axis=1)
    values[:, o.STAT_FIXED] = np.sum(moves == 0, axis=1)
    values[:, o.STAT_MOVES] = np.sum(moves**2, axis=1)
    return values


def _valleys(rows: Orders) -> Ints:
    return ((rows[:, 1:-1] < rows[:, :-2]) & (rows[:, 1:-1] < rows[:, 2:])).sum(axis=1)


def alarms(values: Ints, n: int) -> npt.NDArray[np.bool_]:
    """Which statistic of which order is beyond its limit; columns as in `values`."""
    row = next(limits for limits in LIMITS if limits[0] == n)
    found = np.zeros(values.shape, np.bool_)
    rising = values[:, o.STAT_RISING]
    moves = values[:, o.STAT_MOVES]
    found[:, o.STAT_RISING] = (rising <= row[1]) | (rising >= row[2])
    found[:, o.STAT_VALLEYS] = values[:, o.STAT_VALLEYS] <= row[3]
    found[:, o.STAT_INVERSE_VALLEYS] = values[:, o.STAT_INVERSE_VALLEYS] <= row[3]
    found[:, o.STAT_SUCCESSIONS] = values[:, o.STAT_SUCCESSIONS] >= row[4]
    found[:, o.STAT_FIXED] = values[:, o.STAT_FIXED] >= row[5]
    found[:, o.STAT_MOVES] = (moves <= row[6]) | (moves >= row[7])
    return found


def alarm_rate(orders: Orders) -> float:
    """Share of the orders that the one-cycle rule calls no shuffle."""
    return float(alarms(measure(orders), orders.shape[1]).any(axis=1).mean())


def position_counts(orders: Orders, bins: int = 52) -> tuple[Ints, float]:
    """How often each index came out in each position, in bins; what is expected of a bin."""
    cycles, n = orders.shape
    cells: Ints = np.asarray((orders * bins // n) * bins + np.arange(n) * bins // n, np.int64)
    return np.bincount(cells.ravel(), minlength=bins * bins), cycles * n / bins**2


def position_statistic(orders: Orders, bins: int = 52) -> float:
    """Chi² of where cards came out, corrected for orders: (bins - 1)² degrees of freedom.

    Each order holds every index and every position once, so cells of one cycle hang together:
    with N cards the plain sum is N / (N - 1) times too big.
    """
    n = orders.shape[1]
    observed, expected = position_counts(orders, bins)
    plain = float(((observed - expected) ** 2).sum() / expected)
    return plain * (n - 1) / n
