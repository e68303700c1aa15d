"""Turns the drum as fast as it can: the pause before a card tells how far."""

from firmware import shoe
from firmware.shuffler import carousel
from firmware.shuffler.geometry import COMPARTMENT_STEPS

_start = carousel.Carousel._start


def _natural(self, steps, duration_ms, ramp_ms):
    if duration_ms == carousel.PACE_MS:
        duration_ms = 40 + 5 * abs(steps) // COMPARTMENT_STEPS
        ramp_ms = 14
    return _start(self, steps, duration_ms, ramp_ms)


carousel.Carousel._start = _natural
run = shoe.main
