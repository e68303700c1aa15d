"""The shuffling device's mechanics behind the board's pins: roller, way, carousel, trays, lock.

Nothing is stepped: whenever a pin changes or a card's edge reaches a place, everything is brought
to that moment by formula and the next such moment goes into the queue.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from types import ModuleType

from firmware.cards import codes
from firmware.shuffler import geometry as g
from hw_sim import bus_ops as ops
from hw_sim.board import SimBoard
from hw_sim.kernel import Event, Kernel
from hw_sim.mechanics import card_path as way
from hw_sim.mechanics.card_path import CardPath, PathCard
from hw_sim.mechanics.drum import Drum
from hw_sim.mechanics.machine_cards import SimCard
from hw_sim.parts.dc_motor import DcMotor
from hw_sim.parts.gate import Gate
from hw_sim.parts.roller_encoder import RollerEncoder
from hw_sim.parts.stepper import PulseMachine, PulseTrain
from hw_sim.pins import Wiring

_PUSH_US = 18_000  # solenoid and stroke
_RETRACT_US = 9_000
_CARD_LOAD = 0.012  # each card in the rollers takes this part of the speed
_WALL_LOAD = 0.35

# reads a card that went by the camera; the optics replace it by real pictures
Seen = Callable[[PathCard, int], None]


class Machine:
    """What a test or a person may look into and break; the board sees only its pins."""

    def __init__(
        self,
        kernel: Kernel,
        board: SimBoard,
        pins: ModuleType,
        wiring: Wiring,
        gates: dict[str, Gate],
        by_hand: RollerEncoder,
    ) -> None:
        self.kernel = kernel
        self.board = board
        self.pins = pins
        self.wiring = wiring
        self.gates = gates
        self._by_hand = by_hand
        self.motor = DcMotor()
        self.path = CardPath(self._passed)
        self.drum = Drum(kernel, self._home)
        self.drum.on_stopped = self._drum_stopped
        self.output: list[SimCard] = []
        self.taken: list[SimCard] = []
        self.is_unlocked = False
        self.is_ejector_dead = False
        self.is_home_stuck: bool | None = None
        self.is_step_done_lost = False
        self.is_blind = False
        self.is_encoder_dead = False
        self.encoder_noise_mm = 0.0
        self._encoder_count = 0
        self.jam_us = -1  # when the last card stopped
        self.first_jam_us = -1
        self.readings: list[int] = []
        self.on_seen: Seen = self._read_by_identity
        self.on_entered: Callable[[PathCard, int], None] = lambda _card, _direction: None
        self.on_moved: Callable[[str], None] = lambda _way: None  # in, out, back: a card has moved
        self.damaged: list[SimCard] = []
        self.is_flap_open = False  # cards that come out go back to the feed tray
        self.is_pusher_out = False
        self._wake: Event | None = None
        self._push: Event | None = None
        self._travel = 0.0
        self._jam_way = 0
        self._rng = kernel.rng(board.name + "/machine")
        self._connect()

    # -- pins ------------------------------------------------------------------------------

    def _connect(self) -> None:
        board, pins, wiring = self.board, self.pins, self.wiring
        board.pin(pins.PIN_FEED_PWM).pwm_watchers.append(lambda _duty: self._drive())
        wiring["PIN_FEED_DIR"].watch(lambda _is_out: self._drive())
        wiring["PIN_EJECTOR"].watch(self._eject)
        wiring["PIN_GATE_LOCK"].watch(self._lock)
        wiring["PIN_RETURN_FLAP"].watch(self._flap)
        wiring["PIN_PICK_CLUTCH"].watch(self._pick)
        board.adc[pins.ADC_FEED_CURRENT] = self._current
        # one roller, motor or dealer
        board.encoder = lambda: self._by_hand.count() + self._encoder()
        board.card_seen = self._take_reading
        board.pio.programs["_pulse"] = PulseMachine(
            self.kernel, self._step, self.drum.stop, self._counted
        )
        wiring["PIN_STEPPER_ENABLE"].watch(self._let_go)
        board.reset_listeners.append(self._powered_down)
        self._home(self.drum.is_at_home(self.drum.angle))
        self._show_trays()

    def _powered_down(self) -> None:
        self.drum.stop()
        self.readings.clear()

    def _now_s(self) -> float:
        return self.kernel.now_us / 1e6

    def _drive(self) -> None:
        """PWM or direction changed."""
        pin = self.board.pin(self.pins.PIN_FEED_PWM)
        is_back = self.wiring["PIN_FEED_DIR"].is_active
        duty = pin.pwm_duty_u16 / 65_535 * (-1 if is_back else 1)
        if duty == self.motor.duty:
            return
        self._sync()
        self.motor.duty = duty
        if duty:
            self._wiggle(1 if duty > 0 else -1)
        if duty > 0:
            self.path.engage()
            self._show_trays()
        self._replan()

    def _pick(self, is_turning: bool) -> None:
        self._sync()
        self.path.is_picking = is_turning
        if self.motor.duty > 0:
            self.path.engage()
            self._show_trays()
        self._replan()

    def _flap(self, is_returning: bool) -> None:
        self.is_flap_open = is_returning

    def _lock(self, is_open: bool) -> None:
        self.is_unlocked = is_open

    def _current(self) -> int:
        ma = self.motor.current_ma(self._now_s())
        return min(ma * 65_535 // self.wiring["ADC_FEED_CURRENT"].row.full_scale, 65_535)

    def _encoder(self) -> int:
        if self.is_encoder_dead:
            return self._encoder_count
        mm = self.motor.travel_mm(self._now_s())
        if self.encoder_noise_mm:
            mm += self._rng.uniform(-1, 1) * self.encoder_noise_mm
        self._encoder_count = round(mm * g.ENCODER_PER_MM)
        return self._encoder_count

    def roller_at(self, time_us: int) -> int:
        """The encoder's tracks at a moment since the motor was last told something."""
        if self.is_encoder_dead:
            return self._by_hand.count_at(time_us) + self._encoder_count
        mm = self.motor.travel_mm(time_us / 1e6)
        return self._by_hand.count_at(time_us) + round(mm * g.ENCODER_PER_MM)

    def _step(self, train: PulseTrain) -> None:
        """The step generator starts; a card half in a compartment or the pusher holds the drum."""
        self._sync()
        spanning = [c for c in self.path.cards if c.x > g.ENTRANCE_MM > c.tail]
        self.drum.is_held = bool(spanning) or self.is_pusher_out
        for card in spanning:
            self._damage(card.card)
        is_back = self.wiring["PIN_STEPPER_DIR"].is_active
        if self.wiring["PIN_STEPPER_ENABLE"].is_active:
            self.drum.move(train, -1 if is_back else 1)

    def _counted(self, channel: int) -> None:
        """DMA has counted the last pulse of a move."""
        if not self.is_step_done_lost:
            self.board.raise_irq(ops.IRQ_DMA, channel)

    def _let_go(self, is_holding: bool) -> None:
        """Without current in its windings the motor follows no pulse."""
        if not is_holding:
            self.drum.stop()

    def _home(self, is_home: bool) -> None:
        stuck = self.is_home_stuck
        self.wiring["PIN_HOME"].show(is_home if stuck is None else stuck)

    def stick_home(self, is_home: bool | None) -> None:
        """A home sensor that always says the same."""
        self.is_home_stuck = is_home
        self._home(self.drum.is_at_home(self.drum.angle_now()))

    # -- ejector ---------------------------------------------------------------------------

    def _eject(self, is_pushing: bool) -> None:
        if self._push:
            self._push.cancel()
        if is_pushing:
            self.is_pusher_out = True
            self._push = self.kernel.after(_PUSH_US, self._pushed)
        else:
            self._push = self.kernel.after(_RETRACT_US, self._retracted)

    def _retracted(self) -> None:
        self.is_pusher_out = False

    def _pushed(self) -> None:
        slot = self.drum.slot()
        if self.is_ejector_dead or slot < 0:
            return
        self._sync()
        half_in = [c for c in self.path.cards if c.x > g.ENTRANCE_MM and c.tail > g.NIP_LAST_MM]
        if half_in:
            self.path.push_again(half_in[0])
        elif self.drum.compartments[slot]:
            self.path.push_out(self.drum.compartments[slot].pop(0))
        else:
            return
        self._show_gates()
        self._replan()

    # -- motion ----------------------------------------------------------------------------

    def _sync(self) -> None:
        """Bring roller and cards to the present moment."""
        now_s = self._now_s()
        travel = self.motor.travel_mm(now_s)
        self.motor.settle(now_s)
        moved, self._travel = travel - self._travel, travel
        self.path.advance(moved)

    def _replan(self) -> None:
        """Put the next moment at which something happens into the queue."""
        if self._wake:
            self._wake.cancel()
            self._wake = None
        self._load()
        now_s = self._now_s()
        direction = self.motor.direction(now_s)
        if direction == 0:
            return
        due_s = self.motor.time_of_turn()
        distance = self.path.next_mm(direction)
        if distance < math.inf:
            due_s = min(due_s, self.motor.time_of_travel(distance, now_s))
        if due_s < math.inf:
            self._wake = self.kernel.at(math.ceil(due_s * 1e6) + 2, self._moment)

    def _moment(self) -> None:
        self._sync()
        if self.motor.duty > 0:
            self.path.engage()
            self._show_trays()
        self._replan()

    def _load(self) -> None:
        """Cards in the rollers brake the motor a little, a card against the wall a lot."""
        load = 0.06 + _CARD_LOAD * len(self.path.cards)
        if any(c.is_at_wall or (c.is_stuck and not c.card.is_gripping) for c in self.path.cards):
            load += _WALL_LOAD
        is_blocked = any(c.is_stuck and c.card.is_gripping for c in self.path.cards)
        if load != self.motor.load or is_blocked != self.motor.is_blocked:
            self.motor.settle(self._now_s())
            self.motor.load = load
            if is_blocked and not self.motor.is_blocked:
                self.motor.stop_dead()
            self.motor.is_blocked = is_blocked

    def _wiggle(self, direction: int) -> None:
        """The other direction may set a stuck card free."""
        for card in self.path.cards:
            if card.is_at_wall and direction < 0:
                card.is_at_wall = False
            if card.is_stuck and direction != self._jam_way:
                self._jam_way = direction
                card.card.jam_wiggles -= 1
                if card.card.jam_wiggles <= 0:
                    card.is_stuck = False
                    card.card.jam_at_mm = None

    def motor_dies(self) -> None:
        """The feed motor's cable breaks."""
        self._sync()
        self.motor.is_dead = True
        self._replan()

    def _passed(self, card: PathCard, place: float, is_tail: bool, direction: int) -> None:
        if place == way.THROAT_MM[is_tail]:
            self._by_camera(card, is_tail, direction)
        elif place == g.JUNCTION_MM and is_tail:
            card.branch = way.BRANCH_MAIN if direction > 0 else way.BRANCH_OUT
        elif place == g.ENTRANCE_MM and direction > 0:
            self._at_entrance(card, is_tail)
        elif place == g.OUT_MM and direction < 0 and card.branch == way.BRANCH_OUT:
            self._fell_out(card)
        self._check_jam(card, direction)
        self._show_gates()

    def _stopped(self) -> None:
        """A card stands that should move: from here on the finding is awaited."""
        self.jam_us = self.kernel.now_us
        if self.first_jam_us < 0:
            self.first_jam_us = self.jam_us

    def _check_jam(self, card: PathCard, direction: int) -> None:
        stop = card.card.jam_at_mm
        if stop is not None and not card.is_stuck and abs(card.x - stop) < 1e-2:
            card.is_stuck = True
            self._jam_way = direction
            self._stopped()

    def _at_entrance(self, card: PathCard, is_tail: bool) -> None:
        slot = self.drum.slot()
        if not is_tail:
            is_full = slot >= 0 and len(self.drum.compartments[slot]) >= g.COMPARTMENT_CARDS
            if slot < 0 or is_full or card.card.is_folded:
                card.is_at_wall = True
                self._stopped()
        elif slot >= 0:
            self.path.remove(card)
            self.drum.compartments[slot].append(card.card)
            self.on_moved("in")

    def _drum_stopped(self) -> None:
        """A card before the wall goes on when a compartment stands there."""
        waiting = [c for c in self.path.cards if c.is_at_wall and not c.card.is_folded]
        if self.drum.slot() >= 0 and waiting:
            self._sync()
            for card in waiting:
                card.is_at_wall = False
            self._replan()

    def _fell_out(self, card: PathCard) -> None:
        self.path.remove(card)
        if self.is_flap_open:
            self.path.tray.append(card.card)
        else:
            self.output.append(card.card)
        self._show_trays()
        self.on_moved("back" if self.is_flap_open else "out")

    def _damage(self, card: SimCard) -> None:
        if not card.is_damaged:
            card.is_damaged = True
            self.damaged.append(card)

    # -- sensors ---------------------------------------------------------------------------

    def _show_gates(self) -> None:
        path = self.path
        main = (way.BRANCH_FEED, way.BRANCH_MAIN, way.BRANCH_OUT)
        inside = (way.BRANCH_FEED, way.BRANCH_MAIN)
        self.gates["feed"].set_blocked(path.covers(g.GATE_FEED_MM, inside))
        self.gates["carousel"].set_blocked(path.covers(g.GATE_CAROUSEL_MM, main))
        is_in_throat = any(path.covers(beam_mm, main) for beam_mm in way.THROAT_MM)
        self.gates["throat"].set_blocked(is_in_throat)
        self.gates["output"].set_blocked(path.covers(g.GATE_OUTPUT_MM, (way.BRANCH_OUT,)))

    def _show_trays(self) -> None:
        self.wiring["PIN_FEED_TRAY"].show(bool(self.path.tray))
        self.wiring["PIN_OUTPUT_TRAY"].show(bool(self.output))

    def _by_camera(self, card: PathCard, is_tail: bool, direction: int) -> None:
        """Whole card seen: its far edge, in its direction, has passed the farther beam."""
        is_entering = is_tail == (direction < 0)
        if is_entering:
            card.seen_from = direction
            self.on_entered(card, direction)
            return
        if card.seen_from != direction:
            return  # turned round inside the camera
        if any(c.rides_on is card for c in self.path.cards):
            return  # the one on top is still in the light
        if not self.is_blind:
            self.on_seen(card, direction)

    def _read_by_identity(self, card: PathCard, _direction: int) -> None:
        """Without optics: what a perfect reader would say."""
        self.readings.append(self.true_code(card) | card.card.back << 8)

    def true_code(self, card: PathCard) -> int:
        if card.rides_on is not None and card.card.stack_shift_mm > 1:
            return codes.TWO_CARDS
        if card.card.is_face_up:
            return codes.FACE_UP
        if card.card.is_folded:
            return codes.UNREADABLE
        if card.card.unreadable_passes:
            card.card.unreadable_passes -= 1
            return codes.UNREADABLE
        return card.card.code

    def _take_reading(self) -> int:
        return self.readings.pop(0) if self.readings else -1

    # -- people ----------------------------------------------------------------------------

    def load(self, cards: list[SimCard]) -> None:
        """Put a pack into the feed tray, on top of what lies there."""
        self.path.tray.extend(cards)
        self._show_trays()

    def take_output(self, most: int | None = None) -> list[SimCard]:
        """A dealer takes what lies behind the mouth; nothing while the gate is locked."""
        if not self.is_unlocked or not self.output:
            return []
        cards, self.output = self.output[:most], self.output[most:] if most else []
        self.taken.extend(cards)
        self.gates["mouth"].pass_card(150)
        self._show_trays()
        return cards

    def clear_way(self) -> list[SimCard]:
        """With the lid open: take every card out of the way (not out of the compartments)."""
        self._sync()
        cards = [c.card for c in self.path.cards]
        self.path.cards.clear()
        self._show_gates()
        self._replan()
        return cards

    def places(self) -> list[tuple[PathCard, float]]:
        """The cards on their way and where each is now; looking at them moves nothing."""
        moved = self.motor.travel_mm(self._now_s()) - self._travel
        direction = 1 if moved > 0 else -1
        ratio = self.path.ratio
        return [(card, card.x + ratio(card, direction) * moved) for card in self.path.cards]

    def every_card(self) -> list[SimCard]:
        """All cards of the table: nothing may ever be missing here."""
        inside = [card for stack in self.drum.compartments for card in stack]
        return [
            *self.path.tray,
            *(c.card for c in self.path.cards),
            *inside,
            *self.output,
            *self.taken,
        ]
