"""The books at boot, and their statement in the journal."""

from firmware.core.compat import const
from firmware.jackpot import claims
from firmware.jackpot.ledger import ACCOUNTS, POOL, START, UC
from firmware.jackpot.round_cell import put_i64
from firmware.jackpot.rows import EV_METERS_STATED, EV_POOL_STARTED, EV_TERMS_STATED
from firmware.store.cells import CELL_POOLS

_STARTED_AT = const(240)  # in the cell POOLS: the first pool has been started
_PART_VALUES = const(8)


def open_books(book, changes):
    """At boot, with what a cut left half done; False when there are no good books."""
    if not _are_good(book):
        return False
    changes.apply()
    claims.resume(book)
    book.note_win()
    return True


def _are_good(book):
    """Balanced or locked; a new board starts its pool with the seed."""
    if not book.store.is_open or not book.begin():
        return False
    if not book.store.view(CELL_POOLS)[_STARTED_AT]:
        seed_uc = book.terms.seed_cents * UC if book.terms.has_pool else 0
        book.ledger.a[START] += seed_uc
        book.ledger.a[POOL] += seed_uc
        book.store.edit(CELL_POOLS)[_STARTED_AT] = 1
        if not book.commit(EV_POOL_STARTED, seed_uc):
            return False
    state_meters(book)
    return True


def state_meters(book):
    """Terms and all meters into the journal, so that it can be reconciled from there on."""
    book.record(EV_TERMS_STATED, book.terms.as_bytes())
    data = bytearray(8 * _PART_VALUES)
    for part in range(ACCOUNTS // _PART_VALUES):
        for i in range(_PART_VALUES):
            put_i64(data, 8 * i, book.ledger.a[part * _PART_VALUES + i])
        book.record(EV_METERS_STATED, part, data)
