"""Walks move_table.py with the machine's actuators: one card at a time in, out or held.

Fed edges of the gates (low: card), "placed", alarms; calls `on_result(RES_…)` when a move ended.
`actuators` has run(duty), pick, eject, flap, turn(steps, duration_ms, ramp_ms), arm(ms), drop(),
look(is_on), count(), current_ma(), release(), idle(ms): nothing to do for so long.

Nothing here may take longer or shorter with the way to a secret compartment: a turn to one has
its time, and the roller starts and the pusher pushes by alarms counted from its beginning.
"""

from firmware.core.compat import const
from firmware.shuffler import jam_watch as jam
from firmware.shuffler import move_table as t
from firmware.shuffler.card_way import CardWay
from firmware.shuffler.carousel import Carousel
from firmware.shuffler.geometry import CARD_MM

RES_FED = const(0)
RES_NO_CARD = const(1)
RES_EJECTED = const(2)
RES_PUSH_FAILED = const(3)
RES_DRAINED = const(4)
RES_BACKED = const(5)
RES_STAGED = const(6)
RES_HOMED = const(7)
RES_HOME_FAILED = const(8)
RES_NOT_SEATED = const(10)  # the roller stood before the card was in
RES_TIME = const(11)  # an alarm while nothing moves
RES_LOOK = const(12)  # time for one more try at the card that stands at the gate
RES_ROUND = const(13)  # the drum went round and the flag was where the steps say
RES_DRUM_LOST = const(9)  # the home flag was not where the steps say

_RUN_PERCENT = const(74)  # 600 mm/s: a line per 0.2 mm at 305 µs each allows 656
_BACK_PERCENT = const(60)
_BACK_MS = const(80)
_EARLY_MS = const(60)  # from standing, the next card's edge needs 70 to the entrance
_NO_CARD_MS = const(320)  # from the tray to the carousel gate takes 200
_PUSH_MS = const(45)  # the card is at the gate after 20
_RETRACT_MS = const(12)
_DRAIN_MS = const(320)  # the whole way takes 170
_SETTLE_OUT_MS = const(15)
_BRAKE_MS = const(10)  # time constant of the braking roller
_SEAT_UM = const(15_500)  # from the gate to behind the entrance, with some reserve
_STOP_MS = const(8)  # then the braking roller has brought the card's end behind the entrance
_LOOK_MS = const(1)  # between two tries: the loop comes to whoever waits
_EVENTS = const(15)
_STATES = const(19)


