"""Lets everybody guess as fast as the line goes."""

from firmware import app_shoe
from firmware.link import sessions

sessions.Sessions._is_paused = lambda self, now_ms: False
run = app_shoe.main
