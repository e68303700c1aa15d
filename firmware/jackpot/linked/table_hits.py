"""What the holder of a linked pool does when a table has winners.

The holder remembers a pending hit by its hands and by the purses before it: all else follows from
the terms, so each table's result is part of the book, and a spare board that takes over has it as
well.  A table says only that its hit was paid or cancelled.  Row, ledger and hit change in one
commit with their event, as in `holder_book`.
"""

import struct

from firmware.core.compat import const
from firmware.jackpot import hits
from firmware.jackpot.hand_class import CLASSES
from firmware.jackpot.ledger import (
    BONUS,
    LINKED_BACK,
    OVERFLOW,
    POOL,
    RESERVE,
    TAKEN_BACK,
)
from firmware.jackpot.linked import frames as lf
from firmware.jackpot.linked.frames import LOCKED, OK, UNREASONABLE, WAITING
from firmware.jackpot.rows import EV_LINKED_DONE, EV_LINKED_HIT
from firmware.jackpot.voids import out_of
from firmware.store.cells import CELL_LINK_HITS, CELL_LINK_RESULT

# pending hits: address (0: free), classes by seat, the purses before
_HIT = "<B7s24s"
_HIT_BYTES = const(32)
_PER_CELL = const(7)
_HITS = const(14)
NO_CLASSES = bytes(7)
NO_PURSES = bytes(24)


def take_back(book, voided):
    """Wagers that a table gave back (CSP 14.14): out of the purses to the last fraction.

    When the pool is at its limit, the last wagers went over it: they come back from there.
    """
    a = book.ledger.a
    rates = book.terms.rates
    over_uc = 0
    if rates.limit_uc and a[POOL] >= rates.limit_uc:
        over_uc = min(rates.pool_uc * voided, a[OVERFLOW], a[RESERVE])
    a[OVERFLOW] -= over_uc
    a[TAKEN_BACK] += rates.brought_uc * voided
    a[LINKED_BACK] += rates.brought_uc * voided
    out_of(a, rates.pool_uc * voided - over_uc, POOL)
    out_of(a, rates.reserve_uc * voided + over_uc, RESERVE)
    out_of(a, rates.bonus_uc * voided, BONUS)


def hold(book, address, op, classes):
    """Winners at that table: first come, first served; the next one gets what is left."""
    if max(classes) >= CLASSES:
        return UNREASONABLE
    place = _place_of(book, address)
    if place >= 0:
        return OK if _hit_at(book, place)[1] == classes else UNREASONABLE
    place = _place_of(book, 0)
    if place < 0 or not book.is_leading:
        return WAITING
    if not book.begin():
        return LOCKED
    a = book.ledger.a
    _put_hit(book, place, address, classes, struct.pack(lf.PURSES, a[POOL], a[RESERVE], a[BONUS]))
    _, memory = hits.hold(book.ledger, classes, book.terms)
    seeded_uc = memory[hits.SEEDED]
    is_done = book.commit(EV_LINKED_HIT, address, op, classes, seeded_uc, a[POOL], a[RESERVE])
    return OK if is_done else LOCKED


def finish(holder, book, address, op, kind):
    """That table's hit has been paid, or cancelled as if it had not been.

    Two roles can withdraw winners for whom no result has come: that moves nothing here.
    """
    place = _place_of(book, address)
    if place < 0 and kind != lf.OP_CANCEL:
        return UNREASONABLE
    if not book.begin():
        return LOCKED
    taken_uc = 0
    if place >= 0:
        memory = _memory_at(book, place)
        taken_uc = memory[hits.POOL_TAKEN] + memory[hits.BONUS_TAKEN]
        if kind == lf.OP_PAID:
            hits.pay_linked(book.ledger, taken_uc)
        elif not hits.cancel(book.ledger, memory):
            return WAITING  # until the pool holds what has to go back
        _put_hit(book, place, 0, NO_CLASSES, NO_PURSES)
    holder.put_op(address, op)
    a = book.ledger.a
    what = 1 if kind == lf.OP_PAID else 2
    is_done = book.commit(EV_LINKED_DONE, address, op, what, taken_uc, a[POOL], a[RESERVE])
    return OK if is_done else LOCKED


# -- pending hits ----------------------------------------------------------------------------


def hit_of(book, address):
    """Classes by seat and purses before that table's pending hit; None without one."""
    place = _place_of(book, address)
    return None if place < 0 else _hit_at(book, place)[1:]


def load(book, hits_by_address):
    """Stage these pending hits in the place of all others; False when they are too many."""
    if len(hits_by_address) > _HITS:
        return False
    for place in range(_HITS):
        _put_hit(book, place, 0, NO_CLASSES, NO_PURSES)
    place = 0
    for address in hits_by_address:
        _put_hit(book, place, address, *hits_by_address[address])
        place += 1
    return True


def memory_of(terms, classes, purses):
    """What such a hit took: as `hits.hold` has told."""
    return hits.win(classes, struct.unpack(lf.PURSES, purses), terms)[1]


def _memory_at(book, place):
    _, classes, purses = _hit_at(book, place)
    return memory_of(book.terms, classes, purses)


def _put_hit(book, place, address, classes, purses):
    cell, at = _at(place)
    struct.pack_into(_HIT, book.store.edit(cell), at, address, classes, purses)


def _hit_at(book, place):
    cell, at = _at(place)
    return struct.unpack_from(_HIT, book.store.view(cell), at)


def _place_of(book, address):
    for place in range(_HITS):
        cell, at = _at(place)
        if book.store.view(cell)[at] == address:
            return place
    return -1


def _at(place):
    cell = CELL_LINK_HITS if place < _PER_CELL else CELL_LINK_RESULT
    return cell, place % _PER_CELL * _HIT_BYTES
