"""The drum: which compartment stands at the entrance, how it gets to another, where zero is.

Told by the mover when a turn's time is over; turns by `actuators`, whose `flag` keeps where the
home flag passed.

From or to a secret compartment every turn takes PACE_MS, stretched over all of it: neither the
pause before a card nor the sound of a fast turn and a wait after it tells how far the drum went.
"""

from firmware.core.compat import const
from firmware.shuffler.geometry import COMPARTMENT_STEPS, COMPARTMENTS, TURN_STEPS

PACE_MS = const(176)  # half a turn at 16,000 steps/s (600 rpm of the motor) and 400,000 steps/s²
_RAMP_MS = const(40)
_NEXT_MS = const(29)  # to the neighbour
_NEXT_RAMP_MS = const(14)
_ROUND_MS = const(583)  # two turns
_HOMING_MS = const(600)  # the drum at half its speed
_HOMING_RAMP_MS = const(20)
_HOME_SLACK_STEPS = const(54)  # the flag's half width and what a belt gives
_ROUND_SLACK_STEPS = const(3)  # of a turn from edge to edge, one way at one speed
_HALF = const(27)


class Carousel:
    """`compartment` is the one at the entrance, -1 while nobody knows; `goal` the next one."""

    def __init__(self, actuators):
        self._actuators = actuators
        self._flag = actuators.flag
        self.compartment = -1
        self.goal = 0
        self._is_secret = False  # the goal is
        self._is_paced = False  # the goal or the place is
        self._is_turning = False
        self._zero = 0  # the step generator's count at compartment 0
        self._crosses_home = False

    def aim(self, compartment, is_secret):
        """The compartment to turn to next."""
        self._is_paced = self._is_secret or is_secret
        self._is_secret = is_secret
        self.goal = compartment

    def turn(self):
        """Start turning to the goal by the shorter way; gives the duration in ms, 0: is there."""
        steps = (self.goal - self.compartment + _HALF) % COMPARTMENTS - _HALF
        before = (self.compartment + _HALF) % COMPARTMENTS - _HALF
        self._crosses_home = before * (before + steps) < 0
        if self._is_paced or abs(steps) > 1:
            return self._start(steps * COMPARTMENT_STEPS, PACE_MS, _RAMP_MS)
        if steps == 0:
            return 0
        return self._start(steps * COMPARTMENT_STEPS, _NEXT_MS, _NEXT_RAMP_MS)

    def _start(self, steps, duration_ms, ramp_ms):
        self._is_turning = True
        self._actuators.turn(steps, duration_ms, ramp_ms)
        return duration_ms

    def stand(self):
        """The turn's time is over."""
        self._is_turning = False

    def arrive(self):
        """After a turn to the goal: False when the home flag was not where the steps say."""
        if (self._crosses_home and self._flag.edges < 2) or self._is_flag_off():
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

    # -- the flag --------------------------------------------------------------------------

    def go_round(self):
        """To compartment 1 past the flag twice, from anywhere in the same time.

        A sequence of neighbours may never pass the flag, and a step lost in each long turn would
        show only amid a deal.
        """
        steps = (-self.compartment % COMPARTMENTS + COMPARTMENTS + 1) * COMPARTMENT_STEPS
        self._is_secret = False
        self._crosses_home = True
        self.goal = 1
        self._start(steps, _ROUND_MS, _RAMP_MS)

    def is_round(self):
        """After it: True when a turn had as many steps as a turn has, and zero is where it was."""
        flag = self._flag
        off = _off_steps(flag.counts[1], flag.before[1])
        return self.arrive() and flag.edges > 2 and off <= _ROUND_SLACK_STEPS

    def _is_flag_off(self):
        counts = self._flag.counts
        off = max(_off_steps(counts[0], self._zero), _off_steps(counts[1], self._zero))
        return off > _HOME_SLACK_STEPS

    def find_home(self):
        """A whole turn and a little more: both edges of the flag pass."""
        self.compartment = -1
        self._start(TURN_STEPS + 4 * COMPARTMENT_STEPS, _HOMING_MS, _HOMING_RAMP_MS)

    def align(self):
        """After a whole turn: the middle between the flag's two edges is compartment 0.

        It lies as far away as the compartment was at which this began: the same time for all.
        """
        flag = self._flag
        if flag.edges < 2:
            return False
        low, high = flag.counts[0], flag.counts[1]
        if high < low:
            high += TURN_STEPS
        middle = (low + high) // 2
        steps = (middle - self._actuators.position()) % TURN_STEPS
        if steps > TURN_STEPS // 2:
            steps -= TURN_STEPS
        self._start(steps, PACE_MS, _RAMP_MS)
        return True

    def set_zero(self):
        """Aligned: this is compartment 0."""
        self._zero = self._actuators.position()
        self.compartment = 0
        self._is_secret = False


def _off_steps(count, zero):
    """How far apart two places of the drum are."""
    return abs((count - zero + TURN_STEPS // 2) % TURN_STEPS - TURN_STEPS // 2)
