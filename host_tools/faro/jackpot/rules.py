"""Rules 11 to 13 of Caribbean Stud Poker for checking a board: written apart from its firmware."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

UC = 1_000_000
MOST_POOL_UC = 9_999_999_999 * UC  # what the display can show
ROYAL, STRAIGHT, FOUR, FULL, FLUSH = 1, 2, 3, 4, 5


def class_of(cards: bytes) -> int:
    """Jackpot class of five cards (rule 13.1), 0 for none."""
    if len(set(cards)) != 5 or max(cards) > 51:
        return 0
    ranks = sorted(card // 4 for card in cards)
    groups = sorted(Counter(ranks).values())
    is_suited = len({card % 4 for card in cards}) == 1
    if is_suited and ranks == [8, 9, 10, 11, 12]:
        return ROYAL
    if is_suited and (ranks[4] - ranks[0] == 4 or ranks == [0, 1, 2, 3, 12]):
        return STRAIGHT
    if groups == [1, 4]:
        return FOUR
    if groups == [2, 3]:
        return FULL
    return FLUSH if is_suited else 0


@dataclass(frozen=True)
class Payment:
    """What one winner gets, in whole cents."""

    seat: int
    hand_class: int
    pool_cents: int
    bonus_cents: int
    house_cents: int


@dataclass
class Purses:
    """The jackpot's purses before and after a settlement, in micro-cents."""

    pool: int
    reserve: int
    bonus: int


@dataclass(frozen=True)
class PayTable:
    """Minimums, fixed bonuses and where those come from."""

    cents: dict[int, int]
    seed_cents: int
    bonus_source: int


def settle(purses: Purses, winners: dict[int, int], table: PayTable) -> tuple[list[Payment], int]:
    """Rule 12 with the conventions of Faro: payments in order, and what the house seeds anew.

    Amounts are worked out class by class, and handed out in the order of `pay_order`.
    """
    payments: list[Payment] = []
    seeded = 0
    for kind in (STRAIGHT, ROYAL, FOUR, FULL, FLUSH):
        seats = sorted((s for s, c in winners.items() if c == kind), reverse=True)
        if not seats:
            continue
        least = table.cents[kind]
        if kind in (STRAIGHT, ROYAL):
            share = _aggregate(purses.pool, kind, len(seats)) // len(seats) // UC
            for seat in seats:
                payments.append(Payment(seat, kind, share, 0, max(least - share, 0)))
                purses.pool -= share * UC
            if kind == ROYAL:
                seeded = table.seed_cents * UC
                moved = min(purses.reserve, MOST_POOL_UC - purses.pool - seeded)
                purses.pool += seeded + moved
                purses.reserve -= moved
            continue
        for seat in seats:
            from_pool = min(least, purses.pool // UC) if table.bonus_source == 1 else 0
            from_bonus = min(least, purses.bonus // UC) if table.bonus_source == 2 else 0
            purses.pool -= from_pool * UC
            purses.bonus -= from_bonus * UC
            payments.append(
                Payment(seat, kind, from_pool, from_bonus, least - from_pool - from_bonus)
            )
    order = pay_order(winners)
    return sorted(payments, key=lambda payment: order.index(payment.seat)), seeded


def pay_order(winners: dict[int, int]) -> list[int]:
    """Winning seats from the dealer's right, 7 to 1 (12.2).

    A Royal Flush takes its turn right after the last Straight Flush if that sits further left
    (12.4).
    """
    straights = [seat for seat, kind in winners.items() if kind == STRAIGHT]

    def turn(seat: int) -> tuple[int, bool, int]:
        is_royal = winners[seat] == ROYAL
        place = min([seat, *straights]) if is_royal else seat
        return -place, is_royal, -seat

    return sorted((seat for seat, kind in winners.items() if kind), key=turn)


def _aggregate(pool: int, kind: int, winners: int) -> int:
    """The whole jackpot for Royal Flushes, the tenths of what is left for Straight Flushes."""
    if kind == ROYAL:
        return pool
    total = 0
    for _ in range(winners):
        tenth = (pool - total) // 10
        total += tenth
    return total
