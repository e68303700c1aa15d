"""Edges go to whom they concern, in order; the board knows when nobody is at the inputs."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from firmware.board.rows import FAULT_INPUT_OVERRUN
from firmware.core.counters import INPUT_DROPS, Health
from firmware.core.edge_ring import EdgeRing
from tests.unit.board.conftest import Journal, Pins


class Taker:
    def __init__(self) -> None:
        self.edges: list[tuple[int, int, int]] = []

    def edge(self, *edge: int) -> None:
        self.edges.append(edge)  # type: ignore[arg-type]


class Bench:
    def __init__(self, journal: Journal) -> None:
        self.ring: Any = EdgeRing(4)
        self.health: Any = Health()
        module: Any = importlib.import_module("firmware.board.inputs")
        self.inputs: Any = module.Inputs(self.ring, self.health.count, journal.raise_fault)
        self.guard, self.rooms = Taker(), Taker()

    def drain(self) -> None:
        self.inputs.drain(self.guard, self.rooms)


@pytest.fixture
def bench(pins: Pins, journal: Journal) -> Bench:
    return Bench(journal)


def test_drain__edges__the_box_has_its_own_and_the_rooms_all_others(bench: Bench) -> None:
    for source, level, time_ms in ((2, 0, 10), (1, 1, 11), (4, 1, 12)):
        bench.ring.put(source, level, time_ms)
    bench.drain()
    assert bench.rooms.edges == [(2, 0, 10), (4, 1, 12)]
    assert bench.guard.edges == [(1, 1, 11)]
    assert not any(bench.health.counters)  # anybody reads them: an edge would tell what moves


def test_drain__more_than_the_ring_holds__counted_and_a_fault_once(
    bench: Bench, journal: Journal
) -> None:
    for time_ms in range(6):
        bench.ring.put(4, time_ms & 1, time_ms)
    bench.drain()
    bench.drain()
    assert len(bench.rooms.edges) == 3
    assert bench.health.counters[INPUT_DROPS] == 3
    assert journal.faults == [(FAULT_INPUT_OVERRUN, 3)]


def test_calm__edge__only_after_a_whole_heartbeat_without_another(bench: Bench) -> None:
    assert bench.inputs.is_calm()
    bench.ring.put(4, 1, 0)
    bench.drain()
    calm = []
    for _ in range(3):
        calm.append(bench.inputs.is_calm())
        bench.inputs.beat()
    assert calm == [False, False, True]
