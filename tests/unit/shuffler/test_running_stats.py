"""Many cycles together: right moments, stated false alarms, small faults found."""

from __future__ import annotations

from array import array
from functools import partial

import numpy as np
import pytest

from firmware.shuffler.health import order_stats as o
from firmware.shuffler.health import run_moments
from firmware.shuffler.health import running_stats as r
from tests.proofs.shuffle import exact, models, rates, vector

REPEATED = -1


def findings_of(orders, running=None):
    """(cycle, finding, statistic) of every alarm over a series of orders."""
    running = running or r.RunningStats()
    stats = o.OrderStats()
    found = []
    for cycle, row in enumerate(orders.tolist(), 1):
        order = array("H", row)
        assert stats.measure(order, len(order))
        if running.has_come_before(order, len(order)):
            found.append((cycle, REPEATED, running.statistic))
        finding = running.add(order, stats)
        if finding:
            found.append((cycle, finding, running.statistic))
    return found


def relabelled_swap(rng, count, n):
    """A naive swap seen through another in-feed order: only places betray it, no sum does."""
    return rng.permutation(n)[models.naive_swap(rng, count, n)]


@pytest.mark.parametrize("n", [52, 156, 416])
def test_moments__each_statistic__exact(n: int) -> None:
    for statistic, counts in (
        (o.STAT_RISING, exact.rising(n)),
        (o.STAT_VALLEYS, exact.valleys(n)),
        (o.STAT_INVERSE_VALLEYS, exact.valleys(n)),
        (o.STAT_SUCCESSIONS, exact.successions(n)),
        (o.STAT_FIXED, exact.fixed(n)),
    ):
        a, b, c, d = run_moments.moments(statistic, n)
        mean, variance = exact.mean_and_variance(counts, n)
        assert float(mean) == pytest.approx(a / b, rel=1e-12)
        assert float(variance) == pytest.approx(c / d, rel=1e-12)
    a, _, c, d = run_moments.moments(o.STAT_MOVES, n)
    moves = vector.measure(models.uniform(np.random.default_rng(n), 4000, n))[:, o.STAT_MOVES]
    assert moves.mean() == pytest.approx(a, rel=0.01)
    assert moves.std() == pytest.approx((c / d) ** 0.5, rel=0.05)
    with pytest.raises(ValueError):
        run_moments.moments(0, n)


def test_rates__stated_in_the_module__are_the_exact_ones() -> None:
    assert 1.5e-5 < rates.window_alarm(52) <= 2.3e-5
    assert 0.9e-4 < rates.position_alarm() <= 1e-4
    assert int(exact.stats.chi2(51**2).isf(1e-4)) == r.CHI2_LIMIT
    assert r.LOOKS_SUM[-1] == r.LOOKS_POSITIONS[-1] == r.WINDOW_CYCLES


@pytest.mark.parametrize("n", [52, 104, 416])
def test_chi2__any_orders__as_the_second_implementation(n: int) -> None:
    orders = models.uniform(np.random.default_rng(n), 40, n)
    running = r.RunningStats()
    findings_of(orders, running)
    assert running.chi2() == int(vector.position_statistic(orders))


def test_running__a_window_of_uniform_cycles_and_more__silent() -> None:
    running = r.RunningStats()
    orders = models.uniform(np.random.default_rng(1), r.WINDOW_CYCLES + 40, 52)
    assert findings_of(orders, running) == []
    assert running.cycles == 40


@pytest.mark.parametrize(
    ("model", "finding", "statistic", "cycles"),
    [
        (models.stuck_generator, REPEATED, r.STAT_REPEATED, 2),
        (partial(models.sticking, 0.02), r.RUN_SUM, o.STAT_SUCCESSIONS, 128),
        (partial(models.shelves, 15), r.RUN_SUM, o.STAT_VALLEYS, 32),
        (partial(models.shelves, 38), r.RUN_SUM, o.STAT_VALLEYS, 128),
        (partial(models.riffles, 6), r.RUN_SUM, o.STAT_RISING, 32),
        (models.sattolo, r.RUN_SUM, o.STAT_FIXED, 128),
        (relabelled_swap, r.RUN_POSITIONS, 0, 512),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)[:30]),
)
def test_running__small_faults__found_and_named(model, finding, statistic, cycles) -> None:
    orders = model(np.random.default_rng(2), cycles, 52)
    found = findings_of(orders)
    assert found, "not found"
    cycle, code, named = found[0]
    assert (code, cycle <= cycles) == (finding, True)
    if statistic:
        assert named == statistic


def test_running__other_pack_size__begins_anew() -> None:
    running = r.RunningStats()
    findings_of(models.uniform(np.random.default_rng(1), 3, 52), running)
    findings_of(models.uniform(np.random.default_rng(1), 2, 104), running)
    assert (running.cards, running.cycles) == (104, 2)


def test_running__orders_forgotten__sums_go_on_and_no_fingerprint_is_left() -> None:
    running = r.RunningStats()
    orders = models.uniform(np.random.default_rng(1), 3, 52)
    findings_of(orders, running)
    running.forget_orders()
    assert not any(running._kept) and running.cycles == 3
    assert findings_of(orders, running) == []
