"""The last hits outlive both memory chips, one after the other."""

from __future__ import annotations

import pytest

from firmware.jackpot.history import KEPT, History
from hw_sim.parts.fram import FramChip
from hw_sim.power import CUT_MODES, Cut, CutMode, PowerCut
from tests.model.meter_soak import Bench

_ROW = (3, 2, 123_456, 0, 70_000)


def filled(count: int) -> Bench:
    bench = Bench(1)
    history = History(bench.storage.store)
    for number in range(1, count + 1):
        history.put(number, number + 500, _ROW, 1_000_000 + number)
    return bench


def replace(bench: Bench, place: int) -> None:
    """A new chip in the place of one."""
    frams = list(bench.frams)
    frams[place] = FramChip("ab"[place], bench.supply)
    bench.frams = (frams[0], frams[1])


def check(bench: Bench, count: int) -> None:
    history = History(bench.storage.store)
    for number in range(max(count - KEPT, 0) + 1, count + 1):
        entry = (number, 1_000_000 + number, number + 500, *_ROW)
        assert history.get(number, count) == entry


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("count", [2, 130])
def test_history__both_chips_replaced_in_turn__all_hits_kept(
    order: tuple[int, int], count: int
) -> None:
    bench = filled(count)
    for place in order:
        replace(bench, place)
        bench.boot()
    check(bench, count)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("mode", CUT_MODES)
def test_history__cuts_while_a_chip_is_filled__all_hits_kept(
    order: tuple[int, int], mode: CutMode
) -> None:
    for write in range(0, 400, 29):
        bench = filled(5)
        replace(bench, order[0])
        bench.supply.cut = Cut(bench.supply.operations + write, mode)
        try:
            bench.boot()
        except PowerCut:
            bench.supply.cut = None
            bench.boot()
        bench.supply.cut = None
        replace(bench, order[1])
        bench.boot()
        check(bench, 5)
