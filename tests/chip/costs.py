"""`make chip-bench`: what the firmware's pieces of work cost on the emulated RP2040."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from firmware.trust.image import HEADER_BYTES
from hw_sim.chip.tools import CACHE, ROOT
from tests.chip.bench import Bench, bench_image
from tests.chip.states import ELF, UF2, signing_key, used_board

PROGRAM = Path(__file__).parent / "cost_overlay"
COSTS = CACHE / "costs.json"
PARTS = (
    "storage", "frames", "requests", "hands", "loop", "moving", "picture", "steps", "collection"
)  # fmt: skip


def measure() -> dict[str, int]:
    """Microseconds by name."""
    found: dict[str, int] = {}
    image = used_board().image
    key, signature = signing_key().public_key, image.signature
    for part in (*PARTS, "hashing"):
        # a board each: what one part leaves in the heap is not the next one's cost
        bench = Bench(bench_image(UF2, ELF, [PROGRAM]))
        with bench:
            bench.start(10_000)
            args = (key, image.data[:HEADER_BYTES], signature) if part == "hashing" else ()
            bench.usb_send(repr((part, *args)).encode() + b"\n")
            for line in bench.answer(30_000).splitlines():
                name, _, us = line.rpartition(" ")
                found[name] = int(us)
    return found


# what is measured, its budget, and where that comes from
BUDGETS = (
    ("frame of 215 bytes in", 18_700, "its own time at 115,200 baud"),
    ("frame of 215 bytes out", 18_700, "its own time at 115,200 baud"),
    ("journal record", 10_000, "a hundred events a second"),
    ("store commit", 20_000, "between two cards that a hand deals"),
    ("jackpot class of a hand", 50_000, "a person sees no delay"),
    ("hand: royal flush", 50_000, "a person sees no delay"),
    ("hand: nothing", 50_000, "a person sees no delay"),
    ("edge from the ring to its task", 5_000, "3 mm of a card's way"),
    ("carousel: turn planned", 10_000, "the braking roller's time constant"),
    ("steps: move", 10_000, "the braking roller's time constant"),
    ("picture unpacked", 52_000, "112 ms for a card less two corners of 30"),
    ("collection, 60 kB of objects more", 15_000, "the goal; between two moves"),
    ("SHA-256 of 4 kB", 20_000, "a piece of an update between two frames"),
    ("signature: HSS/LMS checked", 1_000_000, "of a boot"),
)
_HEAD = """# Benchmarks: what the firmware's work costs on the chip

Made by `make chip-bench`: the real code on an emulated RP2040, 125 MHz, flash without wait states,
memory chips as RAM (their wires' time comes on top: 22.5 µs a byte of I2C). A card corner is in
[recognition.md](recognition.md), a sector erase takes 45 ms (data sheet; caught for 55, see
[realtime.md](realtime.md)). Whole requests are in [chip.md](chip.md).

| work | µs | budget, µs | share | the budget is |
|---|---|---|---|---|
"""


def page(found: dict[str, int]) -> str:
    """docs/benchmarks.md."""
    lines = [
        f"| {name} | {found[name]:,} | {budget:,} | {100 * found[name] / budget:.0f} % | {why} |\n"
        for name, budget, why in BUDGETS
    ]
    rest = sorted(set(found) - {row[0] for row in BUDGETS})
    lines += [f"| {name} | {found[name]:,} | | | |\n" for name in rest]
    return _HEAD + "".join(lines)


def main() -> int:
    found = measure()
    COSTS.write_text(json.dumps(found, indent=1) + "\n")
    (ROOT / "docs/benchmarks.md").write_text(page(found))
    for name, us in found.items():
        print(f"{name:44}{us:>9,} µs")
    return 0


if __name__ == "__main__":
    sys.exit(main())
