"""The plan: every order equally likely, every order brought about, nothing told to anybody."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.shuffler import plan as p
from firmware.shuffler.passes import CAPACITY_CARDS, COMPARTMENTS, MAX_CARDS, Passes
from tests.helpers import plan_checks
from tests.helpers.mp_run import run_in_micropython
from tests.helpers.plan_checks import draw_for, run_machine, seeded_draw
from tests.unit.trust.test_sampler import order_chances


def planned(order, compartments=COMPARTMENTS, is_lifo=False):
    plan = p.Plan(draw_for(order), max(len(order), 1), compartments, is_lifo)
    assert plan.begin(len(order))
    plan.begin_feed(compartments // 2)
    return plan


# -- any order comes about ---------------------------------------------------------------------


@pytest.mark.parametrize("is_lifo", [False, True])
@pytest.mark.parametrize("compartments", [2, 3])
def test_passes__every_order_of_small_packs__comes_out(compartments: int, is_lifo: bool) -> None:
    for count in range(1, min(compartments**2, 7) + 1):
        for order in itertools.permutations(range(count)):
            plan = planned(order, compartments, is_lifo)
            stack, fullest = run_machine(plan, count, compartments, is_lifo)
            assert tuple(stack) == order
            assert fullest <= -(-count // compartments)


@pytest.mark.parametrize("is_lifo", [False, True])
@settings(max_examples=40)
@given(data=st.data())
def test_passes__any_order_of_any_pack__comes_out(is_lifo: bool, data: st.DataObject) -> None:
    compartments = data.draw(st.integers(3, COMPARTMENTS))
    count = data.draw(st.integers(1, compartments**2))
    order = list(range(count))
    random.Random(data.draw(st.integers(0, 2**32))).shuffle(order)
    plan = planned(order, compartments, is_lifo)
    assert run_machine(plan, count, compartments, is_lifo)[0] == order


def why_not_every_order(passes: Passes, count: int, is_lifo: bool = False) -> str:
    """Looks at the arithmetic alone; '' proves that *every* order of `count` cards comes out."""
    assert passes.begin(count)
    firsts = [passes.first(position) for position in range(count)]
    lasts = [passes.last(position) for position in range(count)]
    if not (min(firsts) >= 0 and max(firsts) < passes.compartments > max(lasts)):
        return "a compartment that is not there"
    for loads in (firsts, lasts):
        if max(loads.count(box) for box in set(loads)) > passes.width_cards:
            return "a compartment too full"
    if lasts != sorted(lasts):
        return "packets out of order"
    for position in range(1, count):
        # neighbours of one packet: the one that must enter first comes back strictly earlier,
        # so that nothing depends on what lies on what in pass 1
        step = firsts[position] - firsts[position - 1]
        if lasts[position] == lasts[position - 1] and (step >= 0 if is_lifo else step <= 0):
            return f"positions {position - 1} and {position} can change places"
    return ""


@pytest.mark.parametrize("is_lifo", [False, True])
def test_passes__every_count__proved_for_all_orders(is_lifo: bool) -> None:
    """54 compartments realise any order of up to 54² cards; ten per compartment up to 540."""
    passes = Passes(COMPARTMENTS, is_lifo)
    top = COMPARTMENTS**2
    for count in (*range(1, MAX_CARDS + 1), *range(MAX_CARDS + 1, top, 97), top):
        assert why_not_every_order(passes, count, is_lifo) == "", count
        if count <= MAX_CARDS:
            assert passes.width_cards <= CAPACITY_CARDS
    assert not passes.begin(top + 1)
    assert not passes.begin(0)


def test_passes__all_small_machines__proved_for_all_orders() -> None:
    for compartments in range(1, 13):
        passes = Passes(compartments)
        for count in range(1, compartments**2 + 1):
            assert why_not_every_order(passes, count) == "", (compartments, count)


def test_passes__mutants__fail_the_same_proof() -> None:
    class Deeper(Passes):
        def begin(self, count):
            is_good = super().begin(count)
            self._depth += self._rows
            return is_good

    class Modulo(Passes):
        def first(self, position):
            return position % self.compartments

    assert why_not_every_order(Deeper(), 416) == "a compartment too full"
    assert "change places" in why_not_every_order(Passes(), 416, is_lifo=True)
    assert "change places" in why_not_every_order(Modulo(COMPARTMENTS), 416)


# -- every order is equally likely ----------------------------------------------------------------


@pytest.mark.rule("STANDARDS 1", "STANDARDS 4")
@pytest.mark.parametrize(("count", "compartments"), [(4, 2), (5, 3), (6, 3), (6, 6), (6, 54)])
def test_plan__all_draws_through_the_machine__every_order_equally_likely(
    count: int, compartments: int
) -> None:
    def shuffle(cards, n, draw):
        plan = p.Plan(draw, n, compartments)
        assert plan.begin(n)
        cards[:] = run_machine(plan, n, compartments)[0]

    chances = order_chances(shuffle, count)
    assert len(chances) == factorial(count)
    assert set(chances.values()) == {Fraction(1, factorial(count))}


def test_plan__packs_of_all_sizes__same_inside_micropython() -> None:
    script = "from tests.helpers import plan_checks\nprint(plan_checks.check_plan())"
    assert int(run_in_micropython(script)) == plan_checks.check_plan()


def test_plan__asked_in_mid_feed__allocates_nothing() -> None:
    script = "from tests.helpers import plan_checks\nprint(plan_checks.check_no_allocation())"
    assert int(run_in_micropython(script)) > 0


# -- refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [-1, 0, 417])
def test_plan__count_out_of_range__refused(count: int) -> None:
    plan = p.Plan(seeded_draw())
    assert not plan.begin(count)
    assert not plan.is_shuffled() and plan.compartment_of(0) == p.NO_PLACE


@pytest.mark.parametrize("good_draws", [0, 1, 25, 50])
def test_plan__generator_fails_in_between__no_plan_at_all(good_draws: int) -> None:
    draws = iter([0] * good_draws)
    plan = p.Plan(lambda k: next(draws, -1))
    assert plan.begin(52) and not plan.draw()
    assert plan.kind == p.PLAN_NONE and plan.count == 0
    assert not p.Plan(lambda k: -1).begin(104)
    assert plan.compartment_of(0) == p.NO_PLACE
    assert not any(plan._index_at)


def test_plan__wiped__nothing_is_left() -> None:
    plan = p.Plan(seeded_draw())
    plan.begin(416)
    plan.begin_second()
    plan.wipe()
    for secret in plan._secrets:
        assert not any(secret)
    assert plan.compartment_of(0) == p.NO_PLACE and not plan.is_shuffled()


def test_plan__one_pass__cards_go_in_in_sequence_before_anything_is_drawn() -> None:
    """What shows while cards go in cannot depend on an order that there is not yet."""
    drawn: list[int] = []
    source = seeded_draw()

    def draw(k):
        drawn.append(k)
        return source(k)

    plan = p.Plan(draw)
    assert plan.begin(52) and plan.passes == 1 and not plan.begin_second()
    plan.begin_feed(40)
    before = [plan.compartment_of(i) for i in range(52)]
    assert before == [(40 + i) % 54 for i in range(52)]
    assert plan.compartment_of(52) == p.NO_PLACE and plan.spare(53) == 39
    assert not plan.is_shuffled() and not any(plan.order()) and drawn == []
    assert plan.draw() and plan.is_shuffled() and len(drawn) == 51
    assert [plan.compartment_of(i) for i in range(52)] == before


# -- sorting ---------------------------------------------------------------------------------


@pytest.mark.rule("STANDARDS 12")
@pytest.mark.parametrize("decks", [1, 2, 3, 4, 6, 8])
def test_sort__any_order__comes_out_in_pack_order_and_is_not_shuffled(decks: int) -> None:
    cards = [card for card in range(52) for _ in range(decks)]
    random.Random(decks).shuffle(cards)
    plan = p.Plan(seeded_draw())
    assert plan.begin_sort(decks)
    plan.begin_feed(31)
    for index, card in enumerate(cards):
        compartment = plan.place_sorted(card)
        assert compartment == plan.compartment_of(index)
    stack, fullest = run_machine(plan, len(cards))
    assert [cards[index] for index in stack] == sorted(cards)
    assert fullest <= CAPACITY_CARDS
    assert plan.kind == p.PLAN_SORTED and not plan.is_shuffled()
    assert plan.place_sorted(0) == p.NO_PLACE


def test_sort__one_card_too_many_of_a_kind__no_place_and_nothing_changes() -> None:
    plan = p.Plan(seeded_draw())
    plan.begin_sort(1)
    assert plan.place_sorted(7) == 7
    assert plan.place_sorted(7) == p.NO_PLACE
    assert plan.place_sorted(8) == 8 == plan.compartment_of(1)


def test_sort__not_begun__no_place() -> None:
    plan = p.Plan(seeded_draw())
    assert plan.place_sorted(0) == p.NO_PLACE
    plan.begin(52)
    assert plan.place_sorted(0) == p.NO_PLACE
    plan.draw()
    assert plan.place_sorted(0) == p.NO_PLACE
    assert not plan.begin_sort(9)


def test_sort__cards_missing_from_two_decks__the_others_in_order() -> None:
    cards = [card for card in range(52) for _ in range(2)][5:-3]
    random.Random(1).shuffle(cards)
    plan = p.Plan(seeded_draw())
    plan.begin_sort(2)
    for card in cards:
        assert plan.place_sorted(card) >= 0
    stack, _ = run_machine(plan, len(cards))
    assert [cards[index] for index in stack] == sorted(cards)
