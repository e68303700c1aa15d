"""The shuffling device put together: sensors → shuffler → actuators; dealt cards → rounds."""

from firmware.shuffler import sources as src
from firmware.shuffler.actuators import Actuators
from firmware.shuffler.continuous import ContinuousPlan
from firmware.shuffler.cycle_store import CycleStore
from firmware.shuffler.health.closed_loop import ClosedLoop
from firmware.shuffler.health.step_deadlines import StepDeadlines
from firmware.shuffler.health.trends import Trends
from firmware.shuffler.mixing import Mixing
from firmware.shuffler.output_gate import OutputGate
from firmware.shuffler.plan import Plan
from firmware.shuffler.requests import PROOF_REQUESTS, REQUESTS
from firmware.shuffler.rows import EV_TREND_WARNING, FAULT_SERVICE_DUE
from firmware.shuffler.sensors import Sensors
from firmware.shuffler.shuffler import Shuffler
from firmware.shuffler.throat import Throat

_WARN_CARDS = 2_000  # a night's play: time to call somebody


class ShufflerRoom:
    """`reader` is of the cameras; `rounds` hears which cards were dealt."""

    def __init__(self, board, pins, reader, rounds):
        self.board = board
        self.may_deliver = rounds.may_deliver
        self._cameras = reader
        draw = board.generator.draw_below
        self._actuators = actuators = Actuators(board, pins, reader.count, reader.camera)
        self._sensors = Sensors(board, pins, reader.count)
        self._store = CycleStore(board)
        self._mixing = Mixing(board, rounds)
        self._deadlines = StepDeadlines()
        throat_reader = pins.card_reader(reader)
        self.shuffler = Shuffler(
            board,
            self._sensors,
            actuators,
            throat_reader,
            OutputGate(actuators.lock, board, board.record),
            self._store,
            self._mixing,
            Plan(draw),
            ContinuousPlan(draw),
            Trends(),
            ClosedLoop(),
        )
        self._throat = Throat(throat_reader, self.shuffler, board.hold_link)
        self.halt = self.shuffler.halt
        self.is_moving = self.shuffler.is_moving
        self.is_dealing = self.shuffler.is_dealing
        self.has_new_pack = self.shuffler.has_new_pack
        board.on(self, REQUESTS)
        board.on(self._mixing.book, PROOF_REQUESTS)

    def start(self):
        """Once the boot is recorded: where cards were when the power went."""
        self.shuffler.mover.way.begin(self._sensors.gates())
        self._store.restore(self.shuffler)

    def edge(self, source, level, time_ms):
        """One of the device's inputs."""
        shuffler = self.shuffler
        self._actuators.at_moment(self.board.ring.count)
        shuffler.note_time(time_ms)
        if source <= src.SRC_OUTPUT:
            shuffler.mover.gate_edge(source - src.SRC_FEED, level, time_ms)
        elif source == src.SRC_PLACED:
            if self._actuators.has_turned(time_ms):
                shuffler.mover.placed()
        elif source == src.SRC_DUE:
            if self._actuators.is_due(time_ms):
                shuffler.mover.due()
        elif source == src.SRC_LOOK:
            self._look(time_ms)
        elif source == src.SRC_THROAT:
            self._throat.edge(level, self._actuators.count(), time_ms)
        elif source == src.SRC_OUTPUT_TRAY and not self._sensors.has_output_at(level):
            shuffler.output_emptied(time_ms)

    def card_pulled(self):
        """A card passed the mouth while the device is dealing."""
        self._mixing.card_pulled(self.shuffler)

    def tick(self, now_ms):
        """Once a heartbeat: a step that takes too long, a trend that needs a person."""
        shuffler, trends = self.shuffler, self.shuffler.trends
        deadlines = self._deadlines
        if deadlines.look(shuffler.cycle.state, shuffler.cycle_number, shuffler.expected, now_ms):
            shuffler.overdue(deadlines.elapsed_ms, now_ms)
        if shuffler.is_moving():
            return  # a warning's 80 ms of memory traffic would hide a card's edges
        if not shuffler.is_dealing(now_ms):
            self._cameras.look_at_mouth()  # the next card, if any, is drawn by hand
        trend = trends.warning(_WARN_CARDS)
        if trend:
            self.board.record(EV_TREND_WARNING, trend, trends.value(trend), trends.forecast_cards())
            self.board.raise_fault(FAULT_SERVICE_DUE, trend)

    def _look(self, time_ms):
        """Not past an edge that waits in the ring: a card would be missed that is there."""
        ring = self.board.ring
        if ring.is_empty():
            self._throat.look(self._cameras.count())
        if ring.is_empty():
            self.shuffler.look(time_ms)
        self._actuators.looked()
