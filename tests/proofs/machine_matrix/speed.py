"""How fast a full cycle is simulated, in processor time of simulator and VM together."""

from __future__ import annotations

import time
from dataclasses import dataclass

from firmware.shuffler import cycle as c
from hw_sim.mechanics.machine_cards import new_deck
from hw_sim.processor_time import processor_s
from tests.proofs.machine_matrix.bench import BLUE, RED, ShuffleBench


@dataclass(frozen=True)
class CycleSpeed:
    """One cycle, feed to last card dealt; times in seconds."""

    machine_s: float
    simulator_s: float
    vm_s: float
    wall_s: float

    @property
    def times_real(self) -> float:
        """By the processor time of both processes, which other load hardly moves."""
        return self.machine_s / (self.simulator_s + self.vm_s)

    @property
    def times_wall(self) -> float:
        """By the clock on the wall: what a person sees, beside whatever else runs."""
        return self.machine_s / self.wall_s


def measure(is_optical: bool, cycles: int = 3, seed: int = 5) -> CycleSpeed:
    """The best of some cycles after one to get warm: pictures are made once and kept."""
    best: CycleSpeed | None = None
    with ShuffleBench(seed, is_optical=is_optical) as bench:
        for number in range(cycles + 1):
            bench.load(new_deck(RED if number % 2 else BLUE, bench.rig.kernel.rng("deck")))
            speed = one_cycle(bench)
            if number and (best is None or speed.times_real > best.times_real):
                best = speed
    if best is None:
        raise ValueError("no cycle")
    return best


def one_cycle(bench: ShuffleBench) -> CycleSpeed:
    """Shuffle what lies in the tray and deal all of it; the firmware is asked when the world rests.

    Asking costs both sides a signed frame, and is no part of the machine.
    """
    kernel, machine = bench.rig.kernel, bench.machine
    start_us, start_s, start_vm_s = kernel.now_us, time.process_time(), _vm_s(bench)
    start_wall_s = time.perf_counter()
    bench.start()
    bench.until(lambda: not machine.path.tray and not machine.path.cards)
    if bench.settle() != c.ST_READY:
        raise RuntimeError("the pack did not get ready")
    bench.ask("DELIVER", cards=0)
    bench.until(lambda: machine.is_unlocked)
    bench.settle()
    speed = CycleSpeed(
        (kernel.now_us - start_us) / 1e6,
        time.process_time() - start_s,
        _vm_s(bench) - start_vm_s,
        time.perf_counter() - start_wall_s,
    )
    machine.take_output()
    bench.settle(states=(c.ST_EMPTY,))
    return speed


def _vm_s(bench: ShuffleBench) -> float:
    """Processor time of the MicroPython process so far."""
    return processor_s(bench.board.board.vm.process_id)
