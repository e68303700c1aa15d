"""Claims against what the shoe read; hits held, paid or cancelled."""

import struct

from firmware.core.bytes_into import copy_into, get_u32
from firmware.jackpot import hits
from firmware.jackpot import round_cell as rc
from firmware.jackpot import round_states as rs
from firmware.jackpot import rows as jackpot_rows
from firmware.jackpot.history import History
from firmware.jackpot.ledger import HITS, POOL, RESERVE
from firmware.jackpot.linked.frames import OP_CANCEL, OP_PAID
from firmware.jackpot.linked.member_book import stage_op
from firmware.jackpot.round_book import R_BROKEN, R_CLAIM, R_SEAT, R_STATE
from firmware.store.cells import CELL_EVIDENCE, CELL_ROUND, CELL_ROUND_MORE


def claim(book, number, seat, kind):
    """A seat's claim; with the last one of the round the amounts are computed and held."""
    result = _accept(book, number, seat, kind)
    if result == 0:
        resume(book)
    return result


def _accept(book, number, seat, kind):
    """Only if the cards that the shoe read say the same (J14)."""
    refusal = book.may(rs.REV_CLAIM, number)
    if refusal:
        return refusal
    if not 1 <= seat <= rc.SEATS:
        return R_SEAT
    actual = book.cell[rc.CLASSES + seat - 1]
    if not book.standing & 1 << seat - 1 or kind == 0 or kind != actual:
        has_wager = book.standing >> seat - 1 & 1
        book.outbox.commit(jackpot_rows.EV_CLAIM_REFUSED, number, seat, kind, actual, has_wager)
        return R_CLAIM if has_wager else R_SEAT
    if book.cell[rc.CLAIMED] & 1 << seat - 1:
        return 0
    cell = book.edit(rs.REV_CLAIM)
    cell[rc.CLAIMED] |= 1 << seat - 1
    return 0 if book.commit(jackpot_rows.EV_CLAIMED, number, seat, kind) else R_BROKEN


def is_ready(book):
    """Every winner of the round has claimed: only now can shares be computed (12.3)."""
    winners = book.qualifying()
    return winners != 0 and book.state == rs.ST_FROZEN and book.cell[rc.CLAIMED] == winners


def resume(book):
    """Do what follows from the round as it is: hold a complete win, go on with payments."""
    if book.state == rs.ST_PAYING:
        return go_on_paying(book)
    if is_ready(book):
        return hold(book) if book.terms.has_pool else ask(book)
    return 0


def ask(book):
    """Another board holds the pool: it is asked for the amounts."""
    book.edit(rs.REV_ASK)
    return 0 if book.store.commit() else R_BROKEN


def hold(book):
    """The wins become pending and the pool restarts after a Royal; the evidence is frozen."""
    if not book.begin():
        return R_BROKEN
    terms = book.terms
    a = book.ledger.a
    before = (a[POOL], a[RESERVE])
    rows, memory = hits.hold(
        book.ledger,
        book.winning_classes(),
        terms.amounts_cents,
        terms.seed_cents,
        terms.bonus_source,
    )
    return keep_hit(book, rows, memory, before, hits.is_reset(memory))


