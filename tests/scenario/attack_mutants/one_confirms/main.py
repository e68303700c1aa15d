"""Whoever asked may confirm as well."""

from firmware import shoe
from firmware.trust import two_roles


def _why_not(self, number, digest, role, person, uptime_ms):
    return 0 if self.left_ms(uptime_ms) else 19


two_roles.TwoRoles.why_not = _why_not
run = shoe.main
