"""Only requests that the table of roles closes are rationed: SEAL asks for the role itself."""

from firmware import shoe
from firmware.journal import rations
from firmware.link import port

_carry_out = port.LinkPort._carry_out
_begin = rations.RoleRations.begin
_is_open = [False]


def _noting(self, message, row):
    _is_open[0] = not self._node.roles[message]
    return _carry_out(self, message, row)


port.LinkPort._carry_out = _noting
rations.RoleRations.begin = lambda self, role: 0 if _is_open[0] else _begin(self, role)
run = shoe.main
