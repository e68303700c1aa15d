"""A hit on the ledger: won and pending, then paid, or cancelled as if it had not been.

The pool restarts when the win becomes pending, so that other tables play on while it is
verified.
"""

from firmware.core.compat import const
from firmware.jackpot import ledger as lg
from firmware.jackpot.payouts import BONUS_CENTS, HOUSE_CENTS, POOL_CENTS, Payout

# what a pending hit remembers, so that it can be cancelled to the last fraction
POOL_TAKEN = const(0)
BONUS_TAKEN = const(1)
RESERVE_MOVED = const(2)
SEEDED = const(3)


def hold(ledger, classes, amounts_cents, seed_cents, bonus_source):
    """Move a round's wins to PENDING and restart the pool after a Royal; gives rows and memory."""
    a = ledger.a
    seed_uc = seed_cents * lg.UC
    payout = Payout(a[lg.POOL], seed_uc, a[lg.RESERVE], a[lg.BONUS], bonus_source)
    rows = payout.settle(classes, amounts_cents)
    pool_taken = bonus_taken = 0
    for row in rows:
        pool_taken += row[POOL_CENTS] * lg.UC
        bonus_taken += row[BONUS_CENTS] * lg.UC
    seeded = seed_uc if payout.is_reset else 0
    moved = a[lg.RESERVE] - payout.reserve_uc
    a[lg.TOPPED_UP] += seeded
    a[lg.PENDING] += pool_taken + bonus_taken
    a[lg.POOL] = payout.pool_uc
    a[lg.RESERVE] = payout.reserve_uc
    a[lg.BONUS] = payout.bonus_pool_uc
    return rows, (pool_taken, bonus_taken, moved, seeded)


def is_reset(memory):
    """Whether the pool has restarted with that hit."""
    return 1 if memory[SEEDED] or memory[RESERVE_MOVED] else 0


def pay(ledger, row):
    """One winner has been paid."""
    a = ledger.a
    out_uc = (row[POOL_CENTS] + row[BONUS_CENTS]) * lg.UC
    a[lg.PENDING] -= out_uc
    a[lg.PAID] += out_uc
    a[lg.HOUSE_PAID] += row[HOUSE_CENTS] * lg.UC
    a[lg.HITS] += 1


def pay_elsewhere(ledger, row):
    """The same at a table whose pool another board holds: that board's books have the pool."""
    ledger.a[lg.HOUSE_PAID] += row[HOUSE_CENTS] * lg.UC
    ledger.a[lg.HITS] += 1


def pay_linked(ledger, taken_uc):
    """A linked table has paid its winners."""
    ledger.a[lg.PENDING] -= taken_uc
    ledger.a[lg.PAID] += taken_uc


def close(ledger):
    """All winners of a hit that restarted the pool have been paid."""
    ledger.a[lg.RESETS] += 1


def cancel(ledger, memory):
    """The claim did not stand: everything goes back to where it was; False if it cannot."""
    a = ledger.a
    back_uc = memory[POOL_TAKEN] - memory[SEEDED] - memory[RESERVE_MOVED]
    if not 0 <= a[lg.POOL] + back_uc <= lg.MOST_POOL_UC:
        return False
    a[lg.POOL] += back_uc
    a[lg.RESERVE] += memory[RESERVE_MOVED]
    a[lg.BONUS] += memory[BONUS_TAKEN]
    a[lg.PENDING] -= memory[POOL_TAKEN] + memory[BONUS_TAKEN]
    a[lg.TOPPED_UP] -= memory[SEEDED]
    return True
