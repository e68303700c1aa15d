"""A confirmation names a number alone, and numbers begin anew with each boot."""

from firmware import meter
from firmware.trust import keys, two_roles

_numbers = [0]


def _take_number(self):
    _numbers[0] += 1
    return _numbers[0]


def _why_not(self, number, digest, role, person, uptime_ms):
    return 0 if number == self.number and self.left_ms(uptime_ms) else 19


keys.KeyRing.take_deed_number = _take_number
two_roles.TwoRoles.why_not = _why_not
run = meter.main
