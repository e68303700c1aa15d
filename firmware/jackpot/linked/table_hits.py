"""What the holder of a linked pool does when a table has winners.

The holder remembers itself what a hit took: a table says only that it was paid or cancelled.
Row, ledger, result and memory change in one commit with their event, as in `holder_book`.
"""

import struct

from firmware.core.compat import const
from firmware.jackpot import hits
from firmware.jackpot import round_cell as rc
from firmware.jackpot.hand_class import CLASSES
from firmware.jackpot.ledger import (
    BONUS,
    LINKED_BACK,
    OVERFLOW,
    POOL,
    RESERVE,
    TAKEN_BACK,
    UC,
)
from firmware.jackpot.linked import frames as lf
from firmware.jackpot.linked.frames import LOCKED, OK, UNREASONABLE, WAITING
from firmware.jackpot.rows import EV_LINKED_DONE, EV_LINKED_HIT
from firmware.jackpot.voids import out_of
from firmware.store.cells import CELL_LINK_HITS, CELL_LINK_RESULT

RESULT_AT = const(4)  # in the result cell: address and operation, then RESULT
# pending hits: address (0: free), operation, restarted, taken from both pools, reserve moved
_HIT = "<BHBqqq"
_HIT_BYTES = const(28)
_HITS = const(8)


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
        return OK if _hit_at(book, place)[1] == op else UNREASONABLE
    place = _place_of(book, 0)
    if place < 0 or book.store.view(CELL_LINK_RESULT)[0]:
        return WAITING
    if not book.begin():
        return LOCKED
    terms = book.terms
    rows, memory = hits.hold(
        book.ledger, classes, terms.amounts_cents, terms.seed_cents, terms.bonus_source
    )
    is_reset = hits.is_reset(memory)
    put_hit(book, place, address, op, is_reset, *memory[:3])
    cell = book.store.edit(CELL_LINK_RESULT)
    struct.pack_into("<BHB", cell, 0, address, op, 0)
    packed = bytearray(rc.PAYMENTS_BYTES)
    for i in range(len(rows)):
        struct.pack_into(rc.PAYMENT, packed, i * rc.PAYMENT_BYTES, *rows[i])
    struct.pack_into(lf.RESULT, cell, RESULT_AT, op, is_reset, len(rows), packed)
    a = book.ledger.a
    seeded_uc = memory[hits.SEEDED]
    is_done = book.commit(
        EV_LINKED_HIT, address, op, bytes(classes), seeded_uc, a[POOL], a[RESERVE]
    )
    return OK if is_done else LOCKED


def finish(holder, book, address, op, kind):
    """That table's hit has been paid, or cancelled as if it had not been."""
    place = _place_of(book, address)
    if place < 0 or _hit_at(book, place)[1] != op:
        return UNREASONABLE
    if not book.begin():
        return LOCKED
    _, _, is_reset, pool_taken, bonus_taken, moved = _hit_at(book, place)
    taken_uc = pool_taken + bonus_taken
    seeded_uc = book.terms.seed_cents * UC if is_reset else 0
    if kind == lf.OP_PAID:
        hits.pay_linked(book.ledger, taken_uc)
    elif not hits.cancel(book.ledger, (pool_taken, bonus_taken, moved, seeded_uc)):
        return WAITING  # until the pool holds what has to go back
    put_hit(book, place, 0, 0, 0, 0, 0, 0)
    holder.put_op(address, op)
    a = book.ledger.a
    what = 1 if kind == lf.OP_PAID else 2
    is_done = book.commit(EV_LINKED_DONE, address, op, what, taken_uc, a[POOL], a[RESERVE])
    return OK if is_done else LOCKED


# -- pending hits ----------------------------------------------------------------------------


def has_hit(book, address):
    """One of that table's hits is pending."""
    return _place_of(book, address) >= 0


def free_place(book):
    """Where the next hit can be remembered; -1 when as many are pending as can be."""
    return _place_of(book, 0)


def put_hit(book, place, address, op, is_reset, pool_taken, bonus_taken, moved):
    """Stage a pending hit; address 0: none."""
    cell = book.store.edit(CELL_LINK_HITS)
    at = place * _HIT_BYTES
    struct.pack_into(_HIT, cell, at, address, op, is_reset, pool_taken, bonus_taken, moved)


def pending_uc(book):
    """What all of them hold."""
    return sum([sum(_hit_at(book, place)[3:5]) for place in range(_HITS)])


def _hit_at(book, place):
    return struct.unpack_from(_HIT, book.store.view(CELL_LINK_HITS), place * _HIT_BYTES)


def _place_of(book, address):
    cell = book.store.view(CELL_LINK_HITS)
    for place in range(_HITS):
        if cell[place * _HIT_BYTES] == address:
            return place
    return -1
