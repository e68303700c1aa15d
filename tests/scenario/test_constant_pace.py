"""The whole machine: no turn from or to a secret compartment takes longer or shorter than another.

Measured in the world, at the motor's pulses and the pusher's and roller's pins, and not at what the
firmware says about itself; tests/proofs/attacks tries to get the order out of what it says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import correlation

import pytest

from firmware.shuffler import cycle as c
from firmware.shuffler.geometry import COMPARTMENT_STEPS
from hw_sim.mechanics.machine import Machine
from hw_sim.mechanics.machine_cards import new_deck
from hw_sim.parts.stepper import PulseTrain
from tests.proofs.machine_matrix.bench import RED, ShuffleBench

# each turn as fast as the motor can: the pause before a card tells how far the drum went
HASTY = """
from firmware import shoe
from firmware.shuffler import carousel, mover

class Hasty(carousel.Carousel):
    def _start(self, steps, duration_ms, ramp_ms):
        if duration_ms == carousel.PACE_MS:
            duration_ms = 41 + abs(steps) // 16
        return super()._start(steps, duration_ms, ramp_ms)

mover.Carousel = Hasty
run = shoe.main
"""
TURN_US = 176_000
JITTER_US = 200  # nobody asks meanwhile; an answer takes 1.5 ms, whatever is secret,
BEAT_US = 5_000  # and so does a heartbeat, once a second


@dataclass
class Turn:
    """One turn of the drum and the first thing that followed it."""

    start_us: int
    compartments: float
    duration_us: float
    then_us: int = 0


@dataclass
class Watch:
    """Hears the motor's pulses, the pusher and the roller."""

    machine: Machine
    turns: list[Turn] = field(default_factory=list[Turn])

    def __post_init__(self) -> None:
        machine = self.machine
        move = machine.drum.move

        def noted(train: PulseTrain, way: int) -> None:
            now_us = machine.kernel.now_us
            compartments = way * train.pulses / COMPARTMENT_STEPS
            self.turns.append(Turn(now_us, compartments, train.duration_us))
            move(train, way)

        machine.drum.move = noted
        machine.wiring["PIN_EJECTOR"].watch(lambda is_out: self._then(is_out))
        pin = machine.board.pin(machine.pins.PIN_FEED_PWM)
        pin.pwm_watchers.append(lambda duty: self._then(duty > 0 and machine.motor.duty >= 0))

    def _then(self, is_on: bool) -> None:
        if is_on and self.turns and not self.turns[-1].then_us:
            self.turns[-1].then_us = self.machine.kernel.now_us - self.turns[-1].start_us

    def same(self, turns: list[Turn]) -> None:
        """All as long as the others, and followed as soon."""
        assert {round(turn.duration_us / 10) for turn in turns} == {TURN_US // 10}
        assert len({turn.compartments for turn in turns}) > 3
        found = sorted(turn.then_us for turn in turns if turn.then_us)
        met_no_beat = found[: len(found) * 4 // 5]
        assert met_no_beat[-1] - found[0] <= JITTER_US and found[-1] - found[0] <= BEAT_US, found


def _delivered(extra_path: Sequence[Path] = ()) -> Watch:
    """Thirty cards of a deck, and nobody asks meanwhile."""
    with ShuffleBench(6, extra_path) as bench:
        bench.load()
        assert bench.shuffled() == c.ST_READY
        watch = Watch(bench.machine)
        bench.ask("DELIVER", cards=30)
        bench.until(lambda: bench.machine.is_unlocked)
        assert len(watch.turns) == 30 and len({t.compartments for t in watch.turns}) > 15
        return watch


def test_deliver__single_deck__every_card_as_long_after_the_turn_began() -> None:
    watch = _delivered()
    watch.same(watch.turns)


def test_deliver__drum_that_hurries__seen(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(HASTY)
    watch = _delivered([tmp_path])
    with pytest.raises(AssertionError):
        watch.same(watch.turns)
    ways = [abs(turn.compartments) for turn in watch.turns]
    pauses = [turn.then_us for turn in watch.turns]
    assert correlation(ways, pauses) > 0.9


def test_count__single_deck__compartment_after_compartment() -> None:
    """RULES C4; by the plan it would be the order of the deal."""
    with ShuffleBench(6) as bench:
        bench.load()
        assert bench.shuffled() == c.ST_READY
        bench.ask("DELIVER", cards=3)
        bench.settle()
        bench.machine.take_output()
        bench.settle(states=(c.ST_READY,))
        watch = Watch(bench.machine)
        bench.ask("COUNT_CARDS", role="inspector")
        assert bench.settle() == c.ST_READY
        away = [t for t in watch.turns if t.duration_us > TURN_US / 2]
        assert len(away) <= 5, "from where the deal left off, and over what is dealt"
        assert {t.compartments for t in watch.turns[2:]} <= {1, 2, 3, 4}


@pytest.mark.campaign
def test_two_decks__in_twice_and_out__no_turn_to_a_secret_compartment_differs() -> None:
    with ShuffleBench(6) as bench:
        bench.load(new_deck(RED, None, 2))
        watch = Watch(bench.machine)
        bench.start(1, 2)
        bench.until(lambda: len(bench.machine.path.tray) < 30, 120_000)
        first = watch.turns[3:]  # homing before it
        watch.same(first)
        bench.settle(states=(c.ST_EMPTYING,))
        bench.settle(states=(c.ST_FEEDING,))
        watch.turns.clear()
        bench.until(lambda: len(watch.turns) > 40, 60_000)
        watch.same(watch.turns[1:40])
        assert bench.settle(limit_ms=300_000) == c.ST_READY


@pytest.mark.rule("LDB 4.1")
def test_continuous__packets_and_discards__no_turn_differs() -> None:
    with ShuffleBench(6) as bench:
        bench.load()
        bench.start(mode=4)
        assert bench.settle() == c.ST_READY
        watch = Watch(bench.machine)
        for _ in range(8):
            bench.ask("DELIVER", cards=0)
            bench.until(lambda: bench.machine.is_unlocked)
            dealt = bench.machine.take_output()
            bench.settle(states=(c.ST_READY,))
            for card in dealt:
                bench.machine.taken.remove(card)
            bench.load(dealt)
            bench.start(mode=4)
            bench.rig.kernel.run_for_ms(2_000)
            assert bench.settle() == c.ST_READY
        watch.same(watch.turns)
