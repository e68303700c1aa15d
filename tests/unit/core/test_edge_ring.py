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


def test_ring__drops_more_while_somebody_asks__none_is_lost_to_the_count() -> None:
    """The interrupt may come between the two lines that read and clear."""

    class Interrupted(EdgeRing):
        is_interrupted = False

        def __setattr__(self, name: str, value: object) -> None:
            if name in ("dropped", "_dropped_told") and self.is_interrupted:
                self.is_interrupted = False
                self.put(1, 1, 9)
            super().__setattr__(name, value)

    ring = Interrupted(capacity=2)
    for moment in range(4):
        ring.put(0, 1, moment)
    assert ring.take_dropped() == 3
    ring.put(0, 1, 5)
    ring.is_interrupted = True
    assert ring.take_dropped() + ring.take_dropped() == 2
