"""Proofs, not statistics: every residue and every order is reached equally often."""

from collections import Counter, defaultdict
from fractions import Fraction
from functools import partial
from math import factorial

import pytest

from firmware.trust import drbg, sampler
from tests.helpers import trust_checks
from tests.helpers.mp_run import REPO, run_in_micropython

DECKS_8 = 416


@pytest.fixture(autouse=True)
def _in_repo(monkeypatch):
    monkeypatch.chdir(REPO)


def all_inputs(width):
    """All byte strings of this width, one after another, in an order that mixes them."""
    # an odd stride visits every value once, and keeps rejected ones apart (MAX_TRIES)
    values = ((i * 40503) & (256**width - 1) for i in range(256**width))
    return b"".join(value.to_bytes(width, "big") for value in values)


INPUTS = {1: all_inputs(1), 2: all_inputs(2)}


def residue_counts(draw_below, k):
    """How often each result comes when every possible input is drawn from exactly once."""
    next_byte = partial(next, iter(INPUTS[1 if k <= 256 else 2]), -1)
    counts = Counter(iter(partial(draw_below, k, next_byte), sampler.DRAW_FAILED))
    assert next_byte() == -1, "ended before all inputs were used"
    return counts


def is_proved_uniform(draw_below, k):
    counts = residue_counts(draw_below, k)
    space = 256 if k <= 256 else 65536
    # everything that can be accepted evenly is accepted: no more rejections than needed
    return sorted(counts) == list(range(k)) and set(counts.values()) == {space // k}


def byte_modulo(k, next_byte):
    value = next_byte()
    if value >= 0 and k > 256:
        value = value << 8 | next_byte()
    return value % k if value >= 0 else -1


def limit_off_by_one(k, next_byte):
    space = 256 if k <= 256 else 65536
    while True:
        value = next_byte()
        if value >= 0 and k > 256:
            value = value << 8 | next_byte()
        if value <= space - space % k:
            return value % k if value >= 0 else -1


def test_inputs__both_widths__each_value_once():
    assert sorted(INPUTS[1]) == list(range(256))
    pairs = INPUTS[2]
    values = {pairs[i] << 8 | pairs[i + 1] for i in range(0, len(pairs), 2)}
    assert len(values) == 65536


@pytest.mark.campaign
def test_draw_below__k_2_to_416_over_all_inputs__exactly_uniform():
    """STANDARDS 4 (NJ 13:69E-1.28G): the proof for every range that eight decks can need."""
    for k in range(2, DECKS_8 + 1):
        assert is_proved_uniform(sampler.draw_below, k), k


@pytest.mark.parametrize("k", [2**15, 40000, 65535, 65536])
def test_draw_below__large_k__exactly_uniform(k):
    assert is_proved_uniform(sampler.draw_below, k)


@pytest.mark.parametrize("mutant", [byte_modulo, limit_off_by_one])
@pytest.mark.parametrize("k", [3, 5, 52, 54, 104, 255, 257, 312, 416])
def test_draw_below__mutants__fail_the_same_proof(mutant, k):
    assert not is_proved_uniform(mutant, k)


def test_draw_below__source_that_is_always_rejected__ends():
    calls = []

    def stuck():
        calls.append(1)
        return 255

    assert sampler.draw_below(52, stuck) == sampler.DRAW_FAILED
    assert len(calls) == sampler.MAX_TRIES


@pytest.mark.parametrize("k", [2, 256, 257, 65536])
def test_draw_below__source_without_bytes__failed(k):
    assert sampler.draw_below(k, lambda: -1) == sampler.DRAW_FAILED


@pytest.mark.parametrize("k", [-1, 0, 1, 65537])
def test_draw_below__k_out_of_range__raises(k):
    with pytest.raises(ValueError):
        sampler.draw_below(k, lambda: 0)


def order_chances(shuffle, n):
    """The exact chance of each order: the tree of all draws is walked to every leaf."""
    chances = defaultdict(Fraction)
    path = []  # [choice, k] of each draw
    while True:
        cards = list(range(n))
        at = 0

        def draw(k):
            nonlocal at
            if at == len(path):
                path.append([0, k])
            choice, seen_k = path[at]
            assert seen_k == k
            at += 1
            return choice

        shuffle(cards, n, draw)
        chance = Fraction(1)
        for _, k in path:
            chance /= k
        chances[tuple(cards)] += chance
        while path and path[-1][0] == path[-1][1] - 1:
            path.pop()
        if not path:
            return chances
        path[-1][0] += 1


def is_uniform_shuffle(shuffle, n):
    chances = order_chances(shuffle, n)
    return len(chances) == factorial(n) and set(chances.values()) == {Fraction(1, factorial(n))}


def naive_swap(cards, n, draw):
    for i in range(n):
        j = draw(n)
        cards[i], cards[j] = cards[j], cards[i]


def sattolo(cards, n, draw):
    for last in range(n - 1, 0, -1):
        j = draw(last) if last > 1 else 0
        cards[last], cards[j] = cards[j], cards[last]


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_shuffle__all_draws_up_to_six_cards__every_order_equally_likely(n):
    assert is_uniform_shuffle(sampler.shuffle_in_place, n)


@pytest.mark.parametrize("mutant", [naive_swap, sattolo])
@pytest.mark.parametrize("n", [3, 4, 5])
def test_shuffle__mutants__fail_the_same_proof(mutant, n):
    assert not is_uniform_shuffle(mutant, n)


def test_shuffle__first_n_of_a_longer_buffer__rest_untouched():
    cards = bytearray(range(60))
    assert sampler.shuffle_in_place(cards, 52, lambda k: 0)
    assert cards[52:] == bytes(range(52, 60))
    assert sorted(cards) == list(range(60))
    with pytest.raises(ValueError):
        sampler.shuffle_in_place(cards, 61, lambda k: 0)


def test_shuffle__draw_fails__says_so_and_keeps_all_cards():
    cards = list(range(52))
    draws = iter([3] * 20)
    assert not sampler.shuffle_in_place(cards, 52, lambda k: next(draws, -1))
    assert sorted(cards) == list(range(52))


def test_shuffle__through_generator__same_on_cpython_and_micropython():
    script = "from tests.helpers import trust_checks\nprint(trust_checks.check_sampler())"
    out = run_in_micropython(script)
    assert int(out) == trust_checks.check_sampler()


def test_random_bytes__generator_needs_reseed__failed_with_its_reason():
    generator = drbg.HmacDrbg(reseed_interval=1)
    generator.instantiate(bytes(32), bytes(16))
    source = sampler.RandomBytes(generator, 16)
    assert all(source.next_byte() >= 0 for _ in range(16))
    assert source.draw(52) == sampler.DRAW_FAILED
    assert source.code == drbg.DRBG_NEEDS_RESEED
    generator.reseed(bytes(32))
    assert 0 <= source.draw(52) < 52
    assert source.code == drbg.DRBG_OK


def test_random_bytes__read__equal_the_generator_and_are_wiped():
    generators = [drbg.HmacDrbg(), drbg.HmacDrbg()]
    for generator in generators:
        generator.instantiate(bytes(32), bytes(16))
    source = sampler.RandomBytes(generators[0], 64)
    expected = bytearray(64)
    generators[1].generate_into(expected)
    assert [source.next_byte() for _ in range(64)] == list(expected)
    assert not any(source._buf)
    source.next_byte()
    source.discard()
    assert not any(source._buf)
    generators[1].generate_into(expected)
    generators[1].generate_into(expected)
    assert source.next_byte() == expected[0]
