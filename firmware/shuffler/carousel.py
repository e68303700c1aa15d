"""The drum: which compartment stands at the entrance, how it gets to another, where zero is.

Fed the step generator's "done" and the home flag's edges by the mover; turns by `actuators`.
"""

from math import sqrt

from firmware.core.compat import const
from firmware.shuffler.geometry import COMPARTMENT_STEPS, COMPARTMENTS, TURN_STEPS

TOP_STEPS_S = const(16_000)  # 23.3 rad/s of the drum, 600 rpm of the motor
ACCELERATION_STEPS_S2 = const(400_000)  # 582 rad/s², 0.35 Nm at the motor
_HOMING_STEPS_S = const(8_000)
_HOME_SLACK_STEPS = const(54)  # the flag's half width and what a belt gives
_HALF = const(27)


class Carousel:
    """`compartment` is the one at the entrance, -1 while nobody knows; `goal` the next one."""

    def __init__(self, actuators):
        self._actuators = actuators
        self.compartment = -1
        self.goal = 0
        self._turn_end = 0
        self._is_turning = False
        self._home_low = 0
        self._home_high = 0
        self._home_edges = 0
        self._zero = 0  # the step generator's count at compartment 0
        self._crosses_home = False

    def aim(self, compartment):
        """The compartment to turn to next."""
        self.goal = compartment

    def turn(self):
        """Start turning to the goal by the shorter way; gives the duration in ms, 0: is there."""
        steps = (self.goal - self.compartment + _HALF) % COMPARTMENTS - _HALF
        if steps == 0:
            return 0
        before = (self.compartment + _HALF) % COMPARTMENTS - _HALF
        self._crosses_home = before * (before + steps) < 0
        self._home_edges = 0
        return self._start(steps * COMPARTMENT_STEPS, TOP_STEPS_S)

    def _start(self, steps, top):
        self._is_turning = True
        self._turn_end = self._actuators.position() + steps
        self._actuators.turn(steps, top, ACCELERATION_STEPS_S2)
        return turn_ms(abs(steps), top, ACCELERATION_STEPS_S2)

    def take_done(self):
        """The step generator is done: with the turn that was asked for last?"""
        if not self._is_turning or self._actuators.position() != self._turn_end:
            return False  # of a turn that was given up
        self._is_turning = False
        return True

    def arrive(self):
        """After a turn to the goal: False when the home flag should have passed and did not."""
        if self._crosses_home and self._home_edges < 2:
            self.compartment = -1
            return False
        self.compartment = self.goal
        return True

    def forget(self):
        """Whatever happened meanwhile: the next order finds compartment 0 anew."""
        self.compartment = -1

    def give_up(self):
        """Stop a turn half way: it goes on to somewhere; the next order homes first."""
        if self._is_turning:
            self._is_turning = False
            self._actuators.release()
            self.compartment = -1

    # -- home ------------------------------------------------------------------------------

    def find_home(self):
        """A whole turn and a little more: both edges of the flag pass."""
        self.compartment = -1
        self._home_edges = 0
        self._start(TURN_STEPS + 4 * COMPARTMENT_STEPS, _HOMING_STEPS_S)

    def align(self):
        """After a whole turn: the middle between the flag's two edges is compartment 0."""
        if self._home_edges < 2:
            return False
        low, high = self._home_low, self._home_high
        if high < low:
            high += TURN_STEPS
        middle = (low + high) // 2
        steps = (middle - self._actuators.position()) % TURN_STEPS
        if steps > TURN_STEPS // 2:
            steps -= TURN_STEPS
        self._start(steps or 1, _HOMING_STEPS_S)
        return True

    def set_zero(self):
        """Aligned: this is compartment 0."""
        self._zero = self._actuators.position()
        self.compartment = 0

    def note_flag(self, level, count):
        """An edge of the home sensor, where the steps were then; level 0: the flag is there."""
        self._home_edges += 1
        if level == 0:
            self._home_low = count
        else:
            self._home_high = count

    def is_lost(self, count):
        """The flag is not where the steps say."""
        if self.compartment < 0:
            return False
        off = (count - self._zero + TURN_STEPS // 2) % TURN_STEPS - TURN_STEPS // 2
        if abs(off) > _HOME_SLACK_STEPS:
            self.compartment = -1
            return True
        return False


def turn_ms(steps, top, acceleration):
    """How long a ramp of so many steps takes."""
    peak = min(top, sqrt(acceleration * steps))
    return int(1000 * (2 * peak / acceleration + (steps - peak * peak / acceleration) / peak)) + 1
