"""No piece of work takes longer on the emulated chip than docs/realtime.md and the charges say."""

from __future__ import annotations

import pytest

from hw_sim import charges
from tests.chip.costs import measure
from tests.helpers.longest_times import longest_times

pytestmark = pytest.mark.xdist_group("costs")
# rows of hw_sim/charges.py and what measures them; a tenth more may be measured before it is wrong
CHARGED = {
    "record": ("journal record",),
    "commit": ("store commit",),
    "check": ("store check of a cell",),
    "hand": ("hand: nothing",),
    "picture": ("picture unpacked",),
    "edge": ("gate edge through the mover",),
    "turn_plan": ("steps: move", "carousel: turn planned"),
    "heap_walk": ("gc.mem_free",),
}


def test_costs__each_piece_of_work__within_its_row() -> None:
    found = measure()
    late = {
        row.what: (found[row.bench], row.most_us)
        for row in longest_times()
        if row.bench and found[row.bench] > row.most_us
    }
    assert late == {}
    us = {row[0]: row[1] for row in charges.ROWS}
    taken = {name: sum(found[bench] for bench in benches) for name, benches in CHARGED.items()}
    off = {name: (us[name], taken[name]) for name in taken if taken[name] > us[name] * 1.1}
    assert off == {}
