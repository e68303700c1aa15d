"""Lets one role's key make evidence as fast as the line goes."""

from firmware import shoe
from firmware.journal import rations

rations.RoleRations.begin = lambda self, role: 0
run = shoe.main
