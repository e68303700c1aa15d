"""`make shuffle-proof`: many cycles of the real firmware, judged; mutants, caught; plots."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

from hw_sim.shuffle_proof import catch, plots, series, vm_cycles
from hw_sim.shuffle_proof.models import Orders
from hw_sim.shuffle_proof.mutants import MUTANTS, Mutant
from hw_sim.vm import ROOT

REPORTS = ROOT / ".cache/reports"


def by_plan(cycles: int, mutant: Mutant, seed: int) -> Orders:
    """Generator and plan inside MicroPython; compartments as lists."""
    if mutant.fault:  # a carousel that does not turn: everything in one compartment
        return np.tile(np.arange(52), (cycles, 1))
    return vm_cycles.run(cycles, mutant.source, seed)


def main() -> None:
    """Print the report, write its pictures; exit status 1 if anything is not as it must be."""
    parser = argparse.ArgumentParser(prog="shuffle-proof", description=__doc__)
    parser.add_argument("--cycles", type=int, default=3000, help="cycles of the good machine")
    parser.add_argument("--series", type=int, default=40, help="series for each mutant's power")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--reports", type=Path, default=REPORTS)
    options = parser.parse_args()
    options.reports.mkdir(parents=True, exist_ok=True)
    is_good = _good(options.cycles, options.seed, options.reports)
    is_caught = _mutants(options.series, options.seed, options.reports)
    print(f"\npictures in {options.reports}")
    sys.exit(0 if is_good and is_caught else 1)


def _good(cycles: int, seed: int, reports: Path) -> bool:
    start = time.monotonic()
    orders = vm_cycles.run(cycles, "", seed)
    wall_s = time.monotonic() - start
    title = f"{cycles} cycles of 52 cards"
    print(f"{title}, {wall_s:.0f} s\n")
    print(f"  {'check':<34}{'measured':>12}{'expected':>12}{'chance':>9}")
    checks = series.checks(orders)
    for check in checks:
        print(check.row())
    alarms = series.first_alarms(orders)
    texts = [f"{alarm.check} at cycle {alarm.cycle}" for alarm in alarms]
    print(f"\n  alarms of the firmware's checks: {', '.join(texts) or 'none'}")
    plots.good_machine(orders, reports / "shuffle.png", title)
    return all(check.is_within for check in checks)


def _mutants(series_count: int, seed: int, reports: Path) -> bool:
    print(
        f"\n  {'broken on purpose':<38}{'check':<26}{'predicted':>13}{'caught':>13}"
        f"  {'by':<22}firmware's own first alarm"
    )
    rows = [catch.catch(mutant, by_plan, seed) for mutant in MUTANTS]
    for row in rows:
        print(row.row())
    plots.mutants(
        [(row.mutant.text, row.cycle, row.mutant.cycles, row.is_caught) for row in rows],
        reports / "shuffle_mutants.png",
    )
    if series_count:
        print("\n  share of many series caught within the predicted cycles:")
        for mutant in MUTANTS:
            many = series_count if mutant.cycles > 1000 else series_count * 5
            share = catch.power(mutant, by_plan, many)
            print(f"  {mutant.text:<38}{share:>6.2f}  (STANDARDS {mutant.power:.2f})")
    return all(row.is_caught for row in rows)


if __name__ == "__main__":
    main()
