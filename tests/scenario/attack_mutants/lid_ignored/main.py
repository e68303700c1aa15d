"""Believes that the lid is open when keys or sealed mode are to be changed."""

from firmware import shoe
from firmware.trust import requests
from firmware.trust.rows import MSG_PROVISION, MSG_SEAL


def _as_if_open(handler):
    def carry_out(trust, port, *fields):
        is_lid_open = trust.board.is_lid_open
        trust.board.is_lid_open = lambda: True
        result = handler(trust, port, *fields)
        trust.board.is_lid_open = is_lid_open
        return result

    return carry_out


for message in (MSG_SEAL, MSG_PROVISION):
    requests.REQUESTS[message] = _as_if_open(requests.REQUESTS[message])
run = shoe.main
