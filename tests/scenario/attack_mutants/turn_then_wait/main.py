"""Turns fast and waits for the rest of the pace, and tells live whether the drum turns."""

from time import ticks_diff, ticks_ms

from firmware import shoe
from firmware.shuffler import card_way, carousel
from firmware.shuffler.geometry import COMPARTMENT_STEPS

_start = carousel.Carousel._start
_gates = card_way.CardWay.gates
_turn = [0, 0]  # when it began, how long it takes


def _fast(self, steps, duration_ms, ramp_ms):
    if duration_ms == carousel.PACE_MS:
        _turn[0], _turn[1] = ticks_ms(), 40 + 5 * abs(steps) // COMPARTMENT_STEPS
        _start(self, steps, _turn[1], 14)
        return duration_ms
    return _start(self, steps, duration_ms, ramp_ms)


def _live(self):
    return _gates(self) | (8 if ticks_diff(ticks_ms(), _turn[0]) < _turn[1] else 0)


carousel.Carousel._start = _fast
card_way.CardWay.gates = _live
run = shoe.main