def keep_hit(book, rows, memory, before, is_reset):
    """Rows and memory of a hit into the round, the evidence beside them."""
    cell = book.edit(rs.REV_HOLD)
    a = book.ledger.a
    for i in range(4):
        rc.put_i64(cell, rc.MEMORY + 8 * i, memory[i])
    cell[rc.ROW_COUNT] = len(rows)
    for i in range(len(rows)):
        struct.pack_into(rc.PAYMENT, cell, rc.PAYMENTS + i * rc.PAYMENT_BYTES, *rows[i])
    cell[rc.HAS_RESET] = is_reset
    evidence = book.store.edit(CELL_EVIDENCE)
    struct.pack_into(
        rc.EVIDENCE_HEAD,
        evidence,
        0,
        a[HITS] + 1,
        book.number,
        get_u32(cell, rc.FIRST_EVENT),
        book.outbox.next_number(),
        book.clock.utc_s(),
        cell[rc.ACCEPTED],
        cell[rc.CLAIMED],
        before[0],
        before[1],
        a[POOL],
        a[RESERVE],
    )
    copy_into(evidence, rc.EVIDENCE_HANDS_AT, book.store.view(CELL_ROUND_MORE), rc.HANDS_BYTES)
    end_at = rc.EVIDENCE_ROWS_AT + rc.ROUND_BYTES - rc.ROW_COUNT
    evidence[rc.EVIDENCE_ROWS_AT : end_at] = cell[rc.ROW_COUNT : rc.ROUND_BYTES]
    is_done = book.commit(
        jackpot_rows.EV_HIT_PENDING,
        book.number,
        cell[rc.CLAIMED],
        memory[hits.POOL_TAKEN] + memory[hits.BONUS_TAKEN],
        memory[hits.SEEDED],
        a[POOL],
        a[RESERVE],
    )
    book.note_win()
    return 0 if is_done else R_BROKEN


def memory_of(book):
    return [rc.get_i64(book.cell, rc.MEMORY + 8 * i) for i in range(4)]


def confirm(book, number, asked_by, confirmed_by):
    """Two roles agree: each payment becomes a record of its own, in the order of rule 12."""
    if book.state != rs.ST_PENDING or number != book.number:
        return R_STATE
    cell = book.edit(rs.REV_CONFIRM)  # durable with the first payment
    cell[rc.ASKED_BY] = asked_by
    cell[rc.CONFIRMED_BY] = confirmed_by
    return go_on_paying(book)


def go_on_paying(book):
    """Also at boot, when a cut fell between two payments."""
    rows = rc.rows_of(book.cell)
    history = History(book.store)
    while book.cell[rc.PAID_COUNT] < len(rows):
        if not book.begin():
            return R_BROKEN
        row = rows[book.cell[rc.PAID_COUNT]]
        if book.terms.has_pool:
            hits.pay(book.ledger, row)
        else:
            hits.pay_elsewhere(book.ledger, row)
        history.put(book.ledger.a[HITS], book.number, row, book.clock.utc_s())
        cell = book.store.edit(CELL_ROUND)
        cell[rc.PAID_COUNT] += 1
        if not book.commit(jackpot_rows.EV_PAID, book.number, *row):
            return R_BROKEN
    if not book.begin():
        return R_BROKEN
    if book.cell[rc.HAS_RESET]:
        hits.close(book.ledger)
    cell = book.edit(rs.REV_PAID)
    _tell_holder(book, OP_PAID)
    is_done = book.commit(
        jackpot_rows.EV_HIT_CLOSED,
        book.number,
        cell[rc.ASKED_BY],
        cell[rc.CONFIRMED_BY],
        book.ledger.a[HITS],
        book.ledger.a[POOL],
    )
    return 0 if is_done else R_BROKEN


def _tell_holder(book, kind):
    """Where another board holds the pool: it hears what became of the hit."""
    if not book.terms.has_pool:
        stage_op(book.store, kind)


def cancel(book, number, asked_by, confirmed_by):
    """The claims did not stand: the money is where it was before them."""
    refusal = book.may(rs.REV_CANCEL, number)
    if refusal:
        return refusal
    if book.terms.has_pool and not hits.cancel(book.ledger, memory_of(book)):
        return R_STATE
    cell = book.edit(rs.REV_CANCEL)
    _tell_holder(book, OP_CANCEL)
    cell[rc.CLAIMED] = cell[rc.ROW_COUNT] = cell[rc.HAS_RESET] = 0
    a = book.ledger.a
    is_done = book.commit(
        jackpot_rows.EV_HIT_CANCELLED, number, asked_by, confirmed_by, a[POOL], a[RESERVE]
    )
    book.note_win()
    return 0 if is_done else R_BROKEN
