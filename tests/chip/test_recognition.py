"""Recognition of a few corners on the emulated RP2040: as the simulator, within its budget."""

from __future__ import annotations

from itertools import islice

from hw_sim.reader import Reader
from tests.chip.recognition_bench import (
    LONGEST_MS,
    LONGEST_TRY_MS,
    SEED,
    TYPICAL_MS,
    ChipReader,
    hard_reads,
    typical_reads,
)
from tests.proofs.recognition.tasks import enrol_design, frames_of


def test_recognition__typical_and_hard_corners__as_simulated_and_in_time() -> None:
    typical = islice(typical_reads("plain"), 0, 52, 5)
    hard = islice(hard_reads("plain", 1), 12)
    times_ms: list[float] = []
    tries_ms: list[float] = []
    with Reader() as vm:
        block, _ = enrol_design(vm, "plain", SEED)
        assert block is not None
        vm.load(block)
        with ChipReader(block) as chip:
            for read in (*typical, *hard):
                frames = frames_of(read)
                timed = chip.read(*frames)
                assert timed.reading == vm.read(*frames), read.notes
                times_ms.append(timed.took_us / 1000)
                tries_ms.append(timed.longest_us / 1000)
    assert sorted(times_ms[:11])[5] <= TYPICAL_MS
    assert max(times_ms) <= LONGEST_MS
    assert max(tries_ms) <= LONGEST_TRY_MS
