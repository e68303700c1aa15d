"""The carousel: a drum with 54 compartments on a stepper, and the flag of its home sensor."""

from __future__ import annotations

import math
from collections.abc import Callable

from firmware.shuffler import geometry as g
from hw_sim.kernel import Event, Kernel
from hw_sim.mechanics.machine_cards import SimCard
from hw_sim.parts.stepper import PulseTrain

ALIGN_STEPS = 14.0  # further off than this a card hits the wall between compartments


class Drum:
    """`angle` is where the drum really is; what the step generator tells may differ."""

    def __init__(self, kernel: Kernel, on_home: Callable[[bool], None]) -> None:
        self.compartments: list[list[SimCard]] = [[] for _ in range(g.COMPARTMENTS)]
        self.angle = 1_234.0  # nobody knows after power-up
        self.is_dead = False
        self.lost_per_move = 0.0  # steps that a loose belt or too little torque loses
        self.overshoot = 0.0  # steps beyond the goal
        self.is_held = False  # something blocks the drum
        self.moves = 0
        self._kernel = kernel
        self._on_home = on_home
        self._train: PulseTrain | None = None
        self._from_angle = 0.0
        self._scale = 1.0
        self._start_us = 0
        self._events: list[Event] = []
        self.on_stopped: Callable[[], None] = lambda: None

    @property
    def is_turning(self) -> bool:
        return self._train is not None

    def slot(self) -> int:
        """The compartment that stands before the entrance, −1 between two."""
        now = self.angle_now()
        nearest = round(now / g.COMPARTMENT_STEPS)
        if self.is_turning or abs(now - nearest * g.COMPARTMENT_STEPS) > ALIGN_STEPS:
            return -1
        return nearest % g.COMPARTMENTS

    def angle_now(self) -> float:
        if self._train is None:
            return self.angle
        return self._from_angle + self._train.at(self._kernel.now_us - self._start_us) * self._scale

    def turns(self) -> float:
        """Where it is, as a part of a turn."""
        return self.angle_now() / g.TURN_STEPS % 1.0

    def is_at_home(self, angle: float) -> bool:
        off = (angle + g.TURN_STEPS / 2) % g.TURN_STEPS - g.TURN_STEPS / 2
        return abs(off) <= g.HOME_HALF_STEPS

    def move(self, train: PulseTrain, way: int) -> None:
        """Pulses begin to come, in one direction or the other."""
        self.stop()
        self.moves += 1
        real = float(train.pulses)
        if self.is_dead or self.is_held:
            real = 0.0
        elif train.pulses > g.COMPARTMENT_STEPS * 2:
            real -= self.lost_per_move
        if real:
            real += self.overshoot
        self._train = train
        self._scale = way * real / train.pulses
        self._from_angle = self.angle
        self._start_us = self._kernel.now_us
        self._plan_home_edges(train)

    def stop(self) -> None:
        """The last pulse, or power or the enable line went away: the drum stands where it is."""
        if self._train is None:
            return
        self.angle = self.angle_now()
        self._train = None
        for event in self._events:
            event.cancel()
        self._events.clear()
        self._on_home(self.is_at_home(self.angle))
        self.on_stopped()

    def _plan_home_edges(self, train: PulseTrain) -> None:
        """The flag passes the sensor on the way."""
        if not self._scale:
            return
        low, high = sorted((self._from_angle, self._from_angle + train.pulses * self._scale))
        turn = math.floor(low / g.TURN_STEPS) * g.TURN_STEPS
        while turn <= high + g.TURN_STEPS:
            for edge in (turn - g.HOME_HALF_STEPS, turn + g.HOME_HALF_STEPS):
                if low < edge < high:
                    us = train.us_of((edge - self._from_angle) / self._scale)
                    is_rising = self._scale > 0
                    is_home = (edge < turn) == is_rising
                    self._events.append(
                        self._kernel.after(
                            math.ceil(us), lambda is_home=is_home: self._on_home(is_home)
                        )
                    )
            turn += g.TURN_STEPS
