"""Tags on the line of linked tables are not looked at."""

from firmware import meter
from firmware.jackpot.linked import frames

frames.is_tagged = lambda *_: True
run = meter.main
