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


def win(classes, purses, terms):
    """What these hands (classes by seat) take from pool, reserve and second pool.

    Payout and memory follow from purses and terms alone, so a table computes what its holder did.
    """
    pool_uc, reserve_uc, bonus_uc = purses
    seed_uc = terms.seed_cents * lg.UC
    payout = Payout(pool_uc, seed_uc, reserve_uc, bonus_uc, terms.bonus_source)
    pool_taken = bonus_taken = 0
    for row in payout.settle(classes, terms.amounts_cents):
        pool_taken += row[POOL_CENTS] * lg.UC
        bonus_taken += row[BONUS_CENTS] * lg.UC
    seeded = seed_uc if payout.is_reset else 0
    return payout, (pool_taken, bonus_taken, reserve_uc - payout.reserve_uc, seeded)


def hold(ledger, classes, terms):
    """Move a round's wins to PENDING and restart the pool after a Royal; gives them and memory."""
    a = ledger.a
    payout, memory = win(classes, (a[lg.POOL], a[lg.RESERVE], a[lg.BONUS]), terms)
    a[lg.TOPPED_UP] += memory[SEEDED]
    a[lg.PENDING] += memory[POOL_TAKEN] + memory[BONUS_TAKEN]
    a[lg.POOL] = payout.pool_uc
    a[lg.RESERVE] = payout.reserve_uc
    a[lg.BONUS] = payout.bonus_pool_uc
    return payout, memory


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
