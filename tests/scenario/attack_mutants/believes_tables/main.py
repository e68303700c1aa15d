"""The holder believes a table whatever it can have done in the time."""

from firmware import meter
from firmware.jackpot.linked.holder_book import HolderBook

HolderBook._spend = lambda *_: True
run = meter.main
