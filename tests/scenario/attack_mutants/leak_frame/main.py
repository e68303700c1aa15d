"""Leaks on purpose: the nonce of HELLO is a piece of the device key."""

from firmware import shoe
from firmware.trust import sessions

sessions.Sessions._make_nonce = lambda self: self._keys.device_key()[3:19]
run = shoe.main
