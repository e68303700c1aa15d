"""Records whatever happens, as often as it happens, in one ring."""

from firmware import meter
from firmware.journal import rations, recorder

rations.Rations.take = lambda self, i, now_s: True
recorder.Recorder.ring_of = lambda self, event: 0
run = meter.main
