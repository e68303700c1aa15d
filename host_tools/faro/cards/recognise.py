"""Counts over a folder of frames, read by the board's recogniser inside MicroPython.

A folder holds single-sensor reads.  Its enrolment reads make the templates; each test read is
then right, refused with a reason, or wrong.  What is no card is right when it is not taken for
one of the pack.
"""
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from faro.cards.picture_folder import FrameFolder
from faro.wire.errors import FaroError
from firmware.cards.codes import card_named, is_card, name_of
from firmware.cards.recognise.reasons import words_of
from hw_sim.reader import LINES, PIX, Enrol, Reader, Reading, is_whole_deck, red_lines

# ranks of a design without a good read: a folder is then counted all the same, and their cards are
# refused; the board's own enrolment turns such a design away
_MOST_LACKING = 4


class CannotEnrol(FaroError):
    """The enrolment reads make no templates; says why."""


@dataclass
class Counts:
    """What became of the reads of one severity."""

    right: int = 0
    refused: int = 0
    wrong: int = 0
    reasons: Counter[str] = field(default_factory=Counter[str])

    def as_json(self) -> dict[str, Any]:
        return {
            "right": self.right,
            "refused": self.refused,
            "wrong": self.wrong,
            "reasons": dict(self.reasons.most_common()),
        }


@dataclass
class Tally:
    """Counts per severity, and the pairs that were confused."""

    severity: dict[int, Counts] = field(default_factory=dict[int, Counts])
    pairs: list[str] = field(default_factory=list[str])

    def add(self, truth: str, sev: int, reading: Reading) -> None:
        counts = self.severity.setdefault(sev, Counts())
        is_taken = is_card(reading.code)
        if len(truth) == 2:  # a card of the pack
            if reading.code == card_named(truth):
                counts.right += 1
            elif is_taken:
                counts.wrong += 1
                self.pairs.append(f"{truth}>{name_of(reading.code)}")
            else:
                counts.refused += 1
                counts.reasons[words_of(reading.reason)] += 1
        elif is_taken:
            counts.wrong += 1
            self.pairs.append(f"{truth}>{name_of(reading.code)}")
        else:
            counts.right += 1

    def as_json(self) -> dict[str, Any]:
        return {
            "severity": {str(sev): c.as_json() for sev, c in sorted(self.severity.items())},
            "pairs": self.pairs,
        }


def check_size(folder: FrameFolder) -> None:
    """Refuse frames of another size than the board's sensor gives."""
    if (folder.lines, folder.pix) != (LINES, PIX):
        raise FaroError(
            f"{folder.path}: frames of {folder.lines} × {folder.pix}; "
            f"the board's sensor gives {LINES} lines of {PIX} pixels"
        )


def enrol_reads(folder: FrameFolder) -> list[Enrol]:
    """The folder's enrolment reads as the board gets them."""
    reads: list[Enrol] = []
    for i in folder.of_kind("enrol"):
        truth = folder.frames[i].truth
        if len(truth) != 2:
            raise CannotEnrol(f"{folder.path}: frame {i} enrols {truth}, which is no card")
        reads.append((card_named(truth), folder.green(i), red_lines(folder.red(i))))
    if not is_whole_deck(reads):
        have = {card for card, _, _ in reads}
        lacking = " ".join(name_of(card) for card in range(52) if card not in have)
        raise CannotEnrol(f"{folder.path}: no enrolment read of {lacking}")
    return reads


def enrol(reader: Reader, folder: FrameFolder) -> bytes:
    """Templates from the folder's enrolment reads; CannotEnrol says which cards failed."""
    block, refused = reader.enrol(enrol_reads(folder), _MOST_LACKING)
    if block is None:
        worst = Counter(words_of(reason) for _, reason in refused).most_common(1)
        why = worst[0][0] if worst else "no read was good enough"
        raise CannotEnrol(
            f"{folder.path}: this design cannot be enrolled: {len(refused)} reads refused, "
            f"mostly because of '{why}'"
        )
    return block


def recognise(
    folder: FrameFolder, reader: Reader, step: Callable[[int], None] = lambda done: None
) -> Tally:
    """Enrol from the folder, read its test frames, count; `step` is told of each frame done."""
    check_size(folder)
    reader.load(enrol(reader, folder))
    tests = folder.of_kind("test")
    tally = Tally()

    def frames() -> Iterator[tuple[bytes, bytes]]:
        for i in tests:
            yield folder.green(i), red_lines(folder.red(i))

    for i, reading in zip(tests, reader.read_many(frames()), strict=True):
        entry = folder.frames[i]
        tally.add(entry.truth, entry.sev, reading)
        step(1)
    return tally
