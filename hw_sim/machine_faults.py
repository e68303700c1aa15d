"""What can break in the shuffling machine: the catalogue that matrix, bench page and docs list.

`finding` is the fault that the firmware must raise when its own remedies do not help; None: it
must get over it by itself.  `steps` says where the thing can show at all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from firmware.cards.codes import FOREIGN
from hw_sim.mechanics.machine import Machine
from hw_sim.mechanics.machine_cards import SimCard

FEED = "feed"
DELIVER = "deliver"
COUNT = "count"
UNLOAD = "unload"
STEPS = (FEED, DELIVER, COUNT, UNLOAD)
_ALL = STEPS
_OUT = (DELIVER, COUNT, UNLOAD)
_STUCK = 99  # wiggles: only a person gets it out


@dataclass(frozen=True)
class MachineFault:
    """One way to break the machine in the middle of a step."""

    id: str
    part: str
    effect: str
    finding: str | None
    steps: tuple[str, ...]
    start: Callable[[Machine], None]
    is_jam: bool = False  # the jam finding must come within 250 ms after the card stops
    within_ms: int = 12_000
    also: tuple[str, ...] = ()  # other findings that are as right, seen from inside


def _next_card(machine: Machine) -> SimCard:
    """The card that the step moves next: in the tray, or in the carousel."""
    if machine.path.tray:
        return machine.path.tray[min(1, len(machine.path.tray) - 1)]
    slots = machine.drum.compartments
    now = round(machine.drum.angle_now() / 80)
    for ahead in range(2, len(slots)):
        stack = slots[(now + ahead) % len(slots)]
        if stack:
            return stack[0]
    raise ValueError("no card left to break")


def _jam(at_mm: float, is_gripping: bool, wiggles: int) -> Callable[[Machine], None]:
    def start(machine: Machine) -> None:
        card = _next_card(machine)
        card.jam_at_mm = at_mm
        card.is_gripping = is_gripping
        card.jam_wiggles = wiggles

    return start


def _double(shift_mm: float, times: int) -> Callable[[Machine], None]:
    def start(machine: Machine) -> None:
        tray = machine.path.tray
        if len(tray) < 3:
            raise ValueError("needs three cards in the feed tray")
        tray[1].stickiness = times
        tray[2].stack_shift_mm = shift_mm

    return start


def _fold(machine: Machine) -> None:
    _next_card(machine).is_folded = True


def _thing(machine: Machine) -> None:
    """A chip between the cards: short, thick, stays in the throat."""
    chip = SimCard(FOREIGN, 0, number=900, length_mm=39.0, jam_at_mm=70.0, jam_wiggles=_STUCK)
    machine.path.tray.insert(1, chip)


def _unread(passes: int) -> Callable[[Machine], None]:
    def start(machine: Machine) -> None:
        _next_card(machine).unreadable_passes = passes

    return start


def _gate(name: str, is_card: bool) -> Callable[[Machine], None]:
    return lambda machine: machine.gates[name].set_stuck(is_card)


def _set(name: str, value: object) -> Callable[[Machine], None]:
    return lambda machine: setattr(machine, name, value)


def _path(name: str, value: float) -> Callable[[Machine], None]:
    return lambda machine: setattr(machine.path, name, value)


def _drum(name: str, value: object) -> Callable[[Machine], None]:
    return lambda machine: setattr(machine.drum, name, value)


def _dead_motor(machine: Machine) -> None:
    machine.motor_dies()


def mend(machine: Machine) -> None:
    """What a technician puts right; cards caught in the way go back on top of the feed tray."""
    machine.motor.is_dead = machine.drum.is_dead = False
    machine.is_ejector_dead = machine.is_step_done_lost = machine.is_blind = False
    machine.is_encoder_dead = False
    machine.encoder_noise_mm = 0.0
    machine.path.transport_slip = machine.path.pick_slip = 0.0
    machine.drum.lost_per_move = machine.drum.overshoot = 0.0
    machine.stick_home(None)
    for gate in machine.gates.values():
        gate.set_stuck(None)
    for card in machine.every_card():
        card.jam_at_mm = None
        card.stickiness = 0
        card.is_folded = False
        card.unreadable_passes = 0
    machine.load(machine.clear_way())


CATALOGUE: tuple[MachineFault, ...] = (
    MachineFault("jam-throat", "card", "stuck in the camera throat, holds the roller", "JAM",
                 (FEED,), _jam(60, True, _STUCK), is_jam=True),
    MachineFault("jam-entrance", "card", "stuck half way into the compartment", "JAM",
                 (FEED,), _jam(140, True, _STUCK), is_jam=True),
    MachineFault("jam-slipping", "card", "stuck in the throat, the roller slips over it", "JAM",
                 (FEED,), _jam(80, False, _STUCK), is_jam=True),
    MachineFault("jam-frees", "card", "stuck once, the other way frees it", None,
                 (FEED,), _jam(70, True, 1), is_jam=True),
    MachineFault("jam-out", "card", "stuck half way out, holds the roller", "JAM",
                 _OUT, _jam(120, True, _STUCK), is_jam=True),
    MachineFault("jam-branch", "card", "stuck in the output branch, the roller slips", "JAM",
                 (DELIVER, UNLOAD), _jam(40, False, _STUCK), is_jam=True),
    MachineFault("jam-out-frees", "card", "stuck on its way out, the other way frees it", None,
                 (DELIVER, UNLOAD), _jam(110, True, 1), is_jam=True),
    MachineFault("double-feed", "cards", "two cards stick together once", None,
                 (FEED,), _double(14, 1)),
    MachineFault("double-always", "cards", "two cards stick together again and again",
                 "DOUBLE_FEED", (FEED,), _double(14, _STUCK)),
    MachineFault("folded-card", "card", "folded, does not go into the compartment", "JAM",
                 (FEED,), _fold, also=("UNREAD",)),
    MachineFault("foreign-object", "feed tray", "a chip between the cards", "JAM",
                 (FEED,), _thing, is_jam=True),
    MachineFault("unread-once", "card", "not read at the first pass", None, _ALL, _unread(1)),
    MachineFault("camera-blind", "camera", "sees nothing any more", "UNREAD",
                 (FEED, COUNT), _set("is_blind", True)),
    MachineFault("slip", "transport", "a sixth of the travel is lost", None,
                 _ALL, _path("transport_slip", 0.16)),
    MachineFault("roller-aged", "pick roller", "half of its grip is gone", None,
                 (FEED,), _path("pick_slip", 0.5)),
    MachineFault("roller-dead", "pick roller", "no grip at all", "FEED_FAILED",
                 (FEED,), _path("pick_slip", 1.0)),
    MachineFault("motor-dead", "feed motor", "does not turn, takes no current", "FEED_MOTOR",
                 _ALL, _dead_motor),
    MachineFault("encoder-dead", "encoder", "stands while cards move", "ENCODER",
                 _ALL, _set("is_encoder_dead", True)),
    MachineFault("encoder-noisy", "encoder", "errs by up to 12 mm", "ENCODER",
                 (FEED,), _set("encoder_noise_mm", 12.0), also=("JAM", "DOUBLE_FEED")),
    MachineFault("gate-feed-dark", "feed gate", "always sees a card", "JAM",
                 (FEED,), _gate("feed", True), also=("GATE_DOUBT",)),
    MachineFault("gate-feed-blind", "feed gate", "sees no card any more", "GATE_DOUBT",
                 (FEED,), _gate("feed", False)),
    MachineFault("gate-carousel-dark", "carousel gate", "always sees a card", "JAM",
                 _ALL, _gate("carousel", True), also=("EJECT_FAILED",)),
    MachineFault("gate-carousel-blind", "carousel gate", "sees no card any more", "JAM",
                 _ALL, _gate("carousel", False), also=("EJECT_FAILED", "FEED_FAILED")),
    MachineFault("gate-output-dark", "output gate", "always sees a card", "JAM",
                 (DELIVER, UNLOAD), _gate("output", True)),
    MachineFault("gate-output-blind", "output gate", "sees no card any more", "JAM",
                 (DELIVER, UNLOAD), _gate("output", False),
                 also=("OUTPUT_DIFFERS",)),  # a card that left unseen is missed at the next one
    MachineFault("drum-dead", "carousel motor", "stays put, steps are counted", "CAROUSEL_LOST",
                 (FEED,), _drum("is_dead", True)),
    MachineFault("lost-steps", "carousel", "loses half a compartment each long move",
                 "CAROUSEL_LOST", (FEED,), _drum("lost_per_move", 40.0), also=("JAM",)),
    MachineFault("belt-loose", "carousel belt", "loses a few steps each long move",
                 "CAROUSEL_LOST", (FEED,), _drum("lost_per_move", 6.0), also=("JAM",)),
    MachineFault("overshoot", "carousel", "stops half a compartment too far", "CAROUSEL_LOST",
                 _ALL, _drum("overshoot", 40.0), also=("JAM", "EJECT_FAILED")),
    MachineFault("home-stuck", "home sensor", "never sees its flag", "CAROUSEL_LOST",
                 (FEED,), lambda machine: machine.stick_home(False)),
    MachineFault("home-stuck-on", "home sensor", "always sees its flag", "CAROUSEL_LOST",
                 (FEED,), lambda machine: machine.stick_home(True)),
    MachineFault("ejector-dead", "ejector", "does not push", "EJECT_FAILED",
                 _OUT, _set("is_ejector_dead", True)),
    MachineFault("steps-lost-done", "step generator", "never says that it is done",
                 "CYCLE_INCOMPLETE", _ALL, _set("is_step_done_lost", True), within_ms=120_000),
)  # fmt: skip

BY_ID = {fault.id: fault for fault in CATALOGUE}
