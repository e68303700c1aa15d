"""A DC gear motor with a roller on it: speed follows the drive with a time constant.

Closed formulas give speed and travel at any moment and the moment of any travel, so nothing is
stepped: the world asks when the roller will have gone so far and puts that into the queue.
Figures: Pololu 4751 (12 V, 19:1, 530 rpm without load, 5.5 A stalled) on a 32 mm roller, driven by
a DRV8876 whose current limit is set to 2.0 A; between drive pulses it brakes.
"""

from __future__ import annotations

import math

NO_LOAD_MM_S = 888.0  # at full duty: 530 rpm on 100.5 mm of circumference
DRIVE_TAU_S = 0.022
BRAKE_TAU_S = 0.010
LIMIT_MA = 2_000
IDLE_MA = 180  # brushes and gears
STALL_MA = 5_500
_STANDS_MM_S = 2.0
_NEVER = math.inf


class DcMotor:
    """Speed and travel of the roller's surface; `load` is the part of the speed that drag takes."""

    def __init__(self) -> None:
        self.duty = 0.0  # −1 … 1, negative: backwards
        self.load = 0.06
        self.is_dead = False
        self.is_blocked = False  # something holds the roller
        self._v0 = 0.0
        self._s0 = 0.0
        self._t0 = 0.0

    # -- state -----------------------------------------------------------------------------

    def speed_mm_s(self, now_s: float) -> float:
        t = now_s - self._t0
        target, tau = self._target()
        v = target + (self._v0 - target) * math.exp(-t / tau)
        return 0.0 if self.duty == 0 and abs(v) < _STANDS_MM_S else v

    def travel_mm(self, now_s: float) -> float:
        return self._s0 + self._moved(now_s - self._t0)

    def current_ma(self, now_s: float) -> int:
        """What the driver's current output shows: more the slower the motor turns."""
        if self.is_dead or self.duty == 0:
            return 0
        lag = abs(self.duty) - abs(self.speed_mm_s(now_s)) / NO_LOAD_MM_S
        return int(min(LIMIT_MA, IDLE_MA + STALL_MA * max(lag, 0.0)))

    # -- changes: call settle() first ------------------------------------------------------

    def settle(self, now_s: float) -> None:
        """Take the present state as the new start; before anything about the motor changes."""
        v = self.speed_mm_s(now_s)
        self._s0 = self.travel_mm(now_s)
        self._v0 = 0.0 if self.is_blocked else v
        self._t0 = now_s

    def stop_dead(self) -> None:
        self._v0 = 0.0

    # -- the future ------------------------------------------------------------------------

    def direction(self, now_s: float) -> int:
        """1 or −1 while the roller turns or is about to, 0 when it stands for good."""
        v = self.speed_mm_s(now_s)
        if abs(v) < _STANDS_MM_S:
            v = self._target()[0]
        return (v > 0) - (v < 0)

    def time_of_turn(self) -> float:
        """When the speed goes through zero on its way to the other direction; inf if it doesn't."""
        target, tau = self._target()
        if self._v0 * target >= 0:
            return _NEVER
        return self._t0 + tau * math.log((target - self._v0) / target)

    def time_of_travel(self, distance_mm: float, now_s: float) -> float:
        """When the roller will have turned on by so much, in its present direction; inf: never."""
        start = now_s - self._t0
        goal = abs(self._moved(start)) + abs(distance_mm)
        target, tau = self._target()
        if target == 0:
            # the last creep before standing still moves nothing
            if goal >= abs(self._v0) * tau - _STANDS_MM_S * tau:
                return _NEVER
            return max(now_s, self._t0 - tau * math.log(1 - goal / (abs(self._v0) * tau)))
        if self._v0 * target < 0:
            end = self.time_of_turn() - self._t0
            if abs(self._moved(end)) < goal:
                return _NEVER
        t = start + abs(distance_mm) / max(abs(self.speed_mm_s(now_s)), abs(target) * 0.2)
        for _ in range(40):
            error = abs(self._moved(t)) - goal
            if abs(error) < 1e-7:
                break
            v = abs(target + (self._v0 - target) * math.exp(-t / tau))
            t -= error / max(v, 1.0)
        return max(now_s, self._t0 + t)

    # -- formulas --------------------------------------------------------------------------

    def _target(self) -> tuple[float, float]:
        if self.is_blocked or self.is_dead or self.duty == 0:
            return 0.0, BRAKE_TAU_S
        return self.duty * NO_LOAD_MM_S * (1 - self.load), DRIVE_TAU_S

    def _moved(self, t: float) -> float:
        target, tau = self._target()
        if target == 0:
            stands = tau * math.log(max(abs(self._v0) / _STANDS_MM_S, 1.0))
            t = min(t, stands)
        return target * t + (self._v0 - target) * tau * (1 - math.exp(-t / tau))
