"""Which cases a run has: all of them, a sample spread over the scenarios, or single ones."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from hw_sim.power import CUT_MODES
from tests.proofs.powerloss.case import IDLE, Broken, Case
from tests.proofs.powerloss.engine import run_case
from tests.proofs.powerloss.progress import Progress
from tests.proofs.powerloss.scenarios import DOUBLE_CUT, FIRST_CUTS_IN, SCENARIOS

_SECONDS_PER_FIRST = 5  # a first cut is made once and used for this many second cuts


@dataclass
class Plan:
    """Operations of each scenario without a cut, and the cases to run."""

    operations: dict[str, int] = field(default_factory=dict[str, int])
    cases: list[Case] = field(default_factory=list[Case])


def make_plan(
    names: Sequence[str] = (), sample: int | None = None, tears: int = 1, pairs: int = 1_000
) -> Plan:
    """Count each scenario's operations, then list the cuts; a sample is spread evenly."""
    chosen = list(names) or list(SCENARIOS)
    plan = Plan()
    for name in {*chosen, *(FIRST_CUTS_IN if DOUBLE_CUT in chosen else ())}:
        if name != DOUBLE_CUT:
            plan.operations[name] = count_operations(name)
    rng = random.Random("plan")
    share = None if sample is None else -(-sample // len(chosen))
    for name in chosen:
        if name == DOUBLE_CUT:
            plan.cases += double_cuts(plan, pairs if share is None else share, rng)
            continue
        cuts = all_cuts(name, plan.operations[name], tears)
        plan.cases += cuts if share is None else rng.sample(cuts, min(share, len(cuts)))
    if sample is not None:
        plan.cases = plan.cases[:sample] if len(chosen) == 1 else plan.cases
    return plan


def count_operations(scenario: str, first: Case | None = None) -> int:
    """Run a scenario without a cut; raises Broken when even that fails."""
    result = run_case(Case(scenario, IDLE, "after", 0, first))
    if result.failure:
        raise Broken(f"{result.case.id}: {result.failure}")
    return result.operations


def all_cuts(scenario: str, operations: int, tears: int, first: Case | None = None) -> list[Case]:
    """Before every operation, torn at `tears` places, and after the last.

    After any other one is before the next: the same memory, and what the board said meanwhile
    binds it as well.
    """
    return [
        Case(scenario, operation, mode, seed, first)
        for operation in range(operations)
        for mode in CUT_MODES
        for seed in range(tears if mode == "torn" else 1)
        if mode != "after" or operation == operations - 1
    ]


def double_cuts(plan: Plan, limit: int, rng: random.Random) -> list[Case]:
    """Pairs of cuts, at most `limit` (0: all); the second falls into the boot, or is late."""
    firsts = [
        cut
        for name in FIRST_CUTS_IN
        if name in plan.operations
        for cut in all_cuts(name, plan.operations[name], 1)
    ]
    rng.shuffle(firsts)
    cases: list[Case] = []
    if limit:
        firsts = firsts[: -(-limit // _SECONDS_PER_FIRST)]
    progress = Progress("first cuts of double ones made", len(firsts))
    for first in firsts:
        # One idle cut each: a board that only *looks* recovered shows it at the boot after.
        idle = Case(DOUBLE_CUT, IDLE, "after", 0, first)
        seconds = all_cuts(DOUBLE_CUT, _boot_operations(first), 1, first)
        if limit:
            seconds = rng.sample(seconds, min(_SECONDS_PER_FIRST - 1, len(seconds)))
        cases += [idle, *seconds]
        progress.add()
    return cases[:limit] if limit else cases


def _boot_operations(first: Case) -> int:
    """How many operations the boot after a first cut has; 0 when it fails (the idle case tells)."""
    result = run_case(Case(DOUBLE_CUT, IDLE, "after", 0, first))
    return result.operations
