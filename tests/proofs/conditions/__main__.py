"""`make conditions`: every story under every condition, as a table."""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor

from hw_sim.pacing import use_one_core
from tests.proofs.conditions import linked_cuts
from tests.proofs.conditions.conditions import BY_ID, cases
from tests.proofs.conditions.play import wrong_with
from tests.proofs.conditions.stories import stories

LINKED = "linked"  # not a condition of a file's story, but of three boards on a line


def _run(case: tuple[str, str]) -> str:
    if case[0] == LINKED:
        return linked_cuts.wrong_with(case[1])
    return wrong_with(case[1], BY_ID[case[0]])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--case", help="condition/story")
    parser.add_argument("--condition", action="append", choices=[*BY_ID, LINKED])
    parser.add_argument("--story", action="append", choices=stories())
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    chosen = [(condition.id, story) for condition, story in cases()]
    chosen += [(LINKED, case) for case in linked_cuts.cases()]
    if args.case:
        condition, _, story = args.case.partition("/")
        chosen = [(condition, story)]
    chosen = [
        (condition, story)
        for condition, story in chosen
        if condition in (args.condition or [condition]) and story in (args.story or [story])
    ]
    failed = 0
    with ProcessPoolExecutor(args.jobs, initializer=use_one_core) as pool:
        for case, wrong in zip(chosen, pool.map(_run, chosen), strict=True):
            failed += bool(wrong)
            print(f"{'/'.join(case):32} {'WRONG: ' + wrong if wrong else 'ok'}", flush=True)
    print(f"{len(chosen) - failed} of {len(chosen)} well")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
