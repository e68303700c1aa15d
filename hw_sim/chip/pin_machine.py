"""The shuffling machine at real pins: its drum follows pulses, its roller makes encoder edges."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from firmware.shuffler import geometry as g
from hw_sim.chip.rp2350_chip import CYCLES_PER_US, Rp2350
from hw_sim.chip.shoe_board import ShoeChip
from hw_sim.kernel import Kernel
from hw_sim.mechanics.drum import ALIGN_STEPS, Drum
from hw_sim.mechanics.machine import Machine
from hw_sim.parts.dc_motor import DcMotor
from hw_sim.parts.roller_encoder import STEP_UM, RollerEncoder

_AHEAD_US = 8_000  # so far the encoder's edges are worked out
_GRID_US = 20
_STANDS_US = 3_000  # without a pulse for so long, the drum stands
_TURNS_US = 1_500


class PinEncoder(RollerEncoder):
    """The roller by hand; whoever makes the edges hears of each move."""

    def __init__(self, kernel: Kernel) -> None:
        super().__init__(kernel)
        self.on_changed: Callable[[], None] = lambda: None

    def move(self, distance_um: int, duration_us: int) -> None:
        super().move(distance_um, duration_us)
        self.on_changed()

    def set_dead(self, is_dead: bool) -> None:
        super().set_dead(is_dead)
        self.on_changed()

    def moves_until_us(self) -> int:
        return self._end_us

    def goal_um(self) -> int:
        """Where the present move, or the last one, ends."""
        return self._to_um

    def um_at(self, us: np.ndarray) -> np.ndarray:
        if self.is_dead:
            return np.full(us.shape, float(self._frozen * STEP_UM))
        if self._end_us <= self._start_us:
            return np.full(us.shape, float(self._to_um))
        share = np.clip((us - self._start_us) / (self._end_us - self._start_us), 0, 1)
        return self._from_um + (self._to_um - self._from_um) * share


class PinDrum(Drum):
    """The drum at the emulated motor: where it is follows from the pulses that really came."""

    def __init__(self, kernel: Kernel, on_home: Callable[[bool], None], chip: Rp2350) -> None:
        super().__init__(kernel, on_home)
        self.angle: float = self.angle
        self._chip = chip
        self._from_place = 0
        self._is_moving = False
        self.on_begins: Callable[[], None] = lambda: None
        self._rest()

    @property
    def is_turning(self) -> bool:
        return self._is_moving and self._since_pulse_us() < _TURNS_US

    def angle_now(self) -> float:
        if not self._is_moving:
            return self.angle
        return self.angle + (self._place() - self._from_place) * self._scale

    def slot(self) -> int:
        now = self.angle_now()
        nearest = round(now / g.COMPARTMENT_STEPS)
        if self.is_turning or abs(now - nearest * g.COMPARTMENT_STEPS) > ALIGN_STEPS:
            return -1
        return nearest % g.COMPARTMENTS

    def placed(self) -> None:
        """The motor left the places that it was watched between."""
        if not self._is_moving:
            self._is_moving = True
            self.moves += 1
            self.on_begins()
            self._scale = 0.0 if self.is_dead or self.is_held else 1.0
            self._kernel.after(_STANDS_US, self._look)
        self._on_home(self.is_at_home(self.angle_now()))
        self._watch_home()

    def stop(self) -> None:
        """The windings have no current: it stands at once."""
        if getattr(self, "_is_moving", False):
            self._stand()

    def _look(self) -> None:
        if not self._is_moving:
            return
        quiet_us = self._since_pulse_us()
        if quiet_us < _STANDS_US:
            self._kernel.after(_STANDS_US - quiet_us, self._look)
        else:
            self._stand()

    def _stand(self) -> None:
        moved = (self._place() - self._from_place) * self._scale
        if abs(moved) > g.COMPARTMENT_STEPS * 2:
            moved -= self.lost_per_move if moved > 0 else -self.lost_per_move
        if moved:
            moved += self.overshoot if moved > 0 else -self.overshoot
        self.angle += moved
        self._is_moving = False
        self._rest()
        self._on_home(self.is_at_home(self.angle))
        self.on_stopped()

    def _rest(self) -> None:
        """From here the first pulse is heard."""
        self._from_place = place = self._place()
        self._chip.places(place, place)

    def _watch_home(self) -> None:
        """Up to the next edge of the flag either way; a drum that is held passes none."""
        place = self._place()
        if not self._scale:
            self._chip.places(-(1 << 62), 1 << 62)
            return
        angle = self.angle_now()
        half = g.HOME_HALF_STEPS
        turn = round(angle / g.TURN_STEPS) * g.TURN_STEPS
        if self.is_at_home(angle):
            low = place - math.floor(angle - (turn - half))
            high = place + math.floor(turn + half - angle) + 1
        else:
            before = turn if angle > turn else turn - g.TURN_STEPS
            low = place - math.ceil(angle - (before + half)) + 1
            high = place + math.ceil(before + g.TURN_STEPS - half - angle)
        self._chip.places(low, high)

    def _place(self) -> int:
        place = self._chip.count("position")
        return place - (1 << 64) if place >> 63 else place

    def _since_pulse_us(self) -> int:
        return (self._chip.now - self._chip.count("step_at")) // CYCLES_PER_US


class PinMachine(Machine):
    """The machine whose motor, roller and drum are at the chip's pins."""

    board: ShoeChip

    def __init__(self, *parts: object) -> None:
        super().__init__(*parts)  # pyright: ignore[reportArgumentType]
        chip = self.board.chip
        self.drum: PinDrum = PinDrum(self.kernel, self._home, chip)
        self.drum.on_stopped = self._drum_stopped
        self.drum.on_begins = self._begins
        self._home(self.drum.is_at_home(self.drum.angle))
        self.board.placed = self.drum.placed
        self.board.turn = self._feed_edges
        hand = self._by_hand
        assert isinstance(hand, PinEncoder)
        self._hand = hand
        hand.on_changed = self._feed_edges
        pins = self.pins
        self._shown = self.roller_at(self.kernel.now_us)
        chip.encoder(pins.PIN_ENCODER_A, pins.PIN_ENCODER_B, self._shown)

    def _begins(self) -> None:
        """The first pulse: a card half in a compartment or the pusher holds the drum."""
        self._sync()
        spanning = [c for c in self.path.cards if c.x > g.ENTRANCE_MM > c.tail]
        self.drum.is_held = bool(spanning) or self.is_pusher_out
        for card in spanning:
            self._damage(card.card)

    def _replan(self) -> None:
        super()._replan()
        self._feed_edges()

    def _feed_edges(self) -> None:
        """The next encoder counts, as motor and hand turn the roller."""
        if not hasattr(self, "_hand"):
            return
        chip = self.board.chip
        now_us = self.kernel.now_us
        if self.board.vm.is_running:
            now_us = max(now_us, chip.now // CYCLES_PER_US)
        is_turning = self.motor.direction(now_us / 1e6) or self._hand.moves_until_us() >= now_us
        if not is_turning:
            chip.turn([], [])
            return
        # from the next µs on: the edge that has just been made is behind it
        us = now_us + 1 + np.arange(0, _AHEAD_US + _GRID_US, _GRID_US, dtype=float)
        at = self._counts(us)
        times: list[int] = []
        ways: list[int] = []
        shown = chip.count("encoder_count")
        shown -= 1 << 64 if shown >> 63 else 0
        whole = np.floor(at).astype(int)
        if whole[0] != shown:  # what the last look ahead had rounded
            step = 1 if whole[0] > shown else -1
            times += [int(us[0]) * CYCLES_PER_US] * abs(int(whole[0]) - shown)
            ways += [step] * abs(int(whole[0]) - shown)
        for i in np.nonzero(np.diff(whole))[0]:
            way = 1 if whole[i + 1] > whole[i] else -1
            low, high = sorted((int(whole[i]), int(whole[i + 1])))
            edges = range(low + 1, high + 1)[::way]
            for edge in edges:
                share = (edge - at[i]) / (at[i + 1] - at[i])
                times.append(int((us[i] + share * _GRID_US) * CYCLES_PER_US))
                ways.append(way)
        chip.turn(times, ways, 0 if times else int(us[-1]) * CYCLES_PER_US)

    def _counts(self, us: np.ndarray) -> np.ndarray:
        """The count as a real number; its floor is what the tracks show."""
        by_hand = _whole_if_still(self._hand.um_at(us) / STEP_UM)
        if self.is_encoder_dead:
            return by_hand + self._encoder_count
        travel = _travel_mm(self.motor, us / 1e6) * g.ENCODER_PER_MM + 0.5
        return by_hand + _whole_if_still(travel)


def _whole_if_still(counts: np.ndarray) -> np.ndarray:
    """Each of the two that turn the roller is counted by itself, as the simulator does."""
    return np.floor(counts) if counts[0] == counts[-1] else counts


def _travel_mm(motor: DcMotor, s: np.ndarray) -> np.ndarray:
    """`motor.travel_mm` at many moments."""
    target, tau = motor._target()  # pyright: ignore[reportPrivateUsage]
    v0 = motor._v0  # pyright: ignore[reportPrivateUsage]
    t = s - motor._t0  # pyright: ignore[reportPrivateUsage]
    if target == 0:
        stands = tau * np.log(max(abs(v0) / 2.0, 1.0))
        t = np.minimum(t, stands)
    return motor._s0 + target * t + (v0 - target) * tau * (1 - np.exp(-t / tau))  # pyright: ignore[reportPrivateUsage]
