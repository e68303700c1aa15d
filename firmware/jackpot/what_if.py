"""What a round would pay: the board's own arithmetic with amounts that somebody asks about."""

from firmware.jackpot import payouts as p
from firmware.jackpot.payouts import Payout
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
    classes = [0] * p.SEATS
    for seat, name in hands:
        if not 1 <= seat <= p.SEATS:
            raise ValueError("there is no seat %d; seats are 1 to %d" % (seat, p.SEATS))
        if name not in CLASS_NAMES[1:]:
            raise ValueError("there is no class %s; use %s" % (name, " ".join(CLASS_NAMES[1:])))
        if classes[seat - 1]:
            raise ValueError("seat %d has two hands" % seat)
        classes[seat - 1] = CLASS_NAMES.index(name)
    source = p.FROM_POOL if bonus_source == "pool" else p.FROM_HOUSE
    result = Payout(pool_cents * p.UC, seed_cents * p.UC, 0, 0, source)
    rows = result.settle(classes, pay_table())
    return {
        "payments": [
            {
                "seat": row[p.SEAT],
                "class": CLASS_NAMES[row[p.CLASS]],
                "amount_cents": row[p.POOL_CENTS] + row[p.BONUS_CENTS] + row[p.HOUSE_CENTS],
                "from_pool_cents": row[p.POOL_CENTS],
                "from_house_cents": row[p.HOUSE_CENTS],
            }
            for row in rows
        ],
        "pool_after_cents": result.pool_uc // p.UC,
    }
