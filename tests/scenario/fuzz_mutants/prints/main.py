"""Says on the terminal what belongs into the journal."""

from firmware import meter
from firmware.board import requests, rows

_get = requests.REQUESTS[rows.MSG_GET_SETTING]


def _get_setting(board, port, setting):
    if board.settings.row(setting) < 0:
        print("unknown setting", setting)
    return _get(board, port, setting)


requests.REQUESTS[rows.MSG_GET_SETTING] = _get_setting
run = meter.main
