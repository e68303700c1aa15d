"""Health tests of SP 800-90B: cutoffs derived anew, exact detection counts, false alarms."""

import random
from decimal import Decimal, getcontext
from fractions import Fraction
from hashlib import sha256
from math import ceil, comb

import pytest

from firmware.trust import entropy
from firmware.trust.entropy import ENTROPY_BIASED, ENTROPY_OK, ENTROPY_STUCK, EntropyHealth
from tests.helpers import trust_checks
from tests.helpers.mp_run import REPO, run_in_micropython

ALPHA_BITS = 20


@pytest.fixture(autouse=True)
def _in_repo(monkeypatch):
    monkeypatch.chdir(REPO)


def exact_proportion_cutoff(millibits):
    """Smallest C with P(Binomial(512, 2^-H) >= C) <= 2^-20, with 300 digits."""
    getcontext().prec = 300
    p = Decimal(2) ** (-Decimal(millibits) / 1000)
    alpha = Decimal(2) ** -ALPHA_BITS
    tail = Decimal(0)
    for hits in range(512, -1, -1):
        term = comb(512, hits) * p**hits * (1 - p) ** (512 - hits)
        if tail + term > alpha:
            return hits + 1
        tail += term
    raise AssertionError("no cutoff")


def feed_until_found(health, samples):
    """Number of samples up to the failure, and the failure; (0, ENTROPY_OK) if none."""
    for count, sample in enumerate(samples, 1):
        if failure := health.feed(sample):
            return count, failure
    return 0, ENTROPY_OK


@pytest.mark.parametrize("row", entropy.CUTOFFS)
def test_cutoffs__every_row__as_derived(row):
    millibits, repetition, proportion = row
    assert repetition == 1 + ceil(Fraction(ALPHA_BITS * 1000, millibits))
    assert proportion == exact_proportion_cutoff(millibits)


def test_cutoffs__claim_not_in_the_table__raises():
    with pytest.raises(ValueError):
        EntropyHealth(1234)


def test_feed__exact_counts_on_cpython__right():
    assert trust_checks.check_entropy() == len(entropy.CUTOFFS)


def test_feed__in_micropython__right_and_allocates_nothing():
    script = """
import micropython
from tests.helpers import trust_checks
from firmware.trust.entropy import EntropyHealth, SeedCollector
print(trust_checks.check_entropy())
health = EntropyHealth()
collector = SeedCollector(health)
def feed_locked():
    micropython.heap_lock()
    for i in range(3000):
        collector.feed(i & 255)
    micropython.heap_unlock()
feed_locked()
print(health.is_ready(), collector.is_full())
"""
    out = run_in_micropython(script).split()
    assert out == [str(len(entropy.CUTOFFS)), "True", "True"]


@pytest.mark.parametrize("value", [0, 1, 127, 255])
@pytest.mark.parametrize("good", [0, 1, 511, 512, 1024, 5000])
def test_feed__source_sticks_after_good_samples__found_within_cutoff(value, good):
    health = EntropyHealth()
    rng = random.Random(good)
    for _ in range(good):
        assert health.feed(rng.randrange(256)) == ENTROPY_OK
    count, failure = feed_until_found(health, [value] * 100)
    assert failure == ENTROPY_STUCK
    assert health.repetition_cutoff - 2 <= count <= health.repetition_cutoff
    assert not health.is_ready()


def test_feed__one_repetition_less_than_the_cutoff__no_alarm():
    health = EntropyHealth()
    for block in range(200):
        for _ in range(health.repetition_cutoff - 1):
            assert health.feed(block % 256) == ENTROPY_OK


@pytest.mark.parametrize("millibits", [2000, 4000, 8000])
def test_feed__proportion_at_the_cutoff__found_one_below_not(millibits):
    """In a window of 512, C-1 hits pass and the C-th is the alarm, wherever it falls."""
    cutoff = EntropyHealth(millibits).proportion_cutoff
    rng = random.Random(millibits)
    for _ in range(20):
        others = [1 + i % 255 for i in range(512 - cutoff)]
        window = [0] * (cutoff - 1) + others
        rng.shuffle(window)
        window.insert(0, 0)
        health = EntropyHealth(millibits)
        health.repetition_cutoff = 600  # the other test is out of the way
        count, failure = feed_until_found(health, window)
        assert failure == ENTROPY_BIASED
        assert window[:count].count(0) == cutoff
        window[count - 1] = 255
        health.restart()
        assert feed_until_found(health, window) == (0, ENTROPY_OK)


@pytest.mark.parametrize("window_no", [0, 1, 5])
def test_feed__cutoff_reached_across_two_windows__counted_anew(window_no):
    """Exactly 512 samples a window: the last of one and the first of the next are told apart."""
    health = EntropyHealth(8000)
    cutoff = health.proportion_cutoff
    health.repetition_cutoff = 600
    filler = [1 + i % 255 for i in range(512)]
    window = [0] + filler[: 512 - cutoff] + [0] * (cutoff - 2) + [200]
    assert len(window) == 512
    for _ in range(window_no):
        assert feed_until_found(health, window) == (0, ENTROPY_OK)
    # C-1 hits in this window; one more 0 right behind it belongs to the next one
    assert feed_until_found(health, window) == (0, ENTROPY_OK)
    assert health.feed(0) == ENTROPY_OK
    assert feed_until_found(health, [0] * (cutoff - 1)) == (cutoff - 1, ENTROPY_BIASED)