class Mover:
    """`way` knows what is between the trays and the carousel, `carousel` where the drum stands."""

    def __init__(self, actuators, watch, on_result, on_illegal):
        self._actuators = actuators
        self._watch = watch
        self._on_result = on_result
        self._on_illegal = on_illegal
        self._rows = bytearray(_STATES * _EVENTS)
        for i in range(len(t.ROWS)):
            row = t.ROWS[i]
            self._rows[row[0] * _EVENTS + row[1]] = i + 1
        self.state = t.ST_REST
        self.way = CardWay(actuators.count, watch)
        self.carousel = Carousel(actuators)
        self._is_pick_held = False

    # -- orders ----------------------------------------------------------------------------

    def feed(self, compartment, is_secret):
        """Bring the next card into a compartment."""
        is_held = self.way.is_blocked(jam.GATE_CAROUSEL)
        self._turn_and(t.MEV_FEED_HELD if is_held else t.MEV_FEED, compartment, is_secret)

    def stage(self):
        """Bring the next card to the carousel gate, to be read before its place is chosen."""
        if self.way.is_blocked(jam.GATE_CAROUSEL):
            self._on_result(RES_STAGED)
        else:
            self._do(t.MEV_STAGE)

    def look(self):
        """Stand still for one try at the card at the gate."""
        self._do(t.MEV_LOOK)

    def finish_look(self):
        """All tries that are left, at once: before another card's pictures."""
        while self.state == t.ST_LOOKING:
            self.due()

    def eject(self, compartment, is_secret):
        """Push one card of a compartment out; it goes on by itself to the output branch."""
        self._turn_and(t.MEV_EJECT, compartment, is_secret)

    def _turn_and(self, event, compartment, is_secret):
        """Home first, and say only that, where a turn was given up."""
        self.carousel.aim(compartment, is_secret)
        self._do(t.MEV_HOME if self.carousel.compartment < 0 else event)

    def drain(self):
        """Run out until no card is under way."""
        self._do(t.MEV_DRAIN)

    def back(self):
        """The other way for a moment, to free a card."""
        self._do(t.MEV_BACK)

    def home(self):
        self._do(t.MEV_HOME)

    def go_round(self):
        """Is the drum where the steps say?"""
        self._do(t.MEV_ROUND)

    def stop(self):
        """Everything off at once."""
        self._do(t.MEV_STOP)

    def is_moving(self):
        return self.state != t.ST_REST

    def is_inserting(self):
        """A card is on its way into a compartment: nobody can say whether it gets there."""
        return self.state in (t.ST_INSERTING, t.ST_SEATING, t.ST_STOPPING)

    # -- inputs ----------------------------------------------------------------------------

    def gate_edge(self, gate, level, now_ms):
        """A light gate changed; level 0: a card."""
        if not self.way.note_edge(gate, level):
            return
        watch = self._watch
        travel = watch.travel_to(self._actuators.count())
        watch.met(gate, level)
        is_card = level == 0
        if gate == jam.GATE_CAROUSEL:
            self._carousel_edge(is_card, travel, now_ms)
        elif gate == jam.GATE_FEED:
            self._feed_edge(is_card)
        elif is_card:
            self.way.came_out()
        elif self.way.went_out():
            self._do(t.MEV_WAY_CLEAR)

    def _feed_edge(self, is_card):
        if self.way.is_out:
            return
        if is_card:
            self.way.came_from_tray()
        elif self._is_pick_held:
            self._is_pick_held = False
            self._actuators.pick(1 if self.way.is_feeding else 0)

    def _carousel_edge(self, is_card, travel, now_ms):
        if is_card:
            is_held = self.state not in (t.ST_APPROACHING, t.ST_PUSHING)
            self.way.came_to_carousel(travel, is_held, now_ms)
            self._do(t.MEV_AT_GATE)
        else:
            self.way.left_carousel_gate(travel, now_ms)
            self._do(t.MEV_GATE_CLEAR)

    def placed(self):
        """The turn's time is over and the drum stands."""
        self.carousel.stand()
        self._arrived()

    def _arrived(self):
        if self.state in (t.ST_FEED_TURNING, t.ST_RUN_TURNING, t.ST_HOLDING, t.ST_EJECT_TURNING):
            if not self.carousel.arrive():
                self._on_result(RES_DRUM_LOST)
                return
        self._do(t.MEV_PLACED)

    def due(self):
        """The alarm."""
        self._do(t.MEV_DUE)

    # -- table -----------------------------------------------------------------------------

    def _do(self, event):
        index = self._rows[self.state * _EVENTS + event]
        if index == 0:
            self._on_illegal(self.state, event)
            return
        row = t.ROWS[index - 1]
        self.state = row[2]
        if row[3] != t.ACT_NONE:
            self._act(row[3])

    def _act(self, action):
        actuators = self._actuators
        if action == t.ACT_TURN_FIRST:
            duration_ms = self.carousel.turn()
            if duration_ms == 0:
                self._arrived()
            else:
                actuators.arm(max(duration_ms - _EARLY_MS, 1))
                actuators.idle(duration_ms - _EARLY_MS)
        elif action == t.ACT_TURN_HOLDING:
            if self.carousel.turn() == 0:
                self._arrived()
        elif action == t.ACT_RUN_IN:
            self._run(_RUN_PERCENT)
            actuators.arm(_NO_CARD_MS)
        elif action == t.ACT_BRAKE:
            self._brake()
        elif action == t.ACT_SEAT:
            actuators.arm(max(_SEAT_UM * self.way.pass_ms // (CARD_MM * 1000) - _BRAKE_MS, 1))
        elif action == t.ACT_STOP_SEATED:
            self._brake()
            actuators.arm(_STOP_MS)
        elif action == t.ACT_FED:
            self._on_result(RES_FED if self.way.seat() else RES_NOT_SEATED)
        elif action == t.ACT_NO_CARD:
            self._brake()
            self._on_result(RES_NO_CARD)
        elif action == t.ACT_TURN_OUT:
            self._run(-_RUN_PERCENT)
            duration_ms = self.carousel.turn()
            if duration_ms == 0:
                self._arrived()
            else:
                actuators.idle(duration_ms)
        elif action == t.ACT_PUSH:
            actuators.eject(1)
            actuators.arm(_PUSH_MS)
        elif action == t.ACT_RETRACT:
            actuators.eject(0)
            actuators.drop()
        elif action == t.ACT_EJECTED:
            self._on_result(RES_EJECTED)
        elif action == t.ACT_PULL_BACK:
            actuators.eject(0)
            actuators.arm(_RETRACT_MS)
        elif action == t.ACT_PUSH_FAILED:
            self._on_result(RES_PUSH_FAILED)
        else:
            self._act_more(action)

    def _act_more(self, action):
        actuators = self._actuators
        if action == t.ACT_RUN_OUT:
            self._run(-_RUN_PERCENT)
            actuators.arm(_DRAIN_MS)
        elif action == t.ACT_SETTLE_OUT:
            actuators.arm(_SETTLE_OUT_MS)
        elif action == t.ACT_DRAINED:
            self._brake()
            actuators.drop()
            self._on_result(RES_DRAINED)
        elif action == t.ACT_BACK:
            self._run(_BACK_PERCENT if self.way.is_out else -_BACK_PERCENT)
            actuators.arm(_BACK_MS)
        elif action == t.ACT_BACKED:
            self._brake()
            self._on_result(RES_BACKED)
        elif action == t.ACT_STAGE:
            self._run(_RUN_PERCENT)
            actuators.arm(_NO_CARD_MS)
        elif action == t.ACT_STAGED:
            self._brake()
            actuators.drop()
            self._on_result(RES_STAGED)
        elif action == t.ACT_ROUND:
            self.carousel.go_round()
        elif action == t.ACT_ROUNDED:
            self._on_result(RES_ROUND if self.carousel.is_round() else RES_DRUM_LOST)
        elif action == t.ACT_HOME:
            self.carousel.find_home()
        elif action == t.ACT_ALIGN:
            if not self.carousel.align():
                self.state = t.ST_REST
                self._on_result(RES_HOME_FAILED)
        elif action == t.ACT_HOMED:
            self.carousel.set_zero()
            self._on_result(RES_HOMED)
        elif action == t.ACT_LOOK:
            actuators.arm(_LOOK_MS)
        elif action == t.ACT_LOOK_ON:
            self._on_result(RES_LOOK)
        elif action == t.ACT_TIME:
            self._on_result(RES_TIME)
        elif action == t.ACT_OFF:
            self._off()

    # -- parts -----------------------------------------------------------------------------

    def _run(self, percent):
        is_out = percent < 0
        actuators, way = self._actuators, self.way
        if way.turn_round(is_out):
            # a card that was backed covers the next one's edge: that one waits until it is clear
            self._is_pick_held = way.is_blocked(jam.GATE_FEED)
        self._watch.run(actuators.count())
        way.expect_again()
        actuators.pick(0 if is_out or self._is_pick_held or not way.is_feeding else 1)
        actuators.run(percent)
        actuators.look(True)

    def _brake(self):
        self._actuators.run(0)
        self._actuators.look(False)
        self._watch.rest()

    def _off(self):
        actuators = self._actuators
        self._brake()
        actuators.drop()
        actuators.eject(0)
        actuators.pick(0)
        self.carousel.give_up()
