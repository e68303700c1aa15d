"""Walks move_table.py with the machine's hands: one card at a time in, out or held.

Fed edges of the gates (low: card), "placed", alarms; calls `on_result(RES_…)` when a move ended.
`hands` drives the actuators: run(duty), pick, eject, flap, turn(steps, top, acceleration),
arm(ms), drop(), look(is_on), count(), current_ma(), release().
"""

from math import sqrt

from firmware.core.compat import const
from firmware.shuffler import jam_watch as jam
from firmware.shuffler import move_table as t
from firmware.shuffler.geometry import (
    CARD_MM,
    COMPARTMENTS,
    ENCODER_PER_MM,
    ENTRANCE_MM,
    FEED_TO_CAROUSEL_MM,
    GATE_CAROUSEL_MM,
    GATE_OUTPUT_MM,
    SLOT_STEPS,
    TURN_STEPS,
)

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
RES_DRUM_LOST = const(9)  # the home flag was not where the steps say

TOP_STEPS_S = const(16_000)  # 23.3 rad/s of the drum, 600 rpm of the motor
ACCELERATION_STEPS_S2 = const(400_000)  # 582 rad/s², 0.35 Nm at the motor
_HOMING_STEPS_S = const(8_000)
_RUN_PERCENT = const(74)  # 600 mm/s: 96 green and 24 red lines on 19.2 mm, 256 µs each, need 625
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
_HOME_SLACK_STEPS = const(30)
_EVENTS = const(13)
_STATES = const(17)


