"""The drum: what each turn takes, and how a drum that is not where its steps say is seen."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.shuffler.carousel import PACE_MS, Carousel
from firmware.shuffler.geometry import COMPARTMENT_STEPS, COMPARTMENTS, HOME_HALF_STEPS, TURN_STEPS

NEXT_MS = 29


class Drum:
    """Turns, and keeps its flag's edges as firmware/drivers/home_flag.py does."""

    def __init__(self, place: int = 1_234) -> None:
        self.flag = self
        self.steps = 0  # as counted
        self.place = float(place)
        self.lost = 0.0  # steps of each turn that do not reach the drum
        self.is_blind = False
        self.durations: list[int] = []
        self.begin()
        self.counts, self.before = [0, 0], [0, 0]

    def begin(self) -> None:
        self.edges = 0

    def position(self) -> int:
        return self.steps

    def turn(self, steps: int, duration_ms: int, _ramp_ms: int) -> None:
        self.begin()
        self.durations.append(duration_ms)
        if not steps:
            return
        way = 1 if steps > 0 else -1
        each = way * (abs(steps) - self.lost) / abs(steps)
        for _ in range(abs(steps)):
            was_home = self._is_home()
            self.place += each
            self.steps += way
            if self._is_home() != was_home and not self.is_blind:
                level = 0 if was_home is False else 1
                self.before[level] = self.counts[level]
                self.counts[level] = self.steps
                self.edges += 1

    def _is_home(self) -> bool:
        off = (self.place + TURN_STEPS / 2) % TURN_STEPS - TURN_STEPS / 2
        return abs(off) <= HOME_HALF_STEPS

    def compartment(self) -> float:
        return self.place / COMPARTMENT_STEPS % COMPARTMENTS


def homed(place: int = 1_234) -> tuple[Any, Drum]:
    drum = Drum(place)
    carousel: Any = Carousel(drum)
    carousel.find_home()
    carousel.stand()
    assert carousel.align()
    carousel.stand()
    carousel.set_zero()
    return carousel, drum


def go(carousel: Any, compartment: int, is_secret: bool) -> int:
    carousel.aim(compartment, is_secret)
    duration_ms = carousel.turn()
    carousel.stand()
    assert carousel.arrive()
    return duration_ms


@pytest.mark.parametrize("place", [0, 10, 1_234, 2_160, 4_300])
def test_home__wherever_it_stood__zero_found_in_the_same_time(place: int) -> None:
    """A compartment is secret: the way back from it must not tell."""
    _carousel, drum = homed(place)
    assert abs((drum.compartment() + 27) % 54 - 27) * COMPARTMENT_STEPS <= 1
    assert drum.durations == [600, PACE_MS]


def test_turn__secret_goal__same_time_for_every_way_and_for_none() -> None:
    carousel, drum = homed()
    for goal in (0, 1, 27, 0, 53, 53, 26, 40):
        assert go(carousel, goal, True) == PACE_MS
        assert round(drum.compartment()) % 54 == goal


def test_turn__away_from_a_secret_place__same_time_as_well() -> None:
    carousel, _drum = homed()
    assert go(carousel, 7, False) == PACE_MS  # far
    assert [go(carousel, goal, False) for goal in (8, 8, 9)] == [NEXT_MS, 0, NEXT_MS]
    go(carousel, 10, True)
    assert [go(carousel, goal, False) for goal in (10, 11)] == [PACE_MS, NEXT_MS]


@pytest.mark.parametrize("start", [0, 1, 20, 53])
def test_round__drum_in_order__same_time_from_anywhere_to_the_same_place(start: int) -> None:
    carousel, drum = homed()
    go(carousel, start, True)
    carousel.go_round()
    carousel.stand()
    assert carousel.is_round() and drum.durations[-1] == 583
    assert carousel.compartment == round(drum.compartment()) == 1
    assert go(carousel, 2, False) == NEXT_MS, "no secret is left in where it stands"


@pytest.mark.rule("S1")
@pytest.mark.parametrize(("lost", "is_blind"), [(6.0, False), (40.0, False), (0.0, True)])
def test_round__steps_lost_or_flag_unseen__found(lost: float, is_blind: bool) -> None:
    carousel, drum = homed()
    go(carousel, 51, False)
    drum.lost, drum.is_blind = lost, is_blind
    carousel.go_round()
    carousel.stand()
    assert not carousel.is_round()


@pytest.mark.rule("S1")
def test_arrive__flag_not_where_the_steps_say__lost() -> None:
    carousel, drum = homed()
    go(carousel, 51, False)
    drum.place -= 40
    carousel.aim(3, True)
    carousel.turn()
    carousel.stand()
    assert not carousel.arrive() and carousel.compartment == -1
    carousel, drum = homed()
    go(carousel, 51, False)
    drum.is_blind = True
    carousel.aim(3, True)
    carousel.turn()
    carousel.stand()
    assert not carousel.arrive(), "crossed without an edge"
