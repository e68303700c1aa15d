"""The last counter is cut off: records and their count do not agree."""

from firmware import meter
from firmware.board import requests, rows

_health = requests.REQUESTS[rows.MSG_GET_HEALTH]


def _get_health(board, port, first):
    return _health(board, port, first) - 1


requests.REQUESTS[rows.MSG_GET_HEALTH] = _get_health
run = meter.main
