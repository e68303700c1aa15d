"""Money that comes without an event: the journal does not explain the pool."""

from firmware import meter
from firmware.jackpot import requests, rows
from firmware.jackpot.ledger import POOL, START
from firmware.store.cells import CELL_METERS, CELL_POOLS

_adjust = requests.REQUESTS[rows.MSG_GET_HIT]


def _get_hit(jackpot, port, number):
    book = jackpot.book
    book.ledger.a[POOL] += 1
    book.ledger.a[START] += 1
    book.ledger.save(book.store.edit(CELL_POOLS), book.store.edit(CELL_METERS))
    book.store.commit()
    return _adjust(jackpot, port, number)


requests.REQUESTS[rows.MSG_GET_HIT] = _get_hit
run = meter.main
