"""The jackpot's books: holdings and meters in micro-cents, balanced at every instant.

start + contributions + top-ups + adjustments = holdings + payouts + taken back, and what was
wagered = contributions + retained.  A wager in cents times a rate in ppm is micro-cents: there
is no remainder to lose.  Pure; the wiring keeps it in the cells METERS and POOLS.
"""

import struct

from firmware.core.compat import const

UC = const(1_000_000)
# Ranges: a pool that eight digits show, and meters that stay far below 64 bits (a table of seven
# wagers of $100 every minute fills one in a hundred years).
MOST_POOL_UC = 9_999_999_999_000_000
MOST_METER_UC = 4_000_000_000_000_000_000

# holdings
POOL = const(0)  # the jackpot as shown
RESERVE = const(1)  # hidden: reserve rate and what was over the limit; joins the next jackpot
BONUS = const(2)  # the second pool
PENDING = const(3)  # won, and being verified
SENT = const(4)  # of a table without pool of its own: what belongs to the holder
# flows of the identity
START = const(5)
CONTRIBUTED = const(6)
TOPPED_UP = const(7)  # seeds that the house put in
ADJUSTED = const(8)
PAID = const(9)  # out of the holdings
TAKEN_BACK = const(10)
# this table's wagers, for the second identity
WAGERED = const(11)
RETAINED = const(12)
WAGERED_BACK = const(13)
RETAINED_BACK = const(14)
LINKED_IN = const(15)  # part of CONTRIBUTED that came from other tables
LINKED_BACK = const(16)
# meters that no identity needs
OVERFLOW = const(17)
HOUSE_PAID = const(18)
WAGERS = const(19)  # counts from here on
WAGERS_VOIDED = const(20)
ROUNDS = const(21)
HITS = const(22)
RESETS = const(23)
ACCOUNTS = const(24)

GOOD = const(0)
BAD_HOLDINGS = const(1)
BAD_WAGERS = const(2)
BAD_SIGN = const(3)
BAD_RANGE = const(4)


class Ledger:
    """One list of integers; `imbalance()` says whether the books balance."""

    def __init__(self):
        self.a = [0] * ACCOUNTS

    def imbalance(self):
        """GOOD, or which identity does not hold."""
        a = self.a
        for account in range(ACCOUNTS):
            if a[account] < 0 and account != ADJUSTED:
                return BAD_SIGN
            if not -MOST_METER_UC <= a[account] <= MOST_METER_UC:
                return BAD_RANGE
        if a[POOL] > MOST_POOL_UC:
            return BAD_RANGE
        came = a[START] + a[CONTRIBUTED] + a[TOPPED_UP] + a[ADJUSTED]
        held = a[POOL] + a[RESERVE] + a[BONUS] + a[PENDING] + a[SENT]
        if came != held + a[PAID] + a[TAKEN_BACK]:
            return BAD_HOLDINGS
        if a[WAGERED] != a[CONTRIBUTED] - a[LINKED_IN] + a[RETAINED]:
            return BAD_WAGERS
        if a[WAGERED_BACK] != a[TAKEN_BACK] - a[LINKED_BACK] + a[RETAINED_BACK]:
            return BAD_WAGERS
        return GOOD

    def load(self, pools, meters):
        """From the two cells: holdings and flows in the one, the rest in the other."""
        for account in range(ACCOUNTS):
            cell, at = _place(pools, meters, account)
            self.a[account] = struct.unpack_from("<q", cell, at)[0]

    def save(self, pools, meters):
        """Into the two cells, which the caller commits together."""
        for account in range(ACCOUNTS):
            cell, at = _place(pools, meters, account)
            struct.pack_into("<q", cell, at, self.a[account])


def _place(pools, meters, account):
    if account < WAGERED:
        return pools, 8 * account
    return meters, 8 * (account - WAGERED)
