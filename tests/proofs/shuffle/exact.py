"""Exact distributions of order statistics over all n! orders, as whole numbers.

The yardstick for the firmware's limits: nothing here is simulated or approximated but rho's tail.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb, factorial, sqrt
from typing import Any, cast

import scipy.stats as scipy_stats  # pyright: ignore[reportMissingTypeStubs]

stats = cast(Any, scipy_stats)
_TOP = 60  # successions and fixed points beyond this have no chance worth a digit


def rising(n: int) -> list[int]:
    """Orders by number of rising sequences: the Eulerian numbers, index 1..n."""
    row = [1]
    for m in range(2, n + 1):
        longer = [*row, 0]
        row = [(k + 1) * longer[k] + (m - k) * (row[k - 1] if k else 0) for k in range(m)]
    return [0, *row]


def valleys(n: int) -> list[int]:
    """Orders by number of interior valleys."""
    row = [1]
    for m in range(2, n + 1):
        longer = [*row, 0]
        row = [
            2 * (k + 1) * longer[k] + (m - 2 * k) * (row[k - 1] if k else 0)
            for k in range((m - 1) // 2 + 1)
        ]
    return row


def fixed(n: int) -> list[int]:
    """Orders by number of cards that stay in place."""
    without = _derangements(n)
    return [comb(n, k) * without[n - k] for k in range(min(n + 1, _TOP))]


def successions(n: int) -> list[int]:
    """Orders by number of neighbours i, i + 1 that stay neighbours."""
    without = _derangements(n)
    none = [1, *(without[j] + without[j - 1] for j in range(1, n + 1))]
    return [comb(n - 1, k) * none[n - k] for k in range(min(n, _TOP))]


def _derangements(n: int) -> list[int]:
    row = [1, 0]
    for i in range(2, n + 1):
        row.append((i - 1) * (row[-1] + row[-2]))
    return row


def tail_low(counts: Sequence[int], n: int, k: int) -> float:
    """Chance of k or less."""
    return float(Fraction(sum(counts[: k + 1]), factorial(n)))


def tail_high(counts: Sequence[int], n: int, k: int) -> float:
    """Chance of k or more."""
    return float(1 - Fraction(sum(counts[:k]), factorial(n)))


def mean_and_variance(counts: Sequence[int], n: int) -> tuple[Fraction, Fraction]:
    """Exact mean and variance."""
    total = factorial(n)
    mean = Fraction(sum(k * c for k, c in enumerate(counts)), total)
    square = Fraction(sum(k * k * c for k, c in enumerate(counts)), total)
    return mean, square - mean * mean


def rho_tail(n: int, rho: float) -> float:
    """Chance of |Spearman's rho| >= rho, by Student's t with n - 2 degrees of freedom."""
    t = rho * sqrt((n - 2) / (1 - rho * rho))
    return float(2 * stats.t(n - 2).sf(t))


def rho_limit(n: int, chance: float) -> float:
    """The |rho| that is reached with this chance."""
    t = float(stats.t(n - 2).isf(chance / 2))
    return t / sqrt(n - 2 + t * t)
