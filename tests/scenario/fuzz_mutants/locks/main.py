"""A wrong round number is taken for broken books."""

from firmware import meter
from firmware.jackpot import requests, rows

_void = requests.REQUESTS[rows.MSG_VOID_ROUND]


def _void_round(jackpot, port, number):
    if number > 1_000:
        jackpot.board.raise_fault(rows.FAULT_LEDGER)
    return _void(jackpot, port, number)


requests.REQUESTS[rows.MSG_VOID_ROUND] = _void_round
run = meter.main
