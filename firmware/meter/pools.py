"""Movements of the jackpot's money, each on the whole ledger: in by wagers, out by voids.

Parts of one wager go to pool, reserve, second pool and the operator (CSP 11.5, 11.6).
"""

from firmware.core.compat import const
from firmware.meter.ledger import (
    ADJUSTED,
    BONUS,
    CONTRIBUTED,
    LINKED_BACK,
    LINKED_IN,
    OVERFLOW,
    POOL,
    RESERVE,
    RETAINED,
    RETAINED_BACK,
    SENT,
    TAKEN_BACK,
    UC,
    WAGERED,
    WAGERED_BACK,
    WAGERS,
    WAGERS_VOIDED,
)

MOST_AT_ONCE = const(7)  # wagers of one round
MOST_LINKED = const(20_000)  # wagers that a linked table may bring after an outage


class Rates:
    """The approved terms in force: what one wager brings to each purse, in micro-cents."""

    def __init__(self, wager_cents, pool_ppm, reserve_ppm, bonus_ppm, limit_cents):
        self.wager_uc = wager_cents * UC
        self.pool_uc = wager_cents * pool_ppm
        self.reserve_uc = wager_cents * reserve_ppm
        self.bonus_uc = wager_cents * bonus_ppm
        self.limit_uc = limit_cents * UC
        self.brought_uc = self.pool_uc + self.reserve_uc + self.bonus_uc
        self.retained_uc = self.wager_uc - self.brought_uc

    def is_reasonable(self):
        """More than the wager itself cannot be brought."""
        return self.wager_uc > 0 and self.retained_uc >= 0


def _into_pool(a, amount_uc, limit_uc):
    """Raise the pool up to its limit, the rest goes to the reserve; gives the pool's part."""
    part_uc = amount_uc
    if limit_uc:
        part_uc = min(amount_uc, max(limit_uc - a[POOL], 0))
    a[POOL] += part_uc
    a[RESERVE] += amount_uc - part_uc
    a[OVERFLOW] += amount_uc - part_uc
    return part_uc


def take_in(ledger, rates):
    """One wager at this table; gives the part that raised the pool, -1 when refused."""
    if not rates.is_reasonable():
        return -1
    a = ledger.a
    a[WAGERS] += 1
    a[WAGERED] += rates.wager_uc
    a[RETAINED] += rates.retained_uc
    a[CONTRIBUTED] += rates.brought_uc
    a[RESERVE] += rates.reserve_uc
    a[BONUS] += rates.bonus_uc
    return _into_pool(a, rates.pool_uc, rates.limit_uc)


def take_back(ledger, rates, pool_part_uc):
    """A voided wager, to the last fraction (J13); pool_part_uc is what `take_in` gave."""
    a = ledger.a
    a[WAGERS_VOIDED] += 1
    a[WAGERED_BACK] += rates.wager_uc
    a[RETAINED_BACK] += rates.retained_uc
    a[TAKEN_BACK] += rates.brought_uc
    over_uc = rates.pool_uc - pool_part_uc
    a[OVERFLOW] -= over_uc
    _out_of(a, pool_part_uc, POOL)
    _out_of(a, rates.reserve_uc + over_uc, RESERVE)
    _out_of(a, rates.bonus_uc, BONUS)


def _out_of(a, amount_uc, purse):
    """From its purse first; after a hit has emptied it, from the others; at last from the house."""
    for account in (purse, POOL, RESERVE, BONUS):
        part_uc = min(amount_uc, a[account])
        a[account] -= part_uc
        amount_uc -= part_uc
    a[ADJUSTED] += amount_uc  # all are empty: the house gives the wager back


def send(ledger, rates, count):
    """Wagers of a table whose pool another board holds: all that they bring is owed to it."""
    a = ledger.a
    a[WAGERS] += count
    a[WAGERED] += rates.wager_uc * count
    a[RETAINED] += rates.retained_uc * count
    a[CONTRIBUTED] += rates.brought_uc * count
    a[SENT] += rates.brought_uc * count


def send_back(ledger, rates, count):
    """Voided wagers of such a table."""
    a = ledger.a
    a[WAGERS_VOIDED] += count
    a[WAGERED_BACK] += rates.wager_uc * count
    a[RETAINED_BACK] += rates.retained_uc * count
    a[TAKEN_BACK] += rates.brought_uc * count
    a[SENT] -= rates.brought_uc * count


def linked(ledger, rates, accepted, voided):
    """What another table brought and took back since last time; False when it cannot be."""
    if not 0 <= accepted <= MOST_LINKED or not 0 <= voided <= MOST_LINKED:
        return False
    a = ledger.a
    a[CONTRIBUTED] += rates.brought_uc * accepted
    a[LINKED_IN] += rates.brought_uc * accepted
    a[TAKEN_BACK] += rates.brought_uc * voided
    a[LINKED_BACK] += rates.brought_uc * voided
    a[RESERVE] += rates.reserve_uc * accepted
    a[BONUS] += rates.bonus_uc * accepted
    _into_pool(a, rates.pool_uc * accepted, rates.limit_uc)
    _out_of(a, rates.pool_uc * voided, POOL)
    _out_of(a, rates.reserve_uc * voided, RESERVE)
    _out_of(a, rates.bonus_uc * voided, BONUS)
    return True
