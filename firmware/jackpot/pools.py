"""Movements of the jackpot's money, each on the whole ledger: in by wagers, out by voids.

Parts of one wager go to pool, reserve, second pool and the operator (CSP 11.5, 11.6).
"""

from firmware.jackpot import ledger as lg


class Rates:
    """The approved terms in force: what one wager brings to each purse, in micro-cents."""

    def __init__(self, wager_cents, pool_ppm, reserve_ppm, bonus_ppm, limit_cents):
        self.wager_uc = wager_cents * lg.UC
        self.pool_uc = wager_cents * pool_ppm
        self.reserve_uc = wager_cents * reserve_ppm
        self.bonus_uc = wager_cents * bonus_ppm
        self.limit_uc = limit_cents * lg.UC
        self.brought_uc = self.pool_uc + self.reserve_uc + self.bonus_uc
        self.retained_uc = self.wager_uc - self.brought_uc

    def is_reasonable(self):
        """More than the wager itself cannot be brought."""
        return self.wager_uc > 0 and self.retained_uc >= 0


def into_pool(a, amount_uc, limit_uc):
    """Raise the pool up to its limit, the rest goes to the reserve; gives the pool's part."""
    part_uc = min(amount_uc, max((limit_uc or lg.MOST_POOL_UC) - a[lg.POOL], 0))
    a[lg.POOL] += part_uc
    a[lg.RESERVE] += amount_uc - part_uc
    a[lg.OVERFLOW] += amount_uc - part_uc
    return part_uc


def take_in(ledger, rates):
    """One wager at this table; gives the part that raised the pool, -1 when refused."""
    if not rates.is_reasonable():
        return -1
    a = ledger.a
    a[lg.WAGERS] += 1
    a[lg.WAGERED] += rates.wager_uc
    a[lg.RETAINED] += rates.retained_uc
    a[lg.CONTRIBUTED] += rates.brought_uc
    a[lg.RESERVE] += rates.reserve_uc
    a[lg.BONUS] += rates.bonus_uc
    return into_pool(a, rates.pool_uc, rates.limit_uc)


def send(ledger, rates):
    """One wager at a table whose pool another board holds: all that it brings is owed to it."""
    a = ledger.a
    a[lg.WAGERS] += 1
    a[lg.WAGERED] += rates.wager_uc
    a[lg.RETAINED] += rates.retained_uc
    a[lg.CONTRIBUTED] += rates.brought_uc
    a[lg.SENT] += rates.brought_uc
