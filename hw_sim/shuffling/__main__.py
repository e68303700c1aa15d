"""`make machine-matrix`: faults × steps as a table; `--case fault/step` repeats one."""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor

from firmware.shuffler.cycle import STATE_NAMES
from hw_sim.machine_faults import BY_ID
from hw_sim.pacing import use_one_core
from hw_sim.shuffling.matrix import CaseResult, cases, run_case


def _run(case: tuple[str, str]) -> CaseResult:
    fault, step = case
    try:
        return run_case(BY_ID[fault], step)
    except Exception as error:  # noqa: BLE001 (one broken case must not hide the others)
        return CaseResult(fault, step, wrong=[f"{type(error).__name__}: {error}"[:300]])


def line(result: CaseResult) -> str:
    """One row of the table."""
    jam = f"{result.jam_ms} ms" if result.jam_ms >= 0 else "–"
    found = f"{result.found_ms} ms" if result.found_ms >= 0 else "–"
    state = STATE_NAMES[result.state] if result.state >= 0 else "?"
    verdict = "ok" if not result.wrong else "WRONG: " + "; ".join(result.wrong)
    return (
        f"{result.fault:20} {result.step:8} {result.finding or 'gets over it':16} {jam:>7}"
        f" {found:>9} {result.retries:>3} {state:11} {result.after:10} {verdict}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--case", help="fault/step, e.g. jam-throat/feed")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    if options.case:
        fault, _, step = options.case.partition("/")
        wanted = [(fault, step)]
    else:
        wanted = [(fault.id, step) for fault, step in cases()]
    print(f"{'fault':20} {'step':8} {'finding':16} {'jam':>7} {'fault':>9} {'try':>3}"
          f" {'state':11} {'then':10} verdict")  # fmt: skip
    bad = 0
    with ProcessPoolExecutor(options.jobs, initializer=use_one_core) as pool:
        for result in pool.map(_run, wanted):
            bad += bool(result.wrong)
            print(line(result), flush=True)
    print(f"{len(wanted)} cases, {bad} wrong; cards conserved in all others, no bad pack delivered")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
