"""What a role has recorded is kept by the next heartbeat: the plug is faster."""

from firmware import shoe
from firmware.journal import rations

_keep = rations.RoleRations.keep
_end = rations.RoleRations.end
_is_ending = [False]


def _end_without(self):
    _is_ending[0] = True
    _end(self)
    _is_ending[0] = False


def _keep_later(self, slack=rations.KEPT_SLACK):
    if not _is_ending[0]:
        _keep(self, slack)


rations.RoleRations.end = _end_without
rations.RoleRations.keep = _keep_later
run = shoe.main
