"""Wiring of the shuffling device: inputs → shuffler → hands, store, link."""

from time import sleep_ms, ticks_diff, ticks_ms

from firmware.board import board_state as bs
from firmware.board.guard import SRC_FIRST
from firmware.core.rows import FAULT_ILLEGAL_TRANSITION
from firmware.drivers.camera_ways import WAY_IN, WAY_OUT
from firmware.drivers.deadline import Deadline
from firmware.drivers.edge_input import EdgeInput
from firmware.drivers.feed_roller import FeedRoller
from firmware.drivers.output_pin import OutputPin
from firmware.shuffler import jam_watch
from firmware.shuffler.continuous import ContinuousPlan
from firmware.shuffler.cycle import ST_EMPTY, ST_READY
from firmware.shuffler.cycle_store import CycleStore
from firmware.shuffler.health.closed_loop import ClosedLoop
from firmware.shuffler.health.step_deadlines import StepDeadlines
from firmware.shuffler.health.trends import Trends
from firmware.shuffler.mixing import Mixing
from firmware.shuffler.modes import NO_BACK
from firmware.shuffler.output_gate import OutputGate
from firmware.shuffler.plan import Plan
from firmware.shuffler.requests import REQUESTS
from firmware.shuffler.rows import EV_TREND_WARNING, FAULT_PACK_REFUSED, FAULT_SERVICE_DUE
from firmware.shuffler.shuffler import Shuffler
from firmware.shuffler.throat_pass import ThroatPass

SRC_SHUFFLER = SRC_FIRST + 10  # this wiring's inputs, from here on
_SRC_FEED = SRC_SHUFFLER
_SRC_CAROUSEL = SRC_SHUFFLER + 1
_SRC_OUTPUT = SRC_SHUFFLER + 2
_SRC_HOME = SRC_SHUFFLER + 3
_SRC_PLACED = SRC_SHUFFLER + 4
_SRC_DUE = SRC_SHUFFLER + 5
_SRC_LOOK = SRC_SHUFFLER + 6
_SRC_THROAT = SRC_SHUFFLER + 7
_SRC_OUTPUT_TRAY = SRC_SHUFFLER + 8
_SRC_FEED_TRAY = SRC_SHUFFLER + 9
_RETRACT_MS = 10  # spring and plunger
_HAND_MS = 2_000
_WARN_CARDS = 2_000  # a night's play: time to call somebody


class Hands:
    """Everything the mover and the steps may touch."""

    def __init__(self, pins, base, count, camera):
        ring, wake = base.ring, base.wake.set
        self._camera = camera
        self._roller = FeedRoller(pins.PIN_FEED_PWM, pins.PIN_FEED_DIR, pins.ADC_FEED_CURRENT)
        self.current_ma = self._roller.current_ma
        self._count = 0
        self._steps = pins.step_generator(_Put(_SRC_PLACED, ring, wake, count).put)
        self.position = self._steps.count
        self.release = self._steps.release
        self.idle = base.idle
        self._ejector = OutputPin(pins.PIN_EJECTOR)
        self._ejected_ms = 0
        self.flap = OutputPin(pins.PIN_RETURN_FLAP).set
        self.pick = OutputPin(pins.PIN_PICK_CLUTCH).set
        self.lock = OutputPin(pins.PIN_GATE_LOCK).set
        self._due = Deadline(_SRC_DUE, ring, wake, count)
        self.arm = self._due.arm
        self.drop = self._due.drop
        self._look = Deadline(_SRC_LOOK, ring, wake, count)
        self._is_looking = False
        self._cards = pins.ACTIVE_TRAYS
        self._feed_tray = EdgeInput(pins.PIN_FEED_TRAY, _SRC_FEED_TRAY, ring, wake, count=count)
        self._output_tray = EdgeInput(
            pins.PIN_OUTPUT_TRAY, _SRC_OUTPUT_TRAY, ring, wake, count=count
        )

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

    def turn(self, steps, top, acceleration):
        """Turn the carousel; never before the pusher is out of its way."""
        wait_ms = _RETRACT_MS - ticks_diff(ticks_ms(), self._ejected_ms)
        if wait_ms > 0:
            sleep_ms(wait_ms)
        self._steps.move(steps, top, acceleration)

    def look(self, is_on):
        """The jam watch is asked as long as the roller runs."""
        if is_on != self._is_looking:
            self._is_looking = is_on
            if is_on:
                self._look.arm(jam_watch.LOOK_MS)
            else:
                self._look.drop()

    def looked(self):
        if self._is_looking:
            self._look.arm(jam_watch.LOOK_MS)

    def has_feed(self):
        return self._feed_tray.level() == self._cards

    def has_output(self):
        return self._output_tray.level() == self._cards

    def has_output_at(self, level):
        """What an edge of the output tray's sensor says."""
        return level == self._cards


class _Put:
    """An interrupt that only says that something is done."""

    def __init__(self, source, ring, wake, count):
        self._source = source
        self._ring = ring
        self._wake = wake
        self._count = count

    def put(self):
        self._ring.put(self._source, 1, 0, self._count())
        self._wake()


class Tell:
    """Findings and events, to the journal."""

    def __init__(self, base, heard):
        self._base = base
        self._heard = heard

    def record(self, event, *fields):
        number = self._base.record(event, *fields)
        self._heard(event, *fields)
        return number

    def fault(self, code, detail):
        self._base.raise_fault(code, detail)

    def illegal(self, state, event):
        self._base.raise_fault(FAULT_ILLEGAL_TRANSITION, 0x1000 | state << 8 | event)

    def refused(self, shuffler):
        found = shuffler.pack.verdict
        self._base.raise_fault(FAULT_PACK_REFUSED, found.missing + found.extra + found.strange)


