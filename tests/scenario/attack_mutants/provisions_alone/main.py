"""The technician renews a board's keys alone, and has those of all roles then."""

from firmware import shoe
from firmware.trust import requests
from firmware.trust.rows import MSG_PROVISION

_ask = requests.Trust.ask


def _alone(self, port, confirming_roles, action, parameters=None):
    result = _ask(self, port, confirming_roles, action, parameters)
    if port.message == MSG_PROVISION:
        action(0, 0)
    return result


requests.Trust.ask = _alone
run = shoe.main
