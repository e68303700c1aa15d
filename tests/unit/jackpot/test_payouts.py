"""Payouts against the oracle that was written from rule 12: every combination of winners."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest

from faro.jackpot.rules import pay_order
from faro.sim.vm_call import FirmwareVm
from firmware.jackpot.payouts import Payout, _in_turn
from firmware.jackpot.what_if import CLASS_NAMES, pay_table
from tests.helpers.payout_oracle import MICRO, MINIMUM, handed_out, settle

# cents; around each place where a minimum, a share or a floor changes hands
_THRESHOLDS = (0, 1, 10, 100, 70_000, 500_000, 5_000_000, 10_000_000, 35_000_000, 50_000_000)
POOLS_UC = sorted(
    {
        max(cents * MICRO + off, 0)
        for cents in _THRESHOLDS
        for off in (-MICRO, -1, 0, 1, 999_999, MICRO, 7 * MICRO + 3)
    }
    | {123_456_789 * MICRO + 987_654, 2_000_000_000 * MICRO - 1}
)
SEEDS = (0, 1, 1_000_000, 5_000_000)
FIXED_SETS = ((), ("flush",), ("four",), ("flush", "full", "four"), ("flush",) * 5)


def combinations() -> list[dict[int, str]]:
    """All numbers of Royal and Straight winners, with the seats left taken by fixed bonuses."""
    found: list[dict[int, str]] = []
    for royals, straights in itertools.product(range(8), repeat=2):
        for fixed in FIXED_SETS:
            names = ["royal"] * royals + ["straight"] * straights + list(fixed)
            if len(names) <= 7:
                random.Random(f"{royals}{straights}{fixed}").shuffle(names)
                found.append(dict(zip((1, 2, 3, 4, 5, 6, 7), names, strict=False)))
    return found


def by_firmware(
    pool_uc: int, seed_cents: int, hands: dict[int, str], source: str, reserve_uc: int = 0
) -> tuple[list[tuple[int, str, int, int]], int]:
    classes = [CLASS_NAMES.index(hands.get(seat, "none")) for seat in range(1, 8)]
    made = Payout(pool_uc, seed_cents * MICRO, reserve_uc, 0, 1 if source == "pool" else 0)
    rows = made.settle(classes, pay_table())
    return [(seat, CLASS_NAMES[c], pool, house) for seat, c, pool, _, house in rows], made.pool_uc


@pytest.mark.rule("J5", "J6", "J7", "J8", "J9", "CSP 12.1", "CSP 12.3", "CSP 12.4")
@pytest.mark.parametrize("source", ["house", "pool"])
def test_payouts__every_combination_and_threshold__as_the_oracle(source: str) -> None:
    compared = 0
    for number, hands in enumerate(combinations()):
        for place, pool_uc in enumerate(POOLS_UC):
            seed = SEEDS[(number + place) % len(SEEDS)]
            reserve_uc = (number * 7_919 + place) % 3_000_000_000
            got = by_firmware(pool_uc, seed, hands, source, reserve_uc)
            want, after = settle(
                Fraction(pool_uc, MICRO), seed, hands, source, Fraction(reserve_uc, MICRO)
            )
            assert got == (want, after * MICRO), (pool_uc, seed, hands, source)
            compared += 1
    assert compared > 7_000


@pytest.mark.rule("J5", "CSP 12.1")
def test_payouts__inside_micropython__the_same_as_the_oracle() -> None:
    rng = random.Random(12)
    names = ("royal", "straight", "four", "full", "flush")
    with FirmwareVm() as vm:
        for _ in range(200):
            seats = rng.sample(range(1, 8), rng.randrange(8))
            hands = {seat: rng.choice(names) for seat in seats}
            pool = rng.choice(POOLS_UC) // MICRO + rng.randrange(100)
            seed = rng.choice(SEEDS)
            source = rng.choice(("house", "pool"))
            got = vm.call(
                "firmware.jackpot.what_if", "payout", pool, seed, list(hands.items()), source
            )
            want, after = settle(Fraction(pool), seed, hands, source)
            rows = [
                (p["seat"], p["class"], p["from_pool_cents"], p["from_house_cents"])
                for p in got["payments"]
            ]
            assert (rows, got["pool_after_cents"]) == (want, after), (pool, seed, hands, source)
            for p in got["payments"]:
                assert p["amount_cents"] == p["from_pool_cents"] + p["from_house_cents"]
                assert p["amount_cents"] >= MINIMUM.get(p["class"], 0)


@pytest.mark.rule("J8", "J9", "CSP 12.2", "CSP 12.4")
@pytest.mark.parametrize(
    ("names", "order"),
    [
        # seat 7's Royal waits for the Straight of seat 3, and comes right after it
        ("royal flush straight four straight flush royal", [6, 5, 4, 3, 7, 2, 1]),
        ("flush full four flush flush full four", [7, 6, 5, 4, 3, 2, 1]),
        ("straight none none none none royal royal", [1, 7, 6]),
        ("royal none none straight none none none", [4, 1]),
        ("flush royal none straight royal none full", [7, 4, 5, 2, 1]),
        ("royal royal", [2, 1]),
    ],
)
def test_payouts__order__one_pass_from_the_right_a_royal_after_the_last_straight(
    names: str, order: list[int]
) -> None:
    hands = {seat: name for seat, name in enumerate(names.split(), 1) if name != "none"}
    rows, _ = by_firmware(10_000_000 * MICRO, 0, hands, "house")
    assert [row[0] for row in rows] == order
    assert handed_out(hands) == order
    classes = {seat: CLASS_NAMES.index(name) for seat, name in hands.items()}
    assert pay_order(classes) == order  # what `faro reconcile` expects


@pytest.mark.rule("J8", "J9", "CSP 12.2", "CSP 12.4")
def test_payouts__order_of_any_winners__firmware_oracle_and_host_agree() -> None:
    """Only Straights, Royals and others differ in their turn: all 4^7 tables."""
    for names in itertools.product(("", "straight", "royal", "flush"), repeat=7):
        hands = {seat: name for seat, name in enumerate(names, 1) if name}
        order = handed_out(hands)
        rows = [(seat, CLASS_NAMES.index(name)) for seat, name in hands.items()]
        straights = names.count("straight")
        assert [row[0] for row in _in_turn(rows, straights)] == order
        assert pay_order(dict(rows)) == order
