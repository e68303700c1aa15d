"""Hashes for everybody, as often as they like."""

from firmware import shoe
from firmware.update import room

room.Updates.strangers_wait_ms = lambda self: 0
run = shoe.main
