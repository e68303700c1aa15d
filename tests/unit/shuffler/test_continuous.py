"""Continuous mode: cards conserved, chances even, mixing as stated, a standstill found."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from firmware.shuffler.continuous import NO_COMPARTMENT, ContinuousPlan
from firmware.shuffler.health import continuous_watch as w
from tests.helpers import continuous_checks
from tests.helpers.mp_run import run_in_micropython
from tests.proofs.shuffle import continuous, exact


def machine(draw, loads=(3, 0, 1)):
    plan = ContinuousPlan(draw, len(loads), 3)
    token = 0
    for box, count in enumerate(loads):
        for _ in range(count):
            assert plan.load(box, token)
            token += 1
    return plan


def test_feed_back__every_draw__each_free_place_once() -> None:
    asked = []
    boxes = []
    for pick in range(5):
        plan = machine(lambda k, pick=pick: asked.append(k) or pick)
        boxes.append(plan.feed_back(9))
        assert plan.inside == 5
    assert asked == [5] * 5
    assert Counter(boxes) == {1: 3, 2: 2}  # the full one is never chosen


def test_take__every_draw__each_filled_compartment_once() -> None:
    boxes = [machine(lambda k, pick=pick: pick).take() for pick in range(2)]
    assert boxes == [0, 2]


def test_take__emptied__first_card_first_and_forgotten() -> None:
    plan = machine(lambda k: 0)
    assert plan.take() == 0
    assert [plan.token_at(0, place) for place in range(plan.count_in(0))] == [0, 1, 2]
    plan.emptied(0)
    assert plan.count_in(0) == 0 and plan.inside == 1 and plan.token_at(0, 2) == 0


def test_generator_fails__nothing_moves() -> None:
    plan = machine(lambda k: -1)
    assert plan.feed_back(9) == NO_COMPARTMENT == plan.take()
    assert plan.inside == 4


def test_full_and_empty__no_compartment() -> None:
    full = machine(lambda k: 0, (3, 3))
    assert full.feed_back(9) == NO_COMPARTMENT and not full.load(0, 9)
    full.wipe()
    assert full.take() == NO_COMPARTMENT and full.inside == 0


def test_last_place_and_only_compartment__no_draw_needed() -> None:
    plan = machine(lambda k: -1, (3, 2))
    assert plan.feed_back(9) == 1
    assert machine(lambda k: -1, (0, 2)).take() == 1


def test_coups__inside_micropython__the_same_cards() -> None:
    script = "from tests.helpers import continuous_checks\nprint(continuous_checks.play(40))"
    assert int(run_in_micropython(script)) == continuous_checks.play(40)


def test_mixing__ten_stirred_between_coups__as_docs_state() -> None:
    idle = continuous.measure(416, 15, 1500, 0)
    stirred = continuous.measure(416, 15, 1500, 10)
    assert 0.03 < idle.pair < 0.042 and idle.next_of_many > 0.7
    assert stirred.pair < 0.009 and stirred.next_of_many < 0.12
    for mixing in (idle, stirred):
        assert mixing.again == pytest.approx(0.0268, abs=0.003)
        assert mixing.waiting_cards == pytest.approx(3.9, abs=0.3)


def test_watch__limit__chance_as_stated() -> None:
    assert float(exact.stats.binom(w.WINDOW_PAIRS, 0.04).sf(w.LIMIT_PAIRS - 1)) < 1.65e-8


def dealt(watch: w.ContinuousWatch, plan: ContinuousPlan, coups: int):
    """What the watch says to each card that comes out of coups of 15."""
    for place, index in enumerate(random.Random(3).sample(range(416), 416)):
        plan.load(place * 54 // 416, index)
    for index in range(416):
        watch.fed(index)
    mouth: list[int] = []
    for _ in range(coups):
        while len(mouth) < 15:
            box = plan.take()
            mouth += [plan.token_at(box, place) for place in range(plan.count_in(box))]
            plan.emptied(box)
        coup, mouth = mouth[:15], mouth[15:]
        yield from (watch.dealt(index) for index in coup)
        for index in coup:
            watch.fed(index)
            assert plan.feed_back(index) >= 0


def test_watch__device_that_mixes__silent() -> None:
    watch = w.ContinuousWatch()
    plan = ContinuousPlan(random.Random(1).randrange)
    assert not any(list(dealt(watch, plan, 400)))
    assert 0 < watch.value < w.LIMIT_PAIRS


@pytest.mark.rule("S1")
def test_watch__device_that_feeds_in_one_place_after_the_other__found() -> None:
    watch = w.ContinuousWatch()
    plan = ContinuousPlan(lambda k: 0)  # always the first free place, always the first filled
    found = list(dealt(watch, plan, 120))
    assert any(found) and watch.value > 200
