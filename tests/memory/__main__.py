"""`make memory`: a table of the boards' heaps in each situation; fails when one is too full."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace

from faro.build.vm32 import build_vm32
from faro.sim.heaps import LEAST_FREE_PERCENT
from tests.memory.campaign import DoesNotRun, Result, run_situation, smallest_heap
from tests.memory.situations import SITUATIONS

_HEAD = (
    f"{'board':12}{'situation':15}{'heap':>9}{'most used':>11}{'free':>8}{'block':>9}"
    f"{'smallest':>10}"
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smallest", action="store_true", help="also look for the smallest heap")
    parser.add_argument("--only", help="a board or a situation")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    build_vm32(print)  # names that an older one does not hold would cost heap
    print(_HEAD, flush=True)
    is_well = True
    for situation in SITUATIONS:
        if options.only and options.only not in (situation.name, *situation.boards):
            continue
        try:
            results = run_situation(situation, options.jobs)
        except DoesNotRun as failure:
            print(f"does not run in the chip's heap: {failure}")
            is_well = False
            continue
        for result in results:
            free_bytes = result.heap_bytes - result.most_used_bytes
            if options.smallest:
                size = smallest_heap(situation, result.board, free_bytes, options.jobs)
                result = replace(result, smallest_bytes=size)
            print(_line(result), flush=True)
            is_well = is_well and result.is_enough
    wanted = ", ".join(f"{board} {n} %" for board, n in LEAST_FREE_PERCENT.items())
    print(f"{'passed' if is_well else 'FAILED'}: free at the high-water mark must be {wanted}")
    return 0 if is_well else 1


def _line(result: Result) -> str:
    smallest = f"{result.smallest_bytes:,}" if result.smallest_bytes else "-"
    return (
        f"{result.board:12}{result.situation:15}{result.heap_bytes:9,}{result.most_used_bytes:11,}"
        f"{result.free_percent:6.1f} %{result.block_bytes:9,}{smallest:>10}"
        f"{'' if result.is_enough else '  too full'}"
    )


if __name__ == "__main__":
    sys.exit(main())
