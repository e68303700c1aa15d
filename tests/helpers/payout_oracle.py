"""Rule 12 of Caribbean Stud Poker once more, written from its text with exact fractions.

Shares nothing with the firmware: amounts are Fractions of a cent, every step is a sentence.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor

MINIMUM = {"royal": 5_000_000, "straight": 500_000}
FIXED = {"four": 50_000, "full": 15_000, "flush": 10_000}
MICRO = 1_000_000


def floored(amount: Fraction, parts: int) -> Fraction:
    """Rounded down to so many parts of a cent."""
    return Fraction(floor(amount * parts), parts)


def settle(
    pool_cents: Fraction,
    seed_cents: int,
    hands: dict[int, str],
    bonus_source: str,
    reserve_cents: Fraction = Fraction(0),
) -> tuple[list[tuple[int, str, int, int]], Fraction]:
    """Payments (seat, class, from pool, from house) in order, and the pool afterwards.

    What each gets is worked out class by class; `handed_out` says who is paid when.
    """
    paid: list[tuple[int, str, int, int]] = []

    def right_to_left(name: str) -> list[int]:
        return [seat for seat in (7, 6, 5, 4, 3, 2, 1) if hands.get(seat) == name]

    def pay(seat: int, name: str, from_pool: Fraction, total: int) -> None:
        nonlocal pool_cents
        assert from_pool.denominator == 1 and from_pool <= pool_cents
        pool_cents -= from_pool
        paid.append((seat, name, int(from_pool), total - int(from_pool)))

    straights = right_to_left("straight")
    if straights:
        # 12.3.2: the aggregate of the 10 % payouts from each subsequent jackpot total
        subsequent, aggregate = pool_cents, Fraction(0)
        for _ in straights:
            tenth = floored(subsequent / 10, MICRO)
            aggregate += tenth
            subsequent -= tenth
        share = floored(aggregate / len(straights), 1)
        for seat in straights:
            pay(seat, "straight", share, max(int(share), MINIMUM["straight"]))
    royals = right_to_left("royal")
    if royals:
        # 12.3.1: share the jackpot as an aggregate or each 50,000, whichever is the greater
        share = floored(pool_cents / len(royals), 1)
        for seat in royals:
            pay(seat, "royal", share, max(int(share), MINIMUM["royal"]))
        pool_cents += seed_cents + reserve_cents
    for name in ("four", "full", "flush"):
        for seat in right_to_left(name):
            total = FIXED[name]
            there = floored(pool_cents, 1) if bonus_source == "pool" else Fraction(0)
            pay(seat, name, min(there, Fraction(total)), total)
    by_seat = {payment[0]: payment for payment in paid}
    return [by_seat[seat] for seat in handed_out(hands)], pool_cents


def handed_out(hands: dict[int, str]) -> list[int]:
    """The seats in the order of 12.2 and 12.4."""
    unpaid, order = dict(hands), list[int]()
    while unpaid:
        # 12.4: as long as a Straight Flush is unpaid, a Royal Flush is not paid
        is_straight_due = "straight" in unpaid.values()
        may = [seat for seat, name in unpaid.items() if not (is_straight_due and name == "royal")]
        # 12.2: the one nearest to the dealer's immediate right, which is seat 7
        order.append(max(may))
        del unpaid[order[-1]]
    return order
