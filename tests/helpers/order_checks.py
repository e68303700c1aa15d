"""Checks of the order statistics that run on CPython and, unchanged, inside MicroPython."""

from array import array

from firmware.shuffler.health.order_stats import STATISTICS, OrderStats
from firmware.shuffler.health.running_stats import RunningStats
from firmware.shuffler.plan import Plan
from tests.helpers.plan_checks import seeded_draw


def planned_order(plan, order, count):
    """A new order, written into `order`."""
    assert plan.begin(count) and (plan.is_shuffled() or plan.draw())
    for position in range(count):
        order[position] = plan.index_at(position)


def check_statistics():
    """Orders of all packs through both kinds of statistics; all figures that came out."""
    plan = Plan(seeded_draw(b"q"))
    order = array("H", bytes(832))
    stats = OrderStats()
    running = RunningStats()
    figures = []
    for count in (52, 104, 156, 208, 312, 416):
        for _ in range(3):
            planned_order(plan, order, count)
            assert stats.measure(order, count)
            figures.append([stats.values[i] for i in range(1, STATISTICS + 1)])
            figures.append([stats.judge(), running.add(order, stats)])
        figures.append([running.chi2(), running.cycles])
    for _ in range(33):  # the same order again and again
        figures.append([running.has_come_before(order, 416), running.add(order, stats)])
        figures.append([running.statistic, running.value, running.limit])
    return figures


def check_no_allocation():
    """One cycle's statistics on a locked heap."""
    from micropython import heap_lock, heap_unlock

    plan = Plan(seeded_draw())
    order = array("H", bytes(832))
    planned_order(plan, order, 416)
    stats = OrderStats()
    heap_lock()
    is_measured = stats.measure(order, 416)
    heap_unlock()
    return is_measured
