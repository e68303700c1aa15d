"""The two machines against each other: viper inside MicroPython, plain Python here, same frames.

Everything that a reading leaves behind is compared: code, reason, tries and the evidence.
"""

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false

from __future__ import annotations

from itertools import islice

from firmware.cards.recognise.recogniser import Recogniser
from hw_sim.optics.design import load_design
from hw_sim.optics.reads import counted_reads, other_reads
from hw_sim.reader import LINES, Reader, Reading, green_lines
from tests.proofs.recognition.tasks import enrol_design, frames_of

_OTHERS_PER_CARD = 8  # one non-card for so many cards


def compare(name: str, count: int, seed: int, reader: Reader) -> tuple[int, list[str]]:
    """Read `count` frames of a design on both; gives how many, and where they differ."""
    block, _ = enrol_design(reader, name, seed)
    if block is None:
        return 0, [f"{name} cannot be enrolled"]
    reader.load(block)
    twin = Recogniser(bytearray(block))
    design = load_design(name)
    per_card = -(-count // (52 * 3))
    cards = islice(counted_reads(design, per_card, seed), count)
    others = islice(other_reads(design, count // 60 + 1, seed), count // _OTHERS_PER_CARD)
    done = 0
    differing: list[str] = []
    for read in (*cards, *others):
        green, red = frames_of(read)
        code = twin.read(bytearray(green_lines(green)), bytearray(red), LINES)
        d = twin.decision
        d.work_out_clear(twin.view)
        mine = Reading(
            code, twin.reason, twin.tries, d.card, d.rank_diff, d.rank_extra, d.rank_clear,
            d.suit_diff, d.suit_extra, d.suit_clear,
        )  # fmt: skip
        if mine != reader.read(green, red):
            differing.append(f"{name} {read.truth} severity {read.sev}")
        done += 1
    return done, differing


def main() -> int:
    """10,000 frames over the own decks; 0 when the machines agree on all."""
    total = 0
    wrong: list[str] = []
    with Reader() as reader:
        for name in ("plain", "slab"):
            done, differing = compare(name, 4600, 3, reader)
            total += done
            wrong += differing
            print(f"{name}: {done} frames, {len(differing)} differ", flush=True)
    print(f"twins: {total} frames, {len(wrong)} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
