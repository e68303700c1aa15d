"""Any setting may be changed by whoever may change settings."""

from firmware import meter
from firmware.jackpot.term_changes import TermChanges

TermChanges.change = lambda _self, _setting, _value: None
run = meter.main
