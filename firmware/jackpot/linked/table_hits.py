"""What the holder of a linked pool does when a table has winners.

Row, ledger and result change in one commit with their event, as in `holder_book`.
"""

import struct

from firmware.core.compat import const
from firmware.jackpot import hits
from firmware.jackpot import round_cell as rc
from firmware.jackpot.ledger import BONUS, LINKED_BACK, OVERFLOW, POOL, RESERVE, TAKEN_BACK
from firmware.jackpot.linked import frames as lf
from firmware.jackpot.linked.frames import LOCKED, OK, UNREASONABLE
from firmware.jackpot.rows import EV_LINKED_DONE, EV_LINKED_HIT
from firmware.jackpot.voids import out_of
from firmware.store.cells import CELL_LINK_RESULT

RESULT_AT = const(4)  # in the result cell: address and operation, then RESULT


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
    if not book.begin():
        return LOCKED
    terms = book.terms
    rows, memory = hits.hold(
        book.ledger, classes, terms.amounts_cents, terms.seed_cents, terms.bonus_source
    )
    cell = book.store.edit(CELL_LINK_RESULT)
    struct.pack_into("<BHB", cell, 0, address, op, 0)
    packed = bytearray(98)
    for i in range(len(rows)):
        struct.pack_into(rc.PAYMENT, packed, i * rc.PAYMENT_BYTES, *rows[i])
    struct.pack_into(lf.RESULT, cell, RESULT_AT, op, struct.pack("<4q", *memory), len(rows), packed)
    a = book.ledger.a
    is_done = book.commit(
        EV_LINKED_HIT,
        address,
        op,
        bytes(classes[:7]),
        memory[hits.SEEDED],
        a[POOL],
        a[RESERVE],
    )
    return OK if is_done else LOCKED


def finish(holder, book, address, whose, op, kind, data):
    """That table's hit has been paid, or cancelled as if it had not been."""
    if not book.begin():
        return LOCKED
    memory = struct.unpack("<4q", data)
    taken_uc = memory[hits.POOL_TAKEN] + memory[hits.BONUS_TAKEN]
    if kind == lf.OP_PAID:
        hits.pay_linked(book.ledger, taken_uc)
    elif not hits.cancel(book.ledger, memory):
        return UNREASONABLE
    _, accepted, voided, _, _ = holder.row(address)
    holder.put_row(address, whose, accepted, voided, op)
    a = book.ledger.a
    is_done = book.commit(
        EV_LINKED_DONE,
        address,
        op,
        1 if kind == lf.OP_PAID else 2,
        taken_uc,
        a[POOL],
        a[RESERVE],
    )
    return OK if is_done else LOCKED
