"""The report's pictures: where cards came out, the statistics, when each mutant was caught."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import matplotlib
import numpy as np

from firmware.shuffler.health import order_stats as o
from tests.proofs.shuffle import exact, series, vector
from tests.proofs.shuffle.models import Orders

matplotlib.use("Agg")
from matplotlib import pyplot

plt = cast(Any, pyplot)
_BLUE, _RED, _GREY = "#2b6cb0", "#c53030", "#a0aec0"
_SHOWN = (o.STAT_RISING, o.STAT_VALLEYS, o.STAT_SUCCESSIONS, o.STAT_FIXED)


def good_machine(orders: Orders, path: Path, title: str) -> None:
    """Positions, chi² as it grows, and four statistics against their exact distributions."""
    figure, axes = plt.subplots(2, 3, figsize=(15, 8.5), layout="constrained")
    figure.suptitle(title, fontsize=14)
    _positions(figure, axes[0][0], orders)
    _chi2(axes[0][1], orders)
    values = vector.measure(orders)
    for axis, statistic in zip((axes[0][2], *axes[1]), _SHOWN, strict=True):
        _histogram(axis, values[:, statistic], statistic, orders.shape[1])
    figure.savefig(path, dpi=110)
    plt.close(figure)


def _positions(figure: Any, axis: Any, orders: Orders) -> None:
    observed, expected = vector.position_counts(orders)
    off = (observed.reshape(52, 52) - expected) / expected**0.5
    picture = axis.imshow(off, cmap="RdBu", vmin=-4, vmax=4, origin="lower")
    axis.set_title("in-feed index × position: distance in σ")
    axis.set_xlabel("position in which it came out")
    axis.set_ylabel("in-feed index")
    figure.colorbar(picture, ax=axis, shrink=0.8)


def growth(orders: Orders, points: int = 40) -> tuple[list[int], list[float]]:
    """The positions' chi² after more and more cycles."""
    ends = sorted({int(x) for x in np.linspace(min(100, len(orders)), len(orders), points)})
    return ends, [vector.position_statistic(orders[:end]) for end in ends]


def _chi2(axis: Any, orders: Orders) -> None:
    ends, values = growth(orders)
    law = exact.stats.chi2(51 * 51)
    axis.plot(ends, values, color=_BLUE)
    axis.axhline(2601, color=_GREY, linewidth=1)
    for side in (0.005, 0.995):
        axis.axhline(float(law.ppf(side)), color=_RED, linewidth=1, linestyle="--")
    axis.set_title("positions: chi², 99 % between the dashes")
    axis.set_xlabel("cycles (2,601 degrees of freedom)")


def _histogram(axis: Any, values: vector.Ints, statistic: int, n: int) -> None:
    chances = series.chances_for(statistic, n)
    ends = np.flatnonzero(chances * len(values) > 0.2)
    shown = np.arange(int(ends[0]), int(ends[-1]) + 1)
    observed = np.bincount(values, minlength=int(shown[-1]) + 1)
    axis.bar(shown, observed[shown], color=_BLUE, width=0.8, label="measured")
    axis.plot(shown, chances[shown] * len(values), "o", color=_RED, markersize=4, label="exact")
    axis.set_title(series.NAMES[statistic])
    axis.legend(frameon=False)


def mutants(rows: Sequence[tuple[str, int, int, bool]], path: Path) -> None:
    """When each mutant was caught (cycle, log scale) beside what STANDARDS predicts."""
    figure, axis = plt.subplots(figsize=(11, 5), layout="constrained")
    for at, (_name, caught, predicted, is_caught) in enumerate(rows):
        width = max(caught, 1) - 0.7
        axis.barh(at, width, left=0.7, color=_BLUE if is_caught else _RED, height=0.55)
        axis.plot([predicted], [at], "|", color=_RED, markersize=22, markeredgewidth=3)
    axis.set_yticks(range(len(rows)), [row[0] for row in rows])
    axis.set_xscale("log")
    axis.set_xlim(0.7, 10_000)
    axis.invert_yaxis()
    axis.set_xlabel("cycles until caught; red mark: cycles for the power that STANDARDS states")
    axis.set_title("broken on purpose")
    figure.savefig(path, dpi=110)
    plt.close(figure)