class Facts:
    """What the gate must know about the board."""

    def __init__(self, base):
        self._base = base

    def is_stopped(self):
        return self._base.state.state in (bs.ST_STOPPED, bs.ST_LOCKED, bs.ST_SELF_TEST)

    def is_lid_open(self):
        return self._base.is_lid_open()


class ShufflerApp:
    """Fed its sources by the shoe's wiring."""

    def __init__(self, pins, base, reader):
        ring, wake = base.ring, base.wake.set
        self.board = self.base = base
        self._cameras = reader
        self.hands = Hands(pins, base, reader.count, reader.camera)
        inputs = (
            (pins.PIN_GATE_FEED, _SRC_FEED, reader.count),
            (pins.PIN_GATE_CAROUSEL, _SRC_CAROUSEL, reader.count),
            (pins.PIN_GATE_OUTPUT, _SRC_OUTPUT, reader.count),
            (pins.PIN_HOME, _SRC_HOME, self.hands.position),
            (pins.PIN_GATE_THROAT, _SRC_THROAT, reader.count),
        )
        # no pull-up: a gate whose wire is off must read "card" (WIRING.md)
        self._inputs = [EdgeInput(p, src, ring, wake, False, count) for p, src, count in inputs]
        self._count = reader.count
        self._reader = pins.card_reader(reader)
        self._throat = ThroatPass()
        self._keep = CycleStore(base)
        self._deadlines = StepDeadlines()
        self.mixing = Mixing(base)
        tell = Tell(base, self.mixing.heard)
        gate = OutputGate(self.hands.lock, Facts(base), base.record)
        self.shuffler = Shuffler(
            self.hands,
            Plan(base.generator.draw_below),
            ContinuousPlan(base.generator.draw_below),
            tell,
            gate,
            self._keep,
            Trends(),
            ClosedLoop(),
            self.mixing,
        )
        self.shuffler.eyes = self._reader
        self.mixing.shuffler = self.shuffler
        base.on(self, REQUESTS)

    def watch(self, source, level, time_ms):
        """One of this wiring's inputs."""
        shuffler = self.shuffler
        if source == _SRC_HOME:
            shuffler.mover.home_edge(level, self.base.ring.count)
            return
        self.hands.at_moment(self.base.ring.count)
        if source <= _SRC_OUTPUT:
            shuffler.now_ms = time_ms
            shuffler.mover.gate_edge(source - _SRC_FEED, level, time_ms)
        elif source == _SRC_PLACED:
            shuffler.now_ms = ticks_ms()
            shuffler.mover.placed()
        elif source == _SRC_DUE:
            shuffler.now_ms = time_ms
            shuffler.mover.due()
        elif source == _SRC_LOOK:
            # the sensor shows what lies there now, however late this look comes
            if self.base.ring.is_empty() and self._throat.is_over_back(self._count()):
                self._reader.sense()
            # A look that comes late reads the encoder of now: an edge that came meanwhile waits
            # behind it in the ring, and a card would be missed that is there.
            if self.base.ring.is_empty():
                shuffler.look(time_ms)
            self.hands.looked()
        elif source == _SRC_THROAT:
            self._throat_edge(level, time_ms)
        elif source == _SRC_OUTPUT_TRAY and not self.hands.has_output_at(level):
            shuffler.output_emptied(time_ms)

    def _throat_edge(self, level, time_ms):
        """A card came to the cameras, or has left them: then it is read if it went by whole."""
        throat = self._throat
        is_whole = throat.edge(level, self.hands.count())
        if level == 0:
            return
        is_waiting = is_whole and self.shuffler.card_passed()
        reading = self._reader.read_pass(throat.length_mm * 1000)
        if is_waiting and reading < 0:
            self.shuffler.card_unseen()
        elif is_whole and reading >= 0:
            # 0: nobody looked at its back in time, which says nothing about the pack
            self.shuffler.card_read(reading & 0xFF, reading >> 8 or NO_BACK, time_ms)

    def start(self):
        """Once the boot is recorded: where cards were when the power went."""
        gates = 0
        for gate in range(3):
            if self._inputs[gate].level() == 0:
                gates |= 1 << gate
        self.shuffler.mover.way.begin(gates)
        self._keep.restore(self.shuffler)

    def is_dealing(self, now_ms):
        """Cards at the mouth come from the carousel; the last packet's hand may still be there."""
        s = self.shuffler
        return s.cycle.state != ST_EMPTY or ticks_diff(now_ms, s.taken_ms) < _HAND_MS

    def has_new_pack(self):
        """A shuffled pack waits inside and nothing of it was dealt."""
        s = self.shuffler
        return s.cycle.state == ST_READY and s.position == 0 and s.is_dealable()

    def tick(self, now_ms):
        """Once a heartbeat: a step that takes too long, a trend that needs a person."""
        s = self.shuffler
        if self._deadlines.look(s.cycle.state, s.cycle_number, s.expected, now_ms):
            s.overdue(self._deadlines.elapsed_ms, now_ms)
        if s.is_moving():
            return  # a warning's 80 ms of memory traffic would hide a card's edges
        if not self.is_dealing(now_ms):
            self._cameras.look_at_mouth()  # the next card, if any, is drawn by hand
        trend = s.trends.finding(_WARN_CARDS)
        if trend:
            self.base.record(
                EV_TREND_WARNING, trend, s.trends.value(trend), s.trends.forecast_cards()
            )
            self.base.raise_fault(FAULT_SERVICE_DUE, trend)