class Mover:
    """`slot` is the compartment at the entrance, -1 while nobody knows."""

    def __init__(self, hands, watch, on_result, on_illegal):
        self._hands = hands
        self._watch = watch
        self._on_result = on_result
        self._on_illegal = on_illegal
        self._rows = bytearray(_STATES * _EVENTS)
        for i in range(len(t.ROWS)):
            row = t.ROWS[i]
            self._rows[row[0] * _EVENTS + row[1]] = i + 1
        self.state = t.ST_REST
        self.slot = -1
        self.in_way = 0  # cards that passed the feed gate and are not seated
        self.leaving = 0  # cards on their way from the carousel to the output gate
        self.is_out = False
        self.pass_ms = 105  # of the last card at the carousel gate
        self.length_mm = CARD_MM
        self._at_gate_ms = 0
        self.is_timed = False  # `pass_ms` is of this very card
        self.is_feeding = False  # cards come from the tray
        self._is_pick_held = False
        self._unseen = 0
        self._at_gate_travel = 0
        self._clear_travel = 0
        self._is_measuring = False  # a card that went to and fro has no length
        self._was_held = False  # it stood, or the roller was not up to speed yet
        self._goal = 0
        self._turn_end = 0
        self._is_turning = False
        self._is_blocked = [False, False, False]
        self._home_low = 0
        self._home_high = 0
        self._home_edges = 0
        self._zero = 0  # the step generator's count at compartment 0
        self._crosses_home = False

    # -- orders ----------------------------------------------------------------------------

    def feed(self, slot):
        """Bring the next card into a compartment."""
        self._goal = slot
        self._do(t.MEV_FEED_HELD if self._is_blocked[jam.GATE_CAROUSEL] else t.MEV_FEED)

    def stage(self):
        """Bring the next card to the carousel gate, to be read before its place is chosen."""
        if self._is_blocked[jam.GATE_CAROUSEL]:
            self._on_result(RES_STAGED)
        else:
            self._do(t.MEV_STAGE)

    def eject(self, slot):
        """Push one card of a compartment out; it goes on by itself to the output branch."""
        self._goal = slot
        self._do(t.MEV_EJECT)

    def drain(self):
        """Run out until no card is under way."""
        self._do(t.MEV_DRAIN)

    def back(self):
        """The other way for a moment, to free a card."""
        self._do(t.MEV_BACK)

    def home(self):
        self._do(t.MEV_HOME)

    def stop(self):
        """Everything off at once."""
        self._do(t.MEV_STOP)

    def is_inserting(self):
        """A card is on its way into a compartment: nobody can say whether it gets there."""
        return self.state in (t.ST_INSERTING, t.ST_SEATING, t.ST_STOPPING)

    def is_blocked(self, gate):
        return self._is_blocked[gate]

    def is_way_clear(self):
        """Nothing between carousel and output; a card half out of the feed tray may wait there."""
        return not (self._is_blocked[jam.GATE_CAROUSEL] or self._is_blocked[jam.GATE_OUTPUT])

    def gates(self):
        """Bits of the gates that see a card: feed, carousel, output."""
        blocked = self._is_blocked
        return (1 if blocked[0] else 0) | (2 if blocked[1] else 0) | (4 if blocked[2] else 0)

    def forget_way(self):
        """A person emptied the way, or nobody knows what is in it."""
        self.in_way = 1 if self._is_blocked[jam.GATE_FEED] else 0
        self.leaving = 0
        self._watch.forget()

    def begin(self, gates):
        """At boot: what the gates see, bits as in gates()."""
        for gate in range(3):
            self._is_blocked[gate] = gates >> gate & 1 == 1
        self.in_way = gates & 1

    # -- inputs ----------------------------------------------------------------------------

    def gate_edge(self, gate, level, now_ms):
        """A light gate changed; level 0: a card."""
        is_card = level == 0
        if is_card == self._is_blocked[gate]:
            return
        self._is_blocked[gate] = is_card
        watch = self._watch
        travel = watch.travel_to(self._hands.count())
        watch.met(gate, level)
        if gate == jam.GATE_CAROUSEL:
            self._carousel_edge(is_card, travel, now_ms)
        elif gate == jam.GATE_FEED:
            self._feed_edge(is_card)
        else:
            self._output_edge(is_card)

    def _feed_edge(self, is_card):
        if self.is_out:
            return
        if is_card:
            self.in_way += 1
            self._expect(jam.GATE_CAROUSEL, 0, FEED_TO_CAROUSEL_MM)
            self._expect(jam.GATE_FEED, 1, CARD_MM + 12)  # the pick roller has it at first
        elif self._is_pick_held:
            self._is_pick_held = False
            self._hands.pick(1 if self.is_feeding else 0)

    def _carousel_edge(self, is_card, travel, now_ms):
        if is_card:
            self._at_gate_ms = now_ms
            self._look_at_feed_gate()
            self._at_gate_travel = travel
            self._is_measuring = True
            self._was_held = self.state not in (t.ST_APPROACHING, t.ST_PUSHING)
            self._expect(jam.GATE_CAROUSEL, 1, CARD_MM)
            self._do(t.MEV_AT_GATE)
            return
        self.is_timed = not self._was_held and self._is_measuring
        if self.is_timed:
            self.pass_ms = max(now_ms - self._at_gate_ms, 1)
        self.length_mm = CARD_MM
        if self._is_measuring:
            self.length_mm = (travel - self._at_gate_travel) // ENCODER_PER_MM
        self._clear_travel = travel
        if self.is_out:
            self.leaving += 1
            self._expect(jam.GATE_OUTPUT, 0, GATE_CAROUSEL_MM - CARD_MM - GATE_OUTPUT_MM)
        self._do(t.MEV_GATE_CLEAR)

    def _look_at_feed_gate(self):
        """A card that the feed gate did not see: the gate is blind, or it is no card."""
        if self.is_feeding and not self.is_out:
            self._unseen = 0 if self.in_way else self._unseen + 1

    def is_feed_gate_blind(self):
        return self._unseen > 1

    def _output_edge(self, is_card):
        if is_card:
            self._expect(jam.GATE_OUTPUT, 1, CARD_MM)
            return
        self.leaving = max(self.leaving - 1, 0)
        if self.leaving == 0:
            self._do(t.MEV_WAY_CLEAR)

    def home_edge(self, level):
        """The home sensor changed; level 0: the flag is there."""
        count = self._hands.position()
        self._home_edges += 1
        if level == 0:
            self._home_low = count
        else:
            self._home_high = count
        if self.state in (t.ST_HOMING, t.ST_ALIGNING) or self.slot < 0:
            return
        off = (count - self._zero + TURN_STEPS // 2) % TURN_STEPS - TURN_STEPS // 2
        if abs(off) > _HOME_SLACK_STEPS + 24:
            self.slot = -1
            self._on_result(RES_DRUM_LOST)

    def placed(self):
        """The step generator is done."""
        if not self._is_turning or self._hands.position() != self._turn_end:
            return  # of a turn that was given up
        self._is_turning = False
        self._arrived()

    def _arrived(self):
        if self.state in (t.ST_FEED_TURNING, t.ST_RUN_TURNING, t.ST_HOLDING, t.ST_EJECT_TURNING):
            if self._crosses_home and self._home_edges < 2:
                self.slot = -1
                self._on_result(RES_DRUM_LOST)
                return
            self.slot = self._goal
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
        hands = self._hands
        if action == t.ACT_TURN_FIRST:
            duration_ms = self._turn(self._goal)
            if duration_ms == 0:
                self._arrived()
            else:
                hands.arm(max(duration_ms - _EARLY_MS, 1))
        elif action == t.ACT_TURN_HOLDING:
            if self._turn(self._goal) == 0:
                self._arrived()
        elif action == t.ACT_RUN_IN:
            self._run(_RUN_PERCENT)
            hands.arm(_NO_CARD_MS)
        elif action == t.ACT_BRAKE:
            self._brake()
        elif action == t.ACT_SEAT:
            hands.arm(max(_SEAT_UM * self.pass_ms // (CARD_MM * 1000) - _BRAKE_MS, 1))
        elif action == t.ACT_STOP_SEATED:
            self._brake()
            hands.arm(_STOP_MS)
        elif action == t.ACT_FED:
            self._fed()
        elif action == t.ACT_NO_CARD:
            self._brake()
            self._on_result(RES_NO_CARD)
        elif action == t.ACT_TURN_OUT:
            self._run(-_RUN_PERCENT)
            if self._turn(self._goal) == 0:
                self._arrived()
        elif action == t.ACT_PUSH:
            hands.eject(1)
            hands.arm(_PUSH_MS)
        elif action == t.ACT_RETRACT:
            hands.eject(0)
            hands.drop()
        elif action == t.ACT_EJECTED:
            self._on_result(RES_EJECTED)
        elif action == t.ACT_PULL_BACK:
            hands.eject(0)
            hands.arm(_RETRACT_MS)
        elif action == t.ACT_PUSH_FAILED:
            self._on_result(RES_PUSH_FAILED)
        else:
            self._act_more(action)

    def _act_more(self, action):
        hands = self._hands
        if action == t.ACT_RUN_OUT:
            self._run(-_RUN_PERCENT)
            hands.arm(_DRAIN_MS)
        elif action == t.ACT_SETTLE_OUT:
            hands.arm(_SETTLE_OUT_MS)
        elif action == t.ACT_DRAINED:
            self._brake()
            hands.drop()
            self._on_result(RES_DRAINED)
        elif action == t.ACT_BACK:
            self._run(_BACK_PERCENT if self.is_out else -_BACK_PERCENT)
            hands.arm(_BACK_MS)
        elif action == t.ACT_BACKED:
            self._brake()
            self._on_result(RES_BACKED)
        elif action == t.ACT_STAGE:
            self._run(_RUN_PERCENT)
            hands.arm(_NO_CARD_MS)
        elif action == t.ACT_STAGED:
            self._brake()
            hands.drop()
            self._on_result(RES_STAGED)
        elif action == t.ACT_HOME:
            self.slot = -1
            self._home_edges = 0
            self._start_turn(TURN_STEPS + 4 * SLOT_STEPS, _HOMING_STEPS_S)
        elif action == t.ACT_ALIGN:
            self._align()
        elif action == t.ACT_HOMED:
            self._zero = self._hands.position()
            self.slot = 0
            self._on_result(RES_HOMED)
        elif action == t.ACT_TIME:
            self._on_result(RES_TIME)
        elif action == t.ACT_OFF:
            self._off()

    def _fed(self):
        """Only a card whose end is behind the entrance is in: before that nothing may turn."""
        moved = self._watch.travel_to(self._hands.count()) - self._clear_travel
        if moved < (ENTRANCE_MM - GATE_CAROUSEL_MM) * ENCODER_PER_MM:
            self._watch.stood(moved // ENCODER_PER_MM)
            self._on_result(RES_NOT_SEATED)
            return
        self.in_way = max(self.in_way - 1, 0)
        self._on_result(RES_FED)

    # -- parts -----------------------------------------------------------------------------

    def _run(self, percent):
        is_out = percent < 0
        if is_out != self.is_out:
            self._watch.forget()  # what comes next, and from where, is another question now
            self.is_out = is_out
            self._is_measuring = False
            # a card that was backed covers the next one's edge: that one waits until it is clear
            self._is_pick_held = self._is_blocked[jam.GATE_FEED]
        self._watch.run(self._hands.count())
        self._expect_again()
        self._hands.pick(0 if is_out or self._is_pick_held or not self.is_feeding else 1)
        self._hands.run(percent)
        self._hands.look(True)

    def _brake(self):
        self._hands.run(0)
        self._hands.look(False)
        self._watch.rest()

    def _off(self):
        hands = self._hands
        self._brake()
        hands.drop()
        hands.eject(0)
        hands.pick(0)
        if self._is_turning:
            self._is_turning = False
            hands.release()
            self.slot = -1  # it goes on to somewhere; the next order homes first

    def _expect(self, gate, level, distance_mm):
        self._watch.expect(gate, level, distance_mm, self._hands.count())

    def _expect_again(self):
        """After a pause or a turn of direction: what is in the way must still come on."""
        blocked = self._is_blocked
        if blocked[jam.GATE_CAROUSEL]:
            self._expect(jam.GATE_CAROUSEL, 1, CARD_MM + 20)
        elif self.in_way and not self.is_out:
            self._expect(jam.GATE_CAROUSEL, 0, FEED_TO_CAROUSEL_MM)
        if blocked[jam.GATE_OUTPUT] and self.is_out:
            self._expect(jam.GATE_OUTPUT, 1, CARD_MM + 20)

    def _turn(self, slot):
        """Start turning to a compartment by the shorter way; gives the duration in ms."""
        steps = ((slot - self.slot + COMPARTMENTS // 2) % COMPARTMENTS - COMPARTMENTS // 2)
        if steps == 0:
            return 0
        before = (self.slot + COMPARTMENTS // 2) % COMPARTMENTS - COMPARTMENTS // 2
        after = before + steps
        self._crosses_home = before * after < 0
        self._home_edges = 0
        return self._start_turn(steps * SLOT_STEPS, TOP_STEPS_S)

    def _start_turn(self, steps, top):
        self._is_turning = True
        self._turn_end = self._hands.position() + steps
        self._hands.turn(steps, top, ACCELERATION_STEPS_S2)
        return turn_ms(abs(steps), top, ACCELERATION_STEPS_S2)

    def _align(self):
        """After a whole turn: the middle between the flag's two edges is compartment 0."""
        if self._home_edges < 2:
            self.state = t.ST_REST
            self._on_result(RES_HOME_FAILED)
            return
        low, high = self._home_low, self._home_high
        if high < low:
            high += TURN_STEPS
        middle = (low + high) // 2
        steps = (middle - self._hands.position()) % TURN_STEPS
        if steps > TURN_STEPS // 2:
            steps -= TURN_STEPS
        self._start_turn(steps or 1, _HOMING_STEPS_S)


def turn_ms(steps, top, acceleration):
    """How long a ramp of so many steps takes."""
    peak = min(top, sqrt(acceleration * steps))
    return int(1000 * (2 * peak / acceleration + (steps - peak * peak / acceleration) / peak)) + 1
