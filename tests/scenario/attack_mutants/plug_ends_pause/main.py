"""Counts failures in RAM only: pulling the plug gives three more free tries."""

from firmware import shoe
from firmware.trust import keys

keys.KeyRing.save_failures = lambda self, place, count: None
run = shoe.main
