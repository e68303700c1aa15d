"""Sessions of people are evidence whatever moves, and have flash erased whenever it needs room."""

from firmware import shoe
from firmware.journal import recorder

recorder.Recorder.is_evidence_short = lambda self: False
run = shoe.main
