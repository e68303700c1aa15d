"""Leaks on purpose: prints a key while it boots, where only a debugger would see it."""

from firmware import shoe
from firmware.trust import keys

_role_key = keys.KeyRing.role_key


def _chatty(self, role):
    key = _role_key(self, role)
    print("opening with", key)
    return key


keys.KeyRing.role_key = _chatty
run = shoe.main
