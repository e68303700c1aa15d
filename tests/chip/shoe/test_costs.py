"""No piece of work takes longer on the emulated RP2350 than docs/realtime.md says."""

from __future__ import annotations

import pytest

from hw_sim import charges
from hw_sim.chip.image_file import read_functions
from tests.chip.shoe.costs import measure
from tests.chip.shoe.rig import ELF, ChipRig
from tests.helpers.longest_times import longest_times
from tests.scenario.cards_bench import CardBench

COLLECT_MOST_MS = 32


@pytest.mark.timeout(600)
def test_costs__each_piece_of_work__within_its_row() -> None:
    found = measure()
    late = {
        row.what: (found[row.bench], row.most_us)
        for row in longest_times()
        if row.bench and found[row.bench] > row.most_us
    }
    assert late == {}


@pytest.mark.timeout(600)
def test_collection__of_a_shoe_at_work__no_longer_than_charged() -> None:
    """The real heap, cards going by: timed at MicroPython's own function."""

    class Charged(ChipRig):
        has_misses = True

    functions = {name: at for at, name in read_functions(ELF).items()}
    with Charged(seed=3) as rig:
        bench = CardBench(rig)
        bench.begin()
        rig.chip.time_function(functions["gc_collect"])
        bench.feed(bench.pack()[:13])
        bench.wait(3_000)
        calls = rig.chip.count("timed_calls")
        assert calls >= 1
        most_ms = rig.chip.count("timed_most") / 150_000
    assert most_ms <= COLLECT_MOST_MS
    assert most_ms * 1000 <= charges.charged_us("shoe")["collect"]
