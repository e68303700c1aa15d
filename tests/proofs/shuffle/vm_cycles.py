"""Cycles without mechanics: generator, plan and passes inside the real MicroPython, seconds.

The compartments are lists here.  `machine_cycles` takes the orders from the simulated mechanics.
"""

from __future__ import annotations

import os
import subprocess

import numpy as np

from hw_sim.vm import ROOT
from hw_sim.vm_process import SimError, find_micropython
from tests.proofs.shuffle.models import Orders

# runs inside MicroPython: one line per cycle with the order drawn; of two passes two lines with the
# compartment of each fed card
_SCRIPT = """
import sys
from firmware.trust.generator import Generator
from firmware.shuffler.plan import Plan
class NoStore:
    is_open = False
state = [int(sys.argv[1])]
def sample():
    state[0] = (state[0] * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
    return state[0] >> 56
generator = Generator(NoStore(), sample, b"01234567", 1, print)
if not generator.start():
    raise SystemExit(2)
plan = Plan(generator.draw_below)
cards = int(sys.argv[3])
for cycle in range(int(sys.argv[2])):
    if not plan.begin(cards):
        raise SystemExit(3)
    if plan.passes == 1:
        if not plan.draw():
            raise SystemExit(3)
        print(" ".join([str(plan.index_at(i)) for i in range(cards)]))
    else:
        print(" ".join([str(plan.compartment_of(i)) for i in range(cards)]))
        plan.begin_second()
        print(" ".join([str(plan.second_compartment_of(i)) for i in range(cards)]))
"""


def run(cycles: int, source: str = "", seed: int = 1, cards: int = 52) -> Orders:
    """Orders that come out; `source` is put in front of the firmware."""
    arguments = ["-", str(seed * 7919 + 1), str(cycles), str(cards)]
    text = f"import sys\nsys.argv[:] = {arguments}\n{source}\n{_SCRIPT}"
    environment = dict(os.environ, MICROPYPATH=f"{ROOT}:.frozen")
    done = subprocess.run(
        [*find_micropython(), "-X", "heapsize=800k", "-c", text],
        env=environment, capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    if done.returncode:
        raise SimError(f"MicroPython ended with {done.returncode}: {done.stderr[-2000:]}")
    lines = np.array([line.split() for line in done.stdout.splitlines()], dtype=np.int64)
    if len(lines) == cycles:
        return lines
    again = np.argsort(lines[0::2], axis=1, kind="stable")  # as the cards come back
    last = np.argsort(lines[1::2], axis=1, kind="stable")
    return np.take_along_axis(again, last, axis=1)
