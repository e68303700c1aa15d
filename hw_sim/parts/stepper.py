"""A stepper with a trapezoid of speed: where it is at any moment, when it passes a place.

Figures: NEMA 17, 1.8°, eighth steps, 24 V, 54:20 belt: 4,320 microsteps for one turn of the drum,
80 from one compartment to the next.
"""

from __future__ import annotations

import math

TURN_STEPS = 4_320
SLOT_STEPS = 80


class Ramp:
    """One move of `steps` (signed) with top speed and acceleration in microsteps/s and /s²."""

    def __init__(self, steps: int, top: int, acceleration: int) -> None:
        self.steps = steps
        self._sign = 1 if steps >= 0 else -1
        self._a = float(acceleration)
        distance = abs(steps)
        peak = min(float(top), math.sqrt(self._a * distance))
        self._ramp_s = peak / self._a
        self._ramp_steps = peak * peak / (2 * self._a)
        self._peak = peak
        self._cruise_s = (distance - 2 * self._ramp_steps) / peak if peak else 0.0
        self.duration_s = 2 * self._ramp_s + self._cruise_s

    def at(self, t: float) -> float:
        """Signed microsteps done after so many seconds."""
        distance = abs(self.steps)
        if t >= self.duration_s:
            done = float(distance)
        elif t <= 0:
            done = 0.0
        elif t < self._ramp_s:
            done = self._a * t * t / 2
        elif t < self._ramp_s + self._cruise_s:
            done = self._ramp_steps + self._peak * (t - self._ramp_s)
        else:
            left = self.duration_s - t
            done = distance - self._a * left * left / 2
        return self._sign * done

    def time_of(self, steps: float) -> float:
        """When so many (signed) microsteps are done; within the move."""
        done = abs(steps)
        distance = abs(self.steps)
        if done <= self._ramp_steps:
            return math.sqrt(2 * done / self._a)
        if done <= distance - self._ramp_steps:
            return self._ramp_s + (done - self._ramp_steps) / self._peak
        return self.duration_s - math.sqrt(2 * max(distance - done, 0.0) / self._a)
