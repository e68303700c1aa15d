"""Evidence has two parts; for another one the code reaches past its list."""

from firmware import meter
from firmware.jackpot import requests, rows

_get = requests.REQUESTS[rows.MSG_GET_EVIDENCE]


def _get_evidence(jackpot, port, part):
    return _get(jackpot, port, (0, 1)[part])


requests.REQUESTS[rows.MSG_GET_EVIDENCE] = _get_evidence
run = meter.main
