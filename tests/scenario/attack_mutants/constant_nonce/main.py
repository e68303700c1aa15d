"""Gives everybody the same nonce."""

from firmware import shoe
from firmware.trust import sessions

sessions.Sessions._make_nonce = lambda self: b"\x01" * 16
run = shoe.main
