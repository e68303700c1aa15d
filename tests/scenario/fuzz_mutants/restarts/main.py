"""A description past the end of the dictionary starts the board again."""

from firmware import meter
from firmware.board import requests
from firmware.drivers import watchdog
from firmware.link import rows

_line = requests.REQUESTS[rows.MSG_DESCRIBE]


def _describe(board, port, section, index, offset):
    if index > 10_000:
        watchdog.restart()
    return _line(board, port, section, index, offset)


requests.REQUESTS[rows.MSG_DESCRIBE] = _describe
run = meter.main
