"""Only requests that the table of roles closes are rationed: SEAL asks for the role itself."""

from firmware import shoe
from firmware.journal import rations
from firmware.link import port

_carry_out = port.LinkPort._carry_out
_begin = rations.RoleRations.begin
_is_open = [False]


def _noting(self, message):
    node = self._node
    _is_open[0] = not node.roles[node.index[message]]
    return _carry_out(self, message)


port.LinkPort._carry_out = _noting
rations.RoleRations.begin = lambda self, role: 0 if _is_open[0] else _begin(self, role)
run = shoe.main
