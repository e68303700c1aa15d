"""What moves a card in the shuffling device: roller, drum, ejector, flap, clutch, lock; its alarms.

Driven by the mover and the steps; "placed", "due" and "look" come back through the board's ring,
each as an alarm: none of them comes sooner or later with the way that the drum has to go.
"""

from time import sleep_ms, ticks_diff, ticks_ms

from firmware.drivers.camera_ways import WAY_IN, WAY_OUT
from firmware.drivers.deadline import Deadline
from firmware.drivers.feed_roller import FeedRoller
from firmware.drivers.home_flag import HomeFlag
from firmware.drivers.output_pin import OutputPin
from firmware.shuffler.jam_watch import LOOK_MS
from firmware.shuffler.sources import SRC_DUE, SRC_LOOK, SRC_PLACED

_RETRACT_MS = 10  # spring and plunger
_SETTLE_MS = 2  # from the order to the first pulse, and from the last one to its interrupt


class Actuators:
    """`camera` is told which way the roller brings the cards; `count` is the roller's encoder."""

    def __init__(self, board, pins, count, camera):
        ring, wake = board.ring, board.wake.set
        self._camera = camera
        self._roller = FeedRoller(pins.PIN_FEED_PWM, pins.PIN_FEED_DIR, pins.ADC_FEED_CURRENT)
        self.current_ma = self._roller.current_ma
        self._count = 0
        self._steps = pins.step_generator()
        self.position = self._steps.count
        self.flag = HomeFlag(pins.PIN_HOME, self.position)
        self._turned = Deadline(SRC_PLACED, ring, wake, count)
        self.idle = board.idle
        self._ejector = OutputPin(pins.PIN_EJECTOR)
        self._ejected_ms = 0
        self.flap = OutputPin(pins.PIN_RETURN_FLAP).set
        self.pick = OutputPin(pins.PIN_PICK_CLUTCH).set
        self.lock = OutputPin(pins.PIN_GATE_LOCK).set
        self._due = Deadline(SRC_DUE, ring, wake, count)
        self.arm = self._due.arm
        self.drop = self._due.drop
        self.is_due = self._due.is_due
        self._look = Deadline(SRC_LOOK, ring, wake, count)
        self._is_looking = False

    def at_moment(self, count):
        """An input came, with the count of its own moment, which may be some time ago."""
        self._count = count

    def count(self):
        """The roller's encoder when the last input came."""
        return self._count

    def run(self, duty_percent):
        """The roller; the cameras look the way in which it brings the cards."""
        if duty_percent:
            self._camera.watch(WAY_IN if duty_percent > 0 else WAY_OUT)
        self._roller.run(duty_percent)

    def eject(self, level):
        """Push, or let the spring pull the pusher back."""
        self._ejector.set(level)
        self._ejected_ms = ticks_ms()

    def turn(self, steps, duration_ms, ramp_ms):
        """Turn the carousel, or wait as long; never before the pusher is out of its way."""
        wait_ms = _RETRACT_MS - ticks_diff(ticks_ms(), self._ejected_ms)
        if wait_ms > 0:
            sleep_ms(wait_ms)
        self.flag.begin()
        self._turned.arm(duration_ms + _SETTLE_MS)
        if steps:
            self._steps.move(steps, duration_ms, ramp_ms)

    def has_turned(self, time_ms):
        """The time of a turn is over; asked again as long as its last pulse is not out."""
        if not self._turned.is_due(time_ms):
            return False
        if self._steps.is_moving:
            self._turned.arm(_SETTLE_MS)
            return False
        return True

    def release(self):
        """Give a turn up."""
        self._turned.drop()
        self._steps.release()

    def look(self, is_on):
        """The jam watch is asked as long as the roller runs."""
        if is_on != self._is_looking:
            self._is_looking = is_on
            if is_on:
                self._look.arm(LOOK_MS)
            else:
                self._look.drop()

    def looked(self):
        if self._is_looking:
            self._look.arm(LOOK_MS)
