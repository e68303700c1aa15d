"""The carousel: a drum with 54 compartments on a stepper, and the flag of its home sensor."""

from __future__ import annotations

import math
from collections.abc import Callable

from firmware.shuffler import geometry as g
from hw_sim.kernel import Event, Kernel
from hw_sim.parts.stepper import Ramp
from hw_sim.world.machine_cards import SimCard

ALIGN_STEPS = 14.0  # further off than this a card hits the wall between compartments


class Drum:
    """`angle` is where the drum really is; what the step generator counts may differ."""

    def __init__(self, kernel: Kernel, on_home: Callable[[bool], None]) -> None:
        self.compartments: list[list[SimCard]] = [[] for _ in range(g.COMPARTMENTS)]
        self.angle = 1_234.0  # nobody knows after power-up
        self.counted = 0  # the step generator's own position
        self.is_dead = False
        self.lost_per_move = 0.0  # steps that a loose belt or too little torque loses
        self.overshoot = 0.0  # steps beyond the goal
        self.is_held = False  # something blocks the drum
        self.moves = 0
        self._kernel = kernel
        self._on_home = on_home
        self._ramp: Ramp | None = None
        self._from_angle = 0.0
        self._from_counted = 0
        self._scale = 1.0
        self._start_us = 0
        self._events: list[Event] = []
        self.on_stopped: Callable[[], None] = lambda: None

    @property
    def is_turning(self) -> bool:
        return self._ramp is not None

    def slot(self) -> int:
        """The compartment that stands before the entrance, −1 between two."""
        now = self.angle_now()
        nearest = round(now / g.SLOT_STEPS)
        if self.is_turning or abs(now - nearest * g.SLOT_STEPS) > ALIGN_STEPS:
            return -1
        return nearest % g.COMPARTMENTS

    def angle_now(self) -> float:
        if self._ramp is None:
            return self.angle
        t = (self._kernel.now_us - self._start_us) / 1e6
        return self._from_angle + self._ramp.at(t) * self._scale

    def counted_now(self) -> int:
        if self._ramp is None:
            return self.counted
        t = (self._kernel.now_us - self._start_us) / 1e6
        return self._from_counted + round(self._ramp.at(t))

    def is_at_home(self, angle: float) -> bool:
        off = (angle + g.TURN_STEPS / 2) % g.TURN_STEPS - g.TURN_STEPS / 2
        return abs(off) <= g.HOME_HALF_STEPS

    def move(self, steps: int, top: int, acceleration: int, on_done: Callable[[], None]) -> None:
        """The step generator starts a ramp."""
        self.stop()
        self.moves += 1
        ramp = Ramp(steps, top, acceleration)
        real = float(steps)
        if self.is_dead or self.is_held:
            real = 0.0
        elif abs(steps) > g.SLOT_STEPS * 2:
            real -= math.copysign(self.lost_per_move, steps)
        if real:
            real += math.copysign(self.overshoot, steps)
        self._ramp = ramp
        self._scale = real / steps if steps else 0.0
        self._from_angle, self._from_counted = self.angle, self.counted
        self._start_us = self._kernel.now_us
        self._plan_home_edges(ramp)

        def finish() -> None:
            self.angle, self.counted = self._from_angle + real, self._from_counted + steps
            self._end()
            on_done()

        self._events.append(self._kernel.after(math.ceil(ramp.duration_s * 1e6), finish))

    def stop(self) -> None:
        """Power or the driver's enable line went away: the drum stands where it is."""
        if self._ramp is not None:
            self.angle, self.counted = self.angle_now(), self.counted_now()
            self._end()

    def _end(self) -> None:
        self._ramp = None
        for event in self._events:
            event.cancel()
        self._events.clear()
        self._on_home(self.is_at_home(self.angle))
        self.on_stopped()

    def _plan_home_edges(self, ramp: Ramp) -> None:
        """The flag passes the sensor on the way."""
        if not self._scale:
            return
        low, high = sorted((self._from_angle, self._from_angle + ramp.steps * self._scale))
        turn = math.floor(low / g.TURN_STEPS) * g.TURN_STEPS
        while turn <= high + g.TURN_STEPS:
            for edge in (turn - g.HOME_HALF_STEPS, turn + g.HOME_HALF_STEPS):
                if low < edge < high:
                    t = ramp.time_of((edge - self._from_angle) / self._scale)
                    is_rising = ramp.steps > 0
                    is_home = (edge < turn) == is_rising
                    self._events.append(
                        self._kernel.after(
                            math.ceil(t * 1e6), lambda is_home=is_home: self._on_home(is_home)
                        )
                    )
            turn += g.TURN_STEPS
