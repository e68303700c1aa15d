"""A spare board takes the place of a dead holder: its purses and its tables' counts are loaded.

They come from the journal that the dead board has left with the table software; whatever the
tables have brought since then they report themselves, because their counts only grow.
"""

import struct

from firmware.core.compat import const
from firmware.jackpot import round_states as rs
from firmware.jackpot.ledger import ADJUSTED, BONUS, MOST_POOL_UC, PENDING, POOL, RESERVE
from firmware.jackpot.linked import table_hits
from firmware.jackpot.linked.holder_book import ANY_BOARD, HolderBook
from firmware.jackpot.round_book import R_BROKEN, R_RATES, R_SEAT, R_STATE
from firmware.jackpot.rows import CFG_LINK_FIRST, CFG_LINK_ROLE, EV_TAKEN_OVER

# address, wagers, given back, operation; of a pending hit: 1 there is one, 3 and the pool has
# restarted; taken from both pools, reserve moved
_TABLE = "<BIIHBqqq"
TABLE_BYTES = const(36)
_MOST_TABLES = const(31)
_ONE_ROUND = const(7)  # wagers that may still be given back


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
    for row in rows:
        if not first <= row[0] < first + _MOST_TABLES:
            return R_SEAT
        if not all([0 <= amount_uc <= MOST_POOL_UC for amount_uc in row[5:]]):
            return R_RATES
    holder = HolderBook(book, first)
    for row in rows:
        address, accepted, voided, op, hit = row[:5]
        holder.put_row(address, ANY_BOARD, accepted, voided, op, _ONE_ROUND)
        if hit and not table_hits.has_hit(book, address):
            place = table_hits.free_place(book)
            if place < 0:
                book.store.discard()
                return R_STATE
            table_hits.put_hit(book, place, address, op + 1 & 0xFFFF, hit >> 1, *row[5:])
    return 0 if book.store.commit() else R_BROKEN


def are_in_range(book, amounts_uc):
    """Purses that can be, and hold what the tables' pending hits have taken."""
    is_good = all([0 <= amount_uc <= MOST_POOL_UC for amount_uc in amounts_uc])
    return is_good and table_hits.pending_uc(book) <= amounts_uc[3]


def load_book(book, settings, address, amounts_uc, asked_by, confirmed_by):
    """Pool, reserve, second pool and what is pending, in the place of this board's own seed."""
    if not is_free(book, settings) or not are_in_range(book, amounts_uc) or not book.begin():
        return R_STATE
    a = book.ledger.a
    for account, amount_uc in zip((POOL, RESERVE, BONUS, PENDING), amounts_uc):
        a[ADJUSTED] += amount_uc - a[account]
        a[account] = amount_uc
    purses = struct.pack("<4q", *amounts_uc)
    is_done = book.commit(EV_TAKEN_OVER, address, asked_by, confirmed_by, purses)
    return 0 if is_done else R_BROKEN
