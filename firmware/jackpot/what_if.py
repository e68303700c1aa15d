"""What a round would pay: the board's own arithmetic with amounts that somebody asks about."""

from firmware.jackpot.payouts import (
    BONUS_CENTS,
    CLASS,
    FROM_HOUSE,
    FROM_POOL,
    HOUSE_CENTS,
    POOL_CENTS,
    SEAT,
    SEATS,
    UC,
    Payout,
)
from firmware.jackpot.rows import CFG_FLUSH_CENTS, CFG_ROYAL_CENTS, SETTINGS

CLASS_NAMES = ("none", "royal", "straight", "four", "full", "flush")
SOURCES = ("house", "pool")


def pay_table():
    """Minimums and fixed bonuses by class, as a board has them that nobody has changed."""
    return (0,) + tuple(
        [row[2] for row in SETTINGS if CFG_ROYAL_CENTS <= row[0] <= CFG_FLUSH_CENTS]
    )


def payout(pool_cents, seed_cents, hands, bonus_source):
    """Payments in their order for hands of (seat, class name); ValueError says what is wrong."""
    if pool_cents < 0 or seed_cents < 0:
        raise ValueError("pool and seed are amounts of 0 or more cents")
    if bonus_source not in SOURCES:
        raise ValueError("bonus source is house or pool, not %s" % bonus_source)
    classes = [0] * SEATS
    for seat, name in hands:
        if not 1 <= seat <= SEATS:
            raise ValueError("there is no seat %d; seats are 1 to %d" % (seat, SEATS))
        if name not in CLASS_NAMES[1:]:
            raise ValueError("there is no class %s; use %s" % (name, " ".join(CLASS_NAMES[1:])))
        if classes[seat - 1]:
            raise ValueError("seat %d has two hands" % seat)
        classes[seat - 1] = CLASS_NAMES.index(name)
    source = FROM_POOL if bonus_source == "pool" else FROM_HOUSE
    result = Payout(pool_cents * UC, seed_cents * UC, 0, 0, source)
    rows = result.settle(classes, pay_table())
    return {
        "payments": [
            {
                "seat": row[SEAT],
                "class": CLASS_NAMES[row[CLASS]],
                "amount_cents": row[POOL_CENTS] + row[BONUS_CENTS] + row[HOUSE_CENTS],
                "from_pool_cents": row[POOL_CENTS],
                "from_house_cents": row[HOUSE_CENTS],
            }
            for row in rows
        ],
        "pool_after_cents": result.pool_uc // UC,
    }
