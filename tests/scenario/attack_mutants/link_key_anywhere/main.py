"""Takes a key for linked tables from the line, and with the lid closed."""

from firmware import meter
from firmware.jackpot import requests, rows


def _set_link_key(jackpot, port, key):
    jackpot.board.keys.set_link_key(key)
    jackpot.board.commit(rows.EV_LINK_KEY_SET)
    return port.ok()


requests.REQUESTS[rows.MSG_SET_LINK_KEY] = _set_link_key
run = meter.main
