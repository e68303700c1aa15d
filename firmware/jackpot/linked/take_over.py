"""A spare board takes the place of a dead holder: its purses and its tables' counts are loaded.

They come from the journal that the dead board has left with the table software; whatever the
tables have brought since then they report themselves, because their counts only grow.
"""

import struct

from firmware.core.compat import const
from firmware.jackpot import round_states as rs
from firmware.jackpot.ledger import ADJUSTED, BONUS, PENDING, POOL, RESERVE
from firmware.jackpot.linked.holder_book import ANY_BOARD, HolderBook
from firmware.jackpot.round_book import R_BROKEN, R_SEAT, R_STATE
from firmware.jackpot.rows import CFG_LINK_FIRST, CFG_LINK_ROLE, EV_TAKEN_OVER

_TABLE = "<BIIH"  # address, wagers, given back, operation
TABLE_BYTES = const(11)
_MOST_TABLES = const(31)


def is_free(book, settings):
    """Only a board that is not linked, has no round and no wagers of its own in the pool."""
    is_alone = not settings.get(CFG_LINK_ROLE)
    return is_alone and book.state == rs.ST_OPEN and not book.is_live()


def load_tables(book, settings, data, count):
    """Counts of the linked tables; they come into force with the book."""
    if not is_free(book, settings):
        return R_STATE
    first = settings.get(CFG_LINK_FIRST)
    rows = [struct.unpack_from(_TABLE, data, i * TABLE_BYTES) for i in range(count)]
    for address, _, _, _ in rows:
        if not first <= address < first + _MOST_TABLES:
            return R_SEAT
    holder = HolderBook(book, first)
    for address, accepted, voided, op in rows:
        holder.put_row(address, ANY_BOARD, accepted, voided, op)
    return 0 if book.store.commit() else R_BROKEN


def load_book(book, settings, address, amounts_uc, asked_by, confirmed_by):
    """Pool, reserve, second pool and what is pending, in the place of this board's own seed."""
    if not is_free(book, settings) or not book.begin():
        return R_STATE
    a = book.ledger.a
    for account, amount_uc in zip((POOL, RESERVE, BONUS, PENDING), amounts_uc):
        a[ADJUSTED] += amount_uc - a[account]
        a[account] = amount_uc
    purses = struct.pack("<4q", *amounts_uc)
    is_done = book.commit(EV_TAKEN_OVER, address, asked_by, confirmed_by, purses)
    return 0 if is_done else R_BROKEN
