"""Lid, buttons and keys: what happened a week ago is taken for a bounce."""

from firmware import meter
from firmware.board import switch_watch

switch_watch.SwitchWatch.beat = lambda self, now_ms: None
run = meter.main
