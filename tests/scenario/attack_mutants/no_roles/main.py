"""Forgets to look at the role: whoever has a session, or none, may do everything."""

from firmware import shoe
from firmware.link import node

_init = node.LinkNode.__init__


def _open_to_all(self, *args):
    _init(self, *args)
    for i in range(len(self.roles)):
        self.roles[i] = 0


node.LinkNode.__init__ = _open_to_all
run = shoe.main
