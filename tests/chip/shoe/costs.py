"""`make chip-bench BOARD=shoe_pico2`: what the firmware's work costs on the emulated RP2350."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from firmware.trust.image import HEADER_BYTES
from hw_sim import charges
from hw_sim.chip.tools import CACHE, ROOT
from tests.chip.costs import PARTS
from tests.chip.shoe.program import SlotProgram
from tests.chip.shoe.rig import signed_image
from tests.chip.states import signing_key

PROGRAM = Path(__file__).parents[1] / "cost_overlay"
COSTS = CACHE / "costs_shoe.json"
PAGE = ROOT / "docs/benchmarks_shoe.md"
# what is measured, and the row of hw_sim/charges.py that the simulator charges for it
CHARGED = {
    "journal record": "record",
    "store commit": "commit",
    "store check of a cell": "check",
    "hand: nothing": "hand",
    "picture unpacked": "picture",
    "gate edge through the mover": "edge",
    "request: STATUS": "frame",
}
_HEAD = """# What the firmware's work costs on the shoe's chip

Made by `make chip-bench BOARD=shoe_pico2`: the real code on an emulated RP2350, 150 MHz, flash
behind a cache of 16 kB whose misses are charged (60 cycles, 36 for a line that follows), memory
chips as RAM (their wires' time comes on top: 22.5 µs a byte of I2C). How true the processor's
cycles are: [chip.md](chip.md).

| work | µs | the simulator charges a shoe, µs |
|---|---|---|
"""


def measure() -> dict[str, int]:
    """Microseconds by name; a board for each part, so that none works in another one's heap."""
    found: dict[str, int] = {}
    image = signed_image()
    for part in (*PARTS, "hashing"):
        with SlotProgram(PROGRAM) as program:
            program.until()
            key = (signing_key().public_key, image.data[:HEADER_BYTES], image.signature)
            asked = (part, *(key if part == "hashing" else ()))
            for line in program.ask(repr(asked)).splitlines():
                name, _, us = line.rpartition(" ")
                found[name] = int(us)
    return found


def page(found: dict[str, int]) -> str:
    charged = charges.charged_us("shoe")
    rows = [
        f"| {name} | {us:,} | {charged[CHARGED[name]]:,} |\n" if name in CHARGED
        else f"| {name} | {us:,} | |\n"
        for name, us in sorted(found.items())
        if "heap in use" not in name
    ]  # fmt: skip
    return _HEAD + "".join(rows)


def main() -> int:
    found = measure()
    COSTS.parent.mkdir(parents=True, exist_ok=True)
    COSTS.write_text(json.dumps(found, indent=1) + "\n")
    PAGE.write_text(page(found))
    for name, us in found.items():
        print(f"{name:44}{us:>9,} µs")
    return 0


if __name__ == "__main__":
    sys.exit(main())