def miss_chance(p_common, cutoff):
    """Chance that one window does not see a value with this probability."""
    hit = sum(
        comb(511, n) * p_common**n * (1 - p_common) ** (511 - n) for n in range(cutoff - 1, 512)
    )
    return 1 - p_common * hit


@pytest.mark.parametrize("percent", [45, 60, 75, 90])
def test_feed__biased_source__found_within_the_windows_that_the_binomial_promises(percent):
    health = EntropyHealth(2000)
    health.repetition_cutoff = 10**6  # the proportion test alone
    windows = 1
    while miss_chance(percent / 100, health.proportion_cutoff) ** windows > 1e-6:
        windows += 1
    assert windows <= 30
    for seed in range(30):
        rng = random.Random(seed)
        health.restart()
        samples = (
            9 if rng.randrange(100) < percent else rng.randrange(256) for _ in range(512 * windows)
        )
        count, failure = feed_until_found(health, samples)
        assert failure == ENTROPY_BIASED, (percent, seed)
        assert count <= 512 * windows


def test_feed__good_source__no_false_alarm_in_400000_samples():
    health = EntropyHealth(8000)
    rng = random.Random(90)
    assert feed_until_found(health, rng.randbytes(400_000)) == (0, ENTROPY_OK)


def test_feed__source_exactly_as_claimed__alarm_rate_near_alpha():
    """Four values, two bits, the worst source that the claim allows: about 2^-20 a sample."""
    rng = random.Random(20)
    alarms = 0
    health = EntropyHealth(2000)
    for byte in rng.randbytes(500_000):
        if health.feed(byte & 3):
            alarms += 1
            health.restart()
    assert alarms <= 4  # expected 0.4; 5 or more has a chance below 1e-4
    for millibits, repetition, _ in entropy.CUTOFFS:
        # a run of C has the chance 2^-H(C-1) <= 2^-20, and C-1 would be too often
        assert millibits * (repetition - 1) >= ALPHA_BITS * 1000 > millibits * (repetition - 2)


def test_failure__more_samples__stays_until_restart_and_full_startup():
    health = EntropyHealth()
    for _ in range(health.repetition_cutoff):
        health.feed(1)
    for i in range(2000):
        assert health.feed(i & 255) == ENTROPY_STUCK
    health.restart()
    for i in range(entropy.STARTUP_SAMPLES):
        assert not health.is_ready()
        assert health.feed(i & 255) == ENTROPY_OK
    assert health.is_ready()


def test_collector__startup_samples__not_in_the_seed():
    health = EntropyHealth()
    collector = entropy.SeedCollector(health)
    wanted = entropy.samples_per_seed(entropy.CLAIMED_MILLIBITS)
    assert wanted == 160
    samples = random.Random(1).randbytes(entropy.STARTUP_SAMPLES + 2 * wanted)
    for sample in samples[: entropy.STARTUP_SAMPLES + wanted - 1]:
        collector.feed(sample)
        assert collector.take_seed() is None
    collector.feed(samples[entropy.STARTUP_SAMPLES + wanted - 1])
    assert collector.is_full()
    first = collector.take_seed()
    used = samples[entropy.STARTUP_SAMPLES :][:wanted]
    assert first == sha256(used).digest()
    assert collector.take_seed() is None
    for sample in samples[-wanted:]:
        collector.feed(sample)
    assert collector.take_seed() == sha256(samples[-wanted:]).digest()


def test_collector__source_fails_when_full__gives_no_seed():
    health = EntropyHealth()
    collector = entropy.SeedCollector(health)
    for i in range(2000):
        collector.feed(i & 255)
    assert collector.is_full()
    while collector.feed(5) == ENTROPY_OK:
        pass
    assert not collector.is_full()
    assert collector.take_seed() is None


def test_collector__source_failed_then_restarted__nothing_of_the_failed_time_is_used():
    health = EntropyHealth()
    collector = entropy.SeedCollector(health)
    for i in range(entropy.STARTUP_SAMPLES + 100):
        collector.feed(i & 255)
    while collector.feed(5) == ENTROPY_OK:
        pass
    health.restart()
    samples = random.Random(2).randbytes(entropy.STARTUP_SAMPLES + 160)
    for sample in samples:
        assert not collector.is_full()
        collector.feed(sample)
    assert collector.take_seed() == sha256(samples[entropy.STARTUP_SAMPLES :]).digest()


@pytest.mark.parametrize("row", entropy.CUTOFFS)
def test_samples_per_seed__every_claim__at_least_320_bit(row):
    count = entropy.samples_per_seed(row[0])
    assert count * row[0] >= 320_000 > (count - 1) * row[0]
