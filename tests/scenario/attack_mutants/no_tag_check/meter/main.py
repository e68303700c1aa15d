"""Takes every tag for right."""

from firmware import app_meter
from firmware.link import sessions

sessions.is_equal = lambda left, right: True
run = app_meter.main
