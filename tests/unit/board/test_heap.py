"""When the heap is cleaned, and what is told of it."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.board import heap as h


class Collector:
    free, used, collected = 0, 0, 0

    def collect(self) -> None:
        self.collected += 1

    def mem_free(self) -> int:
        return self.free

    def mem_alloc(self) -> int:
        return self.used


@pytest.fixture
def gc(monkeypatch: pytest.MonkeyPatch) -> Collector:
    made = Collector()
    monkeypatch.setattr(h, "gc", made)
    return made


def moved(cards: int) -> Any:
    heap: Any = h.Heap()
    for _ in range(cards):
        heap.moved()
    return heap


@pytest.mark.parametrize(("cards", "collected"), [(7, 0), (8, 1), (15, 1), (16, 2)])
def test_moved__without_a_rest__cleaned_every_eighth_card(
    gc: Collector, cards: int, collected: int
) -> None:
    moved(cards)
    assert gc.collected == collected


@pytest.mark.parametrize(
    ("cards", "pause_ms", "collected"), [(3, 500, 0), (4, 39, 0), (4, 40, 1), (7, 100, 1)]
)
def test_idle__pause__used_when_it_is_long_enough_and_worth_it(
    gc: Collector, cards: int, pause_ms: int, collected: int
) -> None:
    moved(cards).idle(pause_ms)
    assert gc.collected == collected


def test_beat__cards_move__never(gc: Collector) -> None:
    heap = moved(3)
    for beat in range(40):
        heap.beat(beat, True)
    assert gc.collected == 0


def test_beat__after_a_motion__at_once_and_only_once(gc: Collector) -> None:
    heap = moved(1)
    heap.beat(5, False)
    heap.beat(6, False)
    assert gc.collected == 1


def test_beat__idle_board__once_in_sixteen(gc: Collector) -> None:
    heap: Any = h.Heap()
    gc.free = gc.used = 1_000
    for beat in range(1, 33):
        heap.beat(beat, False)
    assert gc.collected == 2


@pytest.mark.parametrize(("free", "told"), [(1_599, 1_500), (1_600, 1_600), (99, 0)])
def test_figures__told_in_sixteenths_of_the_heap(gc: Collector, free: int, told: int) -> None:
    gc.free, gc.used = free, 1_600 - free
    heap: Any = h.Heap()
    heap.beat(2, False)
    assert (heap.free_bytes, heap.total_bytes) == (told, 1_600)
