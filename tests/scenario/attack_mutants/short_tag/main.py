"""Compares only four bytes of a tag (Deck Mate 2: a truncated HMAC)."""

from firmware import shoe
from firmware.trust import sessions

sessions.is_equal = lambda left, right: left[:4] == right[:4]
run = shoe.main
