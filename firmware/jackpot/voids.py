"""Wagers that go back to their players, to the last fraction (J13), and adjustments by order."""

from firmware.jackpot import claims
from firmware.jackpot import ledger as lg
from firmware.jackpot import round_cell as rc
from firmware.jackpot import round_states as rs
from firmware.jackpot.linked.member_book import count_wagers
from firmware.jackpot.round_book import R_BROKEN, R_SEAT, R_STATE
from firmware.jackpot.rows import EV_HAND_VOIDED, EV_POOL_ADJUSTED, EV_ROUND_VOIDED


def void_hand(book, number, seat):
    """One hand is void, its wager goes back to the player (CSP 14.8, 14.14).

    Also after the round, until the next first card: a ruling may come then.  Not after a Royal of
    that round: the pool and perhaps its terms are new.
    """
    refusal = book.may(rs.REV_VOID_HAND, number)
    if refusal:
        return refusal
    if book.state == rs.ST_OPEN and book.cell[rc.HAS_RESET]:
        return R_STATE
    paid = 0 if book.state == rs.ST_FROZEN else book.cell[rc.CLAIMED]
    if not 1 <= seat <= rc.SEATS or not book.standing & ~paid & 1 << seat - 1:
        return R_SEAT
    cell = book.edit(rs.REV_VOID_HAND)
    _void(book, cell, 1 << seat - 1)
    a = book.ledger.a
    if not book.commit(EV_HAND_VOIDED, number, seat, a[lg.POOL], a[lg.RESERVE]):
        return R_BROKEN
    claims.resume(book)  # the others may all have claimed already: then their win is complete
    return 0


def void_round(book, number):
    """The whole round is void (CSP 14.4, 14.9.2, 15.2.1); wagers open again."""
    refusal = book.may(rs.REV_VOID_ROUND, number)
    if refusal:
        return refusal
    seats = book.standing
    cell = book.edit(rs.REV_VOID_ROUND)
    _void(book, cell, seats)
    a = book.ledger.a
    is_done = book.commit(EV_ROUND_VOIDED, number, seats, a[lg.POOL], a[lg.RESERVE])
    return 0 if is_done else R_BROKEN


def adjust(book, amount_uc, asked_by, confirmed_by):
    """Money put into the pool, or taken out, by order of two roles."""
    if not book.begin():
        return R_BROKEN
    a = book.ledger.a
    if not 0 <= a[lg.POOL] + amount_uc <= lg.MOST_POOL_UC:
        return R_STATE
    a[lg.POOL] += amount_uc
    a[lg.ADJUSTED] += amount_uc
    is_done = book.commit(EV_POOL_ADJUSTED, amount_uc, a[lg.POOL], asked_by, confirmed_by)
    return 0 if is_done else R_BROKEN


def _void(book, cell, seats):
    cell[rc.VOIDED] |= seats
    cell[rc.CLAIMED] &= ~seats
    for seat in range(rc.SEATS):
        if seats >> seat & 1:
            take_back(book, rc.get_i64(cell, rc.PARTS + 8 * seat))


def take_back(book, pool_part_uc):
    """One wager; pool_part_uc is what it had put into the pool, the rest went to the reserve."""
    a = book.ledger.a
    rates = book.terms.rates
    a[lg.WAGERS_VOIDED] += 1
    a[lg.WAGERED_BACK] += rates.wager_uc
    a[lg.RETAINED_BACK] += rates.retained_uc
    a[lg.TAKEN_BACK] += rates.brought_uc
    if not book.terms.has_pool:
        a[lg.SENT] -= rates.brought_uc  # the holder of the pool hears of it
        count_wagers(book.store, 0, 1)
        return
    over_uc = rates.pool_uc - pool_part_uc
    a[lg.OVERFLOW] -= over_uc
    out_of(a, pool_part_uc, lg.POOL)
    out_of(a, rates.reserve_uc + over_uc, lg.RESERVE)
    out_of(a, rates.bonus_uc, lg.BONUS)


def out_of(a, amount_uc, purse):
    """From its purse first; after a hit has emptied it, from the others; at last from the house."""
    for account in (purse, lg.POOL, lg.RESERVE, lg.BONUS):
        part_uc = min(amount_uc, a[account])
        a[account] -= part_uc
        amount_uc -= part_uc
    a[lg.ADJUSTED] += amount_uc  # all are empty: the house gives the wager back
