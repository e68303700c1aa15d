"""Checks of the shuffler's plan that run on CPython and, unchanged, inside MicroPython."""

from firmware.shuffler.plan import PLAN_SORTED, Plan
from firmware.trust.drbg import HmacDrbg
from firmware.trust.sampler import RandomBytes


def seeded_draw(seed=b"s"):
    """draw(k) of a generator with a fixed seed."""
    drbg = HmacDrbg()
    drbg.instantiate(seed * 32, b"n" * 16)
    return RandomBytes(drbg).draw


def draw_for(order):
    """The draws that make Fisher–Yates end in this very order."""
    cards = list(range(len(order)))
    draws = []
    for last in range(len(order) - 1, 0, -1):
        pick = cards.index(order[last])
        cards[last], cards[pick] = cards[pick], cards[last]
        draws.append(pick)
    source = iter(draws)
    return lambda _k: next(source)


def empty(compartments, is_lifo):
    """All compartments emptied, one after another, as a stack of cards."""
    stack = []
    for cards in compartments:
        stack.extend(reversed(cards) if is_lifo else cards)
    return stack


def run_machine(plan, count, compartments=54, is_lifo=False):
    """A machine that does what the plan says: (what comes out, fullest compartment)."""
    boxes = [[] for _ in range(compartments)]
    for index in range(count):
        boxes[plan.compartment_of(index)].append(index)
    fullest = max(len(box) for box in boxes)
    if plan.passes == 1 and plan.kind != PLAN_SORTED:
        assert plan.is_shuffled() or plan.draw()
        return [boxes[plan.compartment_of(plan.index_at(p))].pop() for p in range(count)], fullest
    stack = empty(boxes, is_lifo)
    if plan.passes == 2:
        assert plan.begin_second()
        boxes = [[] for _ in range(compartments)]
        for second, index in enumerate(stack):
            assert plan.fed_again(second) == index
            boxes[plan.second_compartment_of(second)].append(index)
        fullest = max(fullest, max(len(box) for box in boxes))
        stack = empty(boxes, is_lifo)
    return stack, fullest


def check_plan():
    """Whole cycles of every pack size, and one number that both interpreters must agree on."""
    plan = Plan(seeded_draw())
    digest = 0
    for count in (52, 104, 156, 208, 312, 416, 51, 54, 55, 1, 415):
        assert plan.begin(count)
        stack, fullest = run_machine(plan, count)
        assert fullest <= 10 and sorted(stack) == list(range(count))
        for position in range(count):
            assert plan.index_at(position) == stack[position]
            digest = (digest * 31 + stack[position]) % 1000003
    return digest


def check_no_allocation():
    """All that the cycle asks in mid-feed, on a locked heap."""
    from micropython import heap_lock, heap_unlock

    plan = Plan(seeded_draw())
    assert plan.begin(416)
    total = 0
    heap_lock()
    for index in range(416):
        total += plan.compartment_of(index)
    plan.begin_second()
    for index in range(416):
        total += plan.fed_again(index) + plan.second_compartment_of(index)
        total += plan.index_at(index)
    plan.wipe()
    plan.begin(52)
    plan.begin_feed(30)
    for index in range(52):
        total += plan.compartment_of(index)
    plan.begin_sort(8)
    for index in range(416):
        total += plan.place_sorted(index % 52)
    heap_unlock()
    return total
