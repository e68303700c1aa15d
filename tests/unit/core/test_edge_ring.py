"""Edges from interrupts: in order, bounded, and what did not fit is counted."""

from __future__ import annotations

from firmware.core.edge_ring import EdgeRing


def test_ring__filled_beyond_its_room__keeps_the_oldest_and_counts_the_rest() -> None:
    ring = EdgeRing(capacity=4)
    for i in range(6):
        ring.put(i, i & 1, 1_000 + i, -7 * i)
    taken: list[tuple[int, int, int, int]] = []
    while ring.take():
        taken.append((ring.source, ring.level, ring.time_ms, ring.count))
    assert taken == [(0, 0, 1_000, 0), (1, 1, 1_001, -7), (2, 0, 1_002, -14)]
    assert ring.dropped == 3
