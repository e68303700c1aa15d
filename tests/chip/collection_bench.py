"""`make chip-collection`: how long the meter's heap takes to collect on the emulated RP2040.

The image that ships, on a used board; the program counter is looked at while it idles, and a
stretch of time in the collector is one collection.
"""

from __future__ import annotations

import sys
from collections import Counter

from hw_sim.chip.board import ChipBoard
from hw_sim.chip.image_file import function_at, read_functions
from tests.chip.states import ELF, UF2, used_board

LIMIT_MS = 15  # docs/benchmarks.md
STEP_NS = 1688  # 211 cycles: a prime, so that no loop keeps step with it
_LOOK_MS = 1.0
_SEARCH_MS = 45_000


def collections(board: ChipBoard, count: int) -> list[Counter[str]]:
    """Looks at the functions of some collections; each look is worth STEP_NS."""
    functions = read_functions(ELF)
    found: list[Counter[str]] = []
    now: Counter[str] = Counter()
    end_ms = board.now_ms + _SEARCH_MS
    while len(found) < count and board.now_ms < end_ms:
        seen: Counter[str] = Counter()
        for address, n in board.profile(_LOOK_MS, STEP_NS).items():
            seen[function_at(functions, address)] += n
        board.run(0)  # only to learn the time
        collecting = sum(n for name, n in seen.items() if name.startswith("gc_"))
        if collecting * STEP_NS >= _LOOK_MS * 1e6 / 8:
            now.update({name: n for name, n in seen.items() if name.startswith("gc_")})
        elif now:
            if sum(now.values()) * STEP_NS > 2e6:  # less is an allocation
                found.append(now)
            now = Counter()
    return found


def main() -> int:
    """Three collections of an idle meter."""
    with ChipBoard(UF2, ELF) as board:
        board.put(used_board().contents)
        board.power_on()
        board.wait_colour("green")
        found = collections(board, 3)
    worst = 0.0
    for one in found:
        took_ms = sum(one.values()) * STEP_NS / 1e6
        worst = max(worst, took_ms)
        parts = ", ".join(f"{name} {n * STEP_NS / 1e6:.1f}" for name, n in one.most_common(4))
        print(f"  collection: {took_ms:5.1f} ms ({parts})")
    print(f"  worst {worst:.1f} ms, {worst * 100 / LIMIT_MS:.0f} % of the budget of {LIMIT_MS} ms")
    return 0 if found and worst <= LIMIT_MS else 1


if __name__ == "__main__":
    sys.exit(main())
