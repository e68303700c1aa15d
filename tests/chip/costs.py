"""`make chip-bench`: what the firmware's pieces of work cost on the emulated RP2040."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from hw_sim.chip.bench import Bench, bench_image
from hw_sim.chip.tools import CACHE
from firmware.trust.image import HEADER_BYTES
from tests.chip.states import ELF, UF2, signing_key, used_board

PROGRAM = Path(__file__).parent / "cost_overlay"
COSTS = CACHE / "costs.json"
PARTS = ("storage", "frames", "hands", "loop", "moving", "picture", "steps", "collection")


def measure() -> dict[str, int]:
    """Microseconds by name."""
    found: dict[str, int] = {}
    image = used_board().image
    key, signature = signing_key().public_key, image.signature
    for part in (*PARTS, "hashing"):
        # a board each: what one part leaves in the heap is not the next one's cost
        with Bench(bench_image(UF2, ELF, [PROGRAM])) as bench:
            bench.start(10_000)
            args = (key, image.data[:HEADER_BYTES], signature) if part == "hashing" else ()
            bench.usb_send(repr((part, *args)).encode() + b"\n")
            for line in bench.answer(30_000).splitlines():
                name, _, us = line.rpartition(" ")
                found[name] = int(us)
    return found


def main() -> int:
    found = measure()
    COSTS.write_text(json.dumps(found, indent=1) + "\n")
    for name, us in found.items():
        print(f"{name:44}{us:>9,} µs")
    return 0


if __name__ == "__main__":
    sys.exit(main())
