"""One cycle's statistics: exact limits, measured false alarms, the power that STANDARDS states."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

from firmware.shuffler.health import order_stats as o
from firmware.shuffler.health.order_limits import LIMITS
from tests.helpers import order_checks
from tests.helpers.mp_run import run_in_micropython
from tests.proofs.shuffle import exact, limits, models, vector

PACKS = [row[0] for row in LIMITS]


def measured(order):
    stats = o.OrderStats()
    assert stats.measure(order, len(order))
    return stats


# -- the yardstick itself ------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 5, 7])
def test_exact__every_order_of_few_cards__the_same_counts(n: int) -> None:
    seen: dict[int, Counter[int]] = {s: Counter() for s in range(1, o.STATISTICS + 1)}
    for order in itertools.permutations(range(n)):
        values = measured(order).values
        for statistic, counter in seen.items():
            counter[values[statistic]] += 1
    for statistic, counts in (
        (o.STAT_RISING, exact.rising(n)),
        (o.STAT_VALLEYS, exact.valleys(n)),
        (o.STAT_INVERSE_VALLEYS, exact.valleys(n)),
        (o.STAT_SUCCESSIONS, exact.successions(n)),
        (o.STAT_FIXED, exact.fixed(n)),
    ):
        assert [seen[statistic][k] for k in range(len(counts))] == counts


def test_exact__52_cards__the_figures_of_standards() -> None:
    rising, valleys = exact.rising(52), exact.valleys(52)
    mean, variance = exact.mean_and_variance(rising, 52)
    assert (float(mean), round(float(variance) ** 0.5, 2)) == (26.5, 2.10)
    mean, variance = exact.mean_and_variance(valleys, 52)
    assert (round(float(mean), 2), round(float(variance) ** 0.5, 3)) == (16.67, 1.535)
    assert exact.tail_low(rising, 52, 18) == pytest.approx(5.0e-5, rel=0.02)
    assert exact.tail_low(valleys, 52, 10) == pytest.approx(1.9e-5, rel=0.03)
    assert exact.tail_high(exact.successions(52), 52, 7) < 1e-4
    assert exact.tail_high(exact.fixed(52), 52, 7) < 1e-4


def test_limits__firmware_table__is_what_the_exact_tails_give() -> None:
    assert tuple(limits.row(n) for n in limits.PACKS) == LIMITS
    assert LIMITS[0] == (52, 18, 35, 10, 7, 7, 11010, 35842)  # STANDARDS
    for row in LIMITS:
        assert sum(limits.chances(row).values()) <= 3.54e-4


# -- firmware ----------------------------------------------------------------------------------


@pytest.mark.parametrize("n", PACKS)
def test_statistics__random_and_bad_orders__as_the_second_implementation(n: int) -> None:
    rng = np.random.default_rng(n)
    orders = [m(rng, 5, n) for m in (models.uniform, *(row[1] for row in models.ONE_CYCLE))]
    rows = np.concatenate(orders)
    values = vector.measure(rows)
    alarms = vector.alarms(values, n)
    for order, expected, alarm in zip(rows.tolist(), values.tolist(), alarms, strict=True):
        stats = measured(order)
        assert list(stats.values) == expected
        statistic = stats.judge()
        assert (statistic != o.STAT_NONE) == alarm.any()
        if statistic:
            assert alarm[statistic] and stats.value == expected[statistic]


def test_statistics__inside_micropython__the_same_figures() -> None:
    script = "from tests.helpers import order_checks\nprint(order_checks.check_statistics())"
    assert run_in_micropython(script).strip() == str(order_checks.check_statistics())


def test_statistics__one_cycle__allocates_nothing() -> None:
    script = "from tests.helpers import order_checks\nprint(order_checks.check_no_allocation())"
    assert run_in_micropython(script).strip() == "True"


@pytest.mark.parametrize("order", [[0, 0], [0, 2], [1], [], list(range(417))])
def test_statistics__not_an_order__refused(order: list[int]) -> None:
    stats = o.OrderStats()
    assert not stats.measure(order, len(order))
    with pytest.raises(ValueError):
        stats.judge()


def test_statistics__evidence__names_statistic_value_and_limit() -> None:
    stats = measured(range(52))
    assert stats.judge() == o.STAT_VALLEYS
    assert (stats.value, stats.limit) == (0, 10)
    order = [*np.random.default_rng(3).permutation(44).tolist(), *range(44, 52)]
    stats = measured(order)
    assert stats.judge() == o.STAT_SUCCESSIONS
    assert stats.value >= 7 == stats.limit


# -- rates -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "cycles"), [(52, 200_000), (416, 20_000)])
def test_one_cycle_rule__uniform_orders__cries_wolf_as_rarely_as_stated(n, cycles) -> None:
    rng = np.random.default_rng(7)
    rates = [vector.alarm_rate(models.uniform(rng, cycles // 10, n)) for _ in range(10)]
    stated = sum(limits.chances(limits.row(n)).values())
    noise = (stated / cycles) ** 0.5
    assert float(np.mean(rates)) == pytest.approx(stated, abs=3 * noise)


@pytest.mark.rule("S1", "STANDARDS 3")
@pytest.mark.parametrize(("name", "model", "power"), models.ONE_CYCLE, ids=lambda v: str(v)[:20])
def test_one_cycle_rule__shuffle_that_is_none__seen_as_often_as_standards_says(
    name, model, power
) -> None:
    rng = np.random.default_rng(11)
    rate = vector.alarm_rate(model(rng, 4000, 52))
    # both are simulations of 4,000
    noise = 3 * (2 * power * (1 - power) / 4000) ** 0.5
    assert rate == pytest.approx(power, abs=max(noise, 0.002)), name


def test_one_cycle_rule__ten_shelves__by_valleys_and_not_by_rising_sequences() -> None:
    values = vector.measure(models.shelves(10, np.random.default_rng(5), 2000, 52))
    alarms = vector.alarms(values, 52).mean(axis=0)
    assert alarms[o.STAT_VALLEYS] > 0.99 and alarms[o.STAT_RISING] < 0.001
    assert values[:, o.STAT_RISING].mean() == pytest.approx(26.5, abs=0.2)
