"""A spare board takes the place of a dead holder: its purses and its tables' counts are loaded.

They come from the journal that the dead board has left with the table software; whatever the
tables have brought since then they report themselves, because their counts only grow.
"""

import struct

from firmware.core.compat import const
from firmware.jackpot import round_states as rs
from firmware.jackpot.ledger import ADJUSTED, BONUS, PENDING, POOL, RESERVE
from firmware.jackpot.linked.holder import ANY_BOARD, LinkHolder
from firmware.jackpot.round_book import R_BROKEN, R_SEAT, R_STATE
from firmware.jackpot.rows import CFG_LINK_FIRST, CFG_LINK_ROLE, EV_TAKEN_OVER

_TABLE = "<BIIH"  # address, wagers, given back, operation
TABLE_BYTES = const(11)
_MOST_TABLES = const(31)


def is_free(jackpot):
    """Only a board that is not linked, has no round and no wagers of its own in the pool."""
    book = jackpot.book
    is_alone = not jackpot.base.settings.get(CFG_LINK_ROLE)
    return is_alone and book.state == rs.ST_OPEN and not book.is_live()


def load_tables(jackpot, data, count):
    """Counts of the linked tables; they come into force with the book."""
    if not is_free(jackpot):
        return R_STATE
    first = jackpot.base.settings.get(CFG_LINK_FIRST)
    holder = LinkHolder(jackpot.book, first, _MOST_TABLES)
    rows = [struct.unpack_from(_TABLE, data, i * TABLE_BYTES) for i in range(count)]
    for address, _, _, _ in rows:
        if not first <= address < first + _MOST_TABLES:
            return R_SEAT
    for address, accepted, voided, op in rows:
        holder.put_row(address, ANY_BOARD, accepted, voided, op)
    return 0 if jackpot.book.store.commit() else R_BROKEN


def load_book(jackpot, address, purses, asked_by, confirmed_by):
    """Pool, reserve, second pool and what is pending, in the place of this board's own seed."""
    if not is_free(jackpot) or not jackpot.book.begin():
        return R_STATE
    a = jackpot.book.ledger.a
    for account, amount_uc in zip((POOL, RESERVE, BONUS, PENDING), struct.unpack("<4q", purses)):
        a[ADJUSTED] += amount_uc - a[account]
        a[account] = amount_uc
    is_done = jackpot.book.commit(EV_TAKEN_OVER, address, asked_by, confirmed_by, purses)
    return 0 if is_done else R_BROKEN
