"""Mean meter at a hit = reset + rate ÷ probability per unit wager (STANDARDS, exact oracles)."""

from __future__ import annotations

import math
import random
import statistics

import pytest

from firmware.jackpot import hits
from firmware.jackpot.ledger import GOOD, POOL, START, UC, Ledger
from firmware.jackpot.pools import Rates, take_in

SEED_CENTS = 100_000
WAGER_CENTS = 100
POOL_PPM = 710_000
AMOUNTS = [0, 0, 0, 0, 0, 0]  # no minimum: the pool alone pays


def meters_at_hits(count: int, one_in: int, seed: int) -> list[int]:
    """The pool, in micro-cents, at so many hits of the firmware's own pools."""
    rng = random.Random(seed)
    ledger = Ledger()
    ledger.a[START] = ledger.a[POOL] = SEED_CENTS * UC
    rates = Rates(WAGER_CENTS, POOL_PPM, 0, 0, 0)
    found: list[int] = []
    while len(found) < count:
        take_in(ledger, rates)
        if rng.randrange(one_in) == 0:
            found.append(ledger.a[POOL])
            rows, _ = hits.hold(ledger, [1] + [0] * 6, AMOUNTS, SEED_CENTS, 0)
            hits.pay(ledger, rows[0])
            assert ledger.imbalance() == GOOD
    return found


def check(count: int, one_in: int, seed: int) -> str:
    found = meters_at_hits(count, one_in, seed)
    mean = statistics.fmean(found)
    expected = SEED_CENTS * UC + POOL_PPM * WAGER_CENTS * one_in
    half = 2.576 * statistics.stdev(found) / math.sqrt(count)  # 99 %
    in_words = [f"{amount / UC / 100:.2f} $" for amount in (mean, half, expected)]
    text = "mean {} ± {} (99 %), formula {}".format(*in_words)
    assert abs(mean - expected) < 1.5 * half, text
    return text


@pytest.mark.rule("J3", "CSP 11.6")
def test_mean_meter_at_a_hit__short_run__formula_within_the_interval() -> None:
    print(check(1_500, 150, seed=5))


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_mean_meter_at_a_hit__long_run__formula_within_the_interval() -> None:
    print(check(10_000, 1_000, seed=6))


def test_mean_meter__rate_a_tenth_off__is_noticed_even_in_the_short_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(globals(), "take_in", lambda ledger, rates: _less(ledger, rates))
    with pytest.raises(AssertionError, match="formula"):
        check(1_500, 150, seed=5)


def _less(ledger: Ledger, rates: Rates) -> None:
    """A contribution that is ten percent short, and balanced all the same."""
    take_in_really(ledger, Rates(WAGER_CENTS, POOL_PPM * 9 // 10, 0, 0, 0))


take_in_really = take_in
