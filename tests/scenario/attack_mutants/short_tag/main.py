"""Compares only four bytes of a tag (Deck Mate 2: a truncated HMAC)."""

from firmware import app_shoe
from firmware.link import sessions

sessions.is_equal = lambda left, right: left[:4] == right[:4]
run = app_shoe.main
