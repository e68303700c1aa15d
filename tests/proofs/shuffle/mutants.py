"""Shufflers broken on purpose: each must be caught by the check that STANDARDS predicts for it.

`source` is put in front of the firmware that runs in the VM; `fault` breaks the simulated machine
instead.
"""

from __future__ import annotations

from dataclasses import dataclass

from faro.sim.scenarios.shuffler import TEN_SHELVES

ONE_CYCLE = "one cycle"
POSITIONS = "positions, chi² at 99 %"
REPEATED = "an order came twice"


@dataclass(frozen=True)
class Mutant:
    """What is broken, which check must see it, within how many cycles, with which power."""

    name: str
    text: str
    check: str
    cycles: int
    power: float
    source: str = ""
    fault: str = ""


_SHUFFLE = "from firmware.shuffler import plan\n"

_NAIVE = (
    _SHUFFLE
    + """
def naive(buf, n, draw):
    for i in range(n):
        j = draw(n)
        buf[i], buf[j] = buf[j], buf[i]
    return True
plan.shuffle_in_place = naive
"""
)
_SATTOLO = (
    _SHUFFLE
    + """
def sattolo(buf, n, draw):
    for last in range(n - 1, 0, -1):
        j = draw(last) if last > 1 else 0
        buf[last], buf[j] = buf[j], buf[last]
    return True
plan.shuffle_in_place = sattolo
"""
)
_MODULO = """
from firmware.trust import generator
generator.draw_below = lambda k, next_byte: next_byte() % k
"""
_TAIL = (
    _SHUFFLE
    + """
whole = plan.shuffle_in_place
plan.shuffle_in_place = lambda buf, n, draw: whole(buf, n - 8, draw)
"""
)
_STICKING = (
    _SHUFFLE
    + """
def sticking(buf, n, draw):
    clumps = []
    for card in range(n):
        if clumps and draw(5) == 0:
            clumps[-1].append(card)
        else:
            clumps.append([card])
    for last in range(len(clumps) - 1, 0, -1):
        j = draw(last + 1)
        clumps[last], clumps[j] = clumps[j], clumps[last]
    at = 0
    for clump in clumps:
        for card in clump:
            buf[at] = card
            at += 1
    return True
plan.shuffle_in_place = sticking
"""
)
_STUCK = (
    _SHUFFLE
    + """
from firmware.trust.drbg import HmacDrbg
from firmware.trust.sampler import RandomBytes
whole = plan.shuffle_in_place
def stuck(buf, n, _draw):
    drbg = HmacDrbg()
    drbg.instantiate(bytes(32), bytes(16))
    return whole(buf, n, RandomBytes(drbg).draw)
plan.shuffle_in_place = stuck
"""
)

MUTANTS = (
    Mutant("shelves", "10 shelves, one pass", ONE_CYCLE, 1, 1.0, TEN_SHELVES),
    Mutant("tail", "last 8 cards not shuffled", ONE_CYCLE, 1, 1.0, _TAIL),
    Mutant("sticking", "20 % of neighbours stick", ONE_CYCLE, 1, 0.95, _STICKING),
    Mutant("carousel", "carousel stays put, reports success", ONE_CYCLE, 1, 1.0, "", "drum"),
    Mutant("stuck", "generator gives the same again", REPEATED, 2, 1.0, _STUCK),
    Mutant("sattolo", "no card may stay (Sattolo)", POSITIONS, 230, 0.8, _SATTOLO),
    Mutant("naive", "naive swap", POSITIONS, 349, 0.8, _NAIVE),
    Mutant("modulo", "byte modulo k", POSITIONS, 2664, 0.8, _MODULO),
)
BY_NAME = {mutant.name: mutant for mutant in MUTANTS}
