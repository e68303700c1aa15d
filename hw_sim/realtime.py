"""Everything that can keep the loop, the interrupts or the flash busy: how long, and what waits.

`python -m hw_sim.realtime` writes docs/realtime.md from these rows; tests/chip/test_costs.py holds
them against what the emulated chip measures.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs/realtime.md"
LOOP, INTERRUPTS = "loop", "interrupts"


@dataclass(frozen=True)
class Row:
    """`most_us` on an RP2040 at 125 MHz; `bench` is a name of tests/chip/costs.py."""

    what: str
    keeps: str
    most_us: int
    source: str
    waits: str
    why: str
    bench: str = ""


ROWS = (
    Row(
        "sector erase",
        INTERRUPTS,
        400_000,
        "W25Q16JV: 45 ms typical, 400 at worst",
        "edges, UART, USB, the loop; pulses, cameras, encoder go on by PIO and DMA",
        "only when nothing moves and no input has changed for a second; RS-485 is caught by DMA for"
        " 55 ms; in a longer one frames are damaged, refused by their CRC and asked for again;"
        " USB's host waits; the watchdog has 8 s",
    ),
    Row(
        "page program",
        INTERRUPTS,
        3_000,
        "W25Q16JV: 0.4 ms typical, 3 at worst",
        "edges, UART, the loop",
        "the UART's queue of 32 bytes holds 2.8 ms; edges of a pin are at least 5 ms apart; a"
        " damaged frame is asked for again",
    ),
    Row(
        "end of a frame on RS-485",
        INTERRUPTS,
        100,
        "tests/chip/test_driver_enable.py",
        "edges, UART",
        "a hard alarm switches the driver off: at most twelve looks, then it comes again; a page"
        " program waits up to 3 ms so that none falls into a frame's end",
    ),
    Row(
        "converter held",
        INTERRUPTS,
        120,
        "tests/chip/test_shoe_drivers.py",
        "edges, UART",
        "less than the time of two bytes",
    ),
    Row(
        "hard interrupt of an input",
        INTERRUPTS,
        100,
        "tests/chip/test_shoe_drivers.py",
        "other edges",
        "one priority: they come one after another, each with its own time and count",
    ),
    Row(
        "collection",
        LOOP,
        64_000,
        "make chip-bench, for 400 kB in use; half of it on an RP2350",
        "the loop; edges are taken by hard interrupts meanwhile",
        "called when nothing moves, before a motion, or between two moves while the drum turns;"
        " tests/scenario/test_collections.py shows that none comes by itself",
        "collection, 60 kB of objects more",
    ),
    Row(
        "asking for the free heap",
        LOOP,
        18_000,
        "make chip-bench, twice for the shoe's heap",
        "the loop",
        "every sixteenth heartbeat, when nothing moves",
        "gc.mem_free",
    ),
    Row(
        "a card's two pictures unpacked",
        LOOP,
        25_000,
        "make chip-bench",
        "the loop: the roller runs on",
        "with both corners at most 112 ms: a card is seated in time up to there"
        " (tests/scenario/test_slow_reader.py)",
        "picture unpacked",
    ),
    Row(
        "a card corner read, briefly",
        LOOP,
        30_000,
        "tests/chip/recognition_bench.py",
        "the loop: the roller runs on",
        "see above; a hard one is read again when the card stands",
    ),
    Row(
        "one try more at a hard corner",
        LOOP,
        90_000,
        "budget: a whole corner takes up to 217 (tests/chip/recognition_bench.py)",
        "the loop",
        "the loop comes between two tries: of a card pulled out by hand, where the next card's"
        " pictures wait in the cameras' buffer (tests/scenario/test_long_look.py), and of one that"
        " stands in the machine (test_machine_look.py); all of them at once only at enrolment,"
        " before the next card's pictures, and before a request that changes something, from a"
        " role that may: what it changes must come after the card in the record",
    ),
    Row(
        "a refused card's picture kept in flash",
        LOOP,
        45_000,
        "61 pages at 0.7 ms; interrupts between two pages",
        "the loop",
        "of cards pulled out by hand, two at most; the second one is left out when the next card"
        " is out already, whose pictures are taken then and whenever a commit begins or ends",
    ),
    Row(
        "signature checked",
        LOOP,
        160_000,
        "make chip-bench",
        "the loop",
        "at boot; during an update in steps of one chain",
        "signature: HSS/LMS checked",
    ),
    Row(
        "4 kB hashed",
        LOOP,
        5_000,
        "make chip-bench",
        "the loop",
        "updates and attestation, a piece at a time",
        "SHA-256 of 4 kB",
    ),
    Row(
        "event recorded",
        LOOP,
        4_000,
        "make chip-bench; and 102 bytes of I2C, one page",
        "the loop",
        "edges wait in the ring with their times; the ring counts what it would drop",
        "journal record",
    ),
    Row(
        "commit of the store",
        LOOP,
        6_500,
        "make chip-bench; and up to 80 ms of I2C",
        "the loop",
        "what can wait is not committed while cards move (test_quiet_while_moving.py)",
        "store commit",
    ),
    Row(
        "cell checked",
        LOOP,
        2_600,
        "make chip-bench; and I2C",
        "the loop",
        "one a heartbeat, when nothing moves",
        "store check of a cell",
    ),
    Row(
        "frame of 215 bytes in",
        LOOP,
        900,
        "make chip-bench",
        "the loop",
        "RS-485 is read as far as it has come: no wait for the next byte",
        "frame of 215 bytes in",
    ),
    Row(
        "hand valued",
        LOOP,
        2_600,
        "make chip-bench",
        "the loop",
        "at the end of a round",
        "hand: nothing",
    ),
    Row(
        "carousel move set up",
        LOOP,
        700,
        "make chip-bench",
        "the loop",
        "the pulses themselves need no processor",
        "steps: move",
    ),
    Row(
        "first carousel move: its ramp",
        LOOP,
        36_000,
        "make chip-bench",
        "the loop",
        "once after boot, before the first card",
        "steps: first move with its ramp",
    ),
    Row(
        "USB host that does not read",
        LOOP,
        3_000,
        "boards/common: time limit of the port's write",
        "the loop",
        "once; then frames are dropped and counted until there is room",
    ),
    Row(
        "RS-485 frame sent to its end before an erase",
        LOOP,
        20_000,
        "231 bytes at 115,200 baud",
        "the loop",
        "only before an erase, see there",
    ),
    Row(
        "seats looked at",
        LOOP,
        8_000,
        "chip-test: a wager seen and recorded, event included",
        "the loop",
        "the expander holds its interrupt until it is read",
    ),
)
_HEAD = """# Real time: what keeps a board busy, and what waits meanwhile

Made by `python -m hw_sim.realtime` from hw_sim/realtime.py. Longest times on an RP2040 at 125 MHz;
the shoe's RP2350 needs about half of the processor's. What the simulator charges in every run is in
hw_sim/charges.py, and costs with their share of the budget are in [benchmarks.md](benchmarks.md).

Without the processor, whatever keeps it: step pulses and their count, the encoder's count, both
cameras' lines (PIO and DMA). With hard interrupts, also during a collection: edges, with time and
count. In the loop, after what is going on: all decisions. The watchdog bites after 8 s.

| what | keeps | at most, ms | from | what waits | why nothing is lost |
|---|---|---|---|---|---|
"""


def page() -> str:
    """The document."""
    lines = [
        f"| {r.what} | {r.keeps} | {r.most_us / 1000:g} | {r.source} | {r.waits} | {r.why} |\n"
        for r in sorted(ROWS, key=lambda r: (r.keeps, -r.most_us))
    ]
    return _HEAD + "".join(lines)


def main() -> int:
    PAGE.write_text(page())
    print(f"made {PAGE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
