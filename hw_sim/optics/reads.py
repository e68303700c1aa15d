"""Readings by the thousand: every frame from its own seed, so any one can be made again alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from hw_sim.optics.conditions import Conditions, draw, draw_motion, draw_patch, from_behind
from hw_sim.optics.design import CARD_NAMES, Design
from hw_sim.optics.picture import Picture
from hw_sim.optics.render import Frame, render
from hw_sim.optics.things import CUT_COLOURS, Thing, pictures

# what a stream of random numbers is for; part of every frame's seed, so never renumbered
_ENROL, _TEST, _OTHER, _PAIR = 1, 2, 3, 4

# not a card of the pack: the truth in the folder, in the order of their seeds
OTHERS = ("JOKER", "BACK", "CUT", "BLANK", "TWO", "FOREIGN")


@dataclass(frozen=True)
class Read:
    """One reading with what it really was."""

    truth: str
    kind: str
    sev: int
    green: Frame
    red: Frame
    notes: tuple[str, ...] = ()


def notes_of(at: Conditions) -> tuple[str, ...]:
    """What of the conditions an analysis wants to know."""
    found = {mark.kind for mark in at.marks if mark.kind in ("patch", "scratch")}
    if at.stripes:
        found.add("stripe")
    if at.stuck:
        found.add("stuck")
    return tuple(sorted(found))


def read_card(
    design: Design, name: str, sev: int, seed: int, n: int, kind: str = "test", end: int = 0
) -> Read:
    """Reading `n` of a card: the same seed and numbers give the same bytes."""
    code = _TEST if kind == "test" else _ENROL
    rng = np.random.default_rng([seed, code, sev, CARD_NAMES.index(name), end, n])
    at = draw(sev, rng)
    green, red = render(design.picture(name, end), at)
    return Read(name, kind, sev, green, red, notes_of(at))


def read_pair(
    design: Design, name: str, sev: int, seed: int, n: int, is_patched: bool = False
) -> tuple[Read, Read]:
    """Both cameras' readings of one pass: one pull, everything else of its own.

    With `is_patched` something opaque lies on or near one of the two indexes in any case.
    """
    rng = np.random.default_rng([seed, _PAIR, sev, CARD_NAMES.index(name), n])
    motion = draw_motion(sev, rng)
    seen = [draw(sev, rng, motion), draw(sev, rng, from_behind(motion, rng))]
    patched = seen[n >> 1 & 1]
    if is_patched and "patch" not in notes_of(patched):
        seen[n >> 1 & 1] = patched.but(marks=(*patched.marks, draw_patch(rng)))
    reads: list[Read] = []
    for end, at in enumerate(seen):
        at = at.but(ink_loss=seen[0].ink_loss)  # it is one card
        green, red = render(design.picture(name, end ^ (n & 1)), at)
        reads.append(Read(name, "test", sev, green, red, notes_of(at)))
    return reads[0], reads[1]


def enrol_reads(design: Design, reads: int, seed: int, sev: int = 1) -> Iterator[Read]:
    """Whole decks in order, `reads` of each card, either end leading."""
    for n in range(reads):
        for name in CARD_NAMES:
            yield read_card(design, name, sev, seed, n, "enrol", n % 2)


def counted_reads(
    design: Design,
    count: int,
    seed: int,
    sevs: Sequence[int] = (1, 2, 3),
    names: Sequence[str] = CARD_NAMES,
    first: int = 0,
) -> Iterator[Read]:
    """`count` readings of each card at each severity, card by card, both ends in turn."""
    for name in names:
        for n in range(first, first + count):
            for sev in sevs:
                yield read_card(design, name, sev, seed, n, "test", n % 2)


def _other_picture(
    design: Design, truth: str, foreign: Sequence[Design], rng: np.random.Generator
) -> tuple[Picture, str]:
    """Something of that sort, and which it was."""
    end = int(rng.integers(2))
    face, second = (CARD_NAMES[int(i)] for i in rng.integers(0, len(CARD_NAMES), 2))
    if truth == "FOREIGN":
        stranger = foreign[int(rng.integers(len(foreign)))]
        return stranger.picture(face, end), f"{stranger.name} {face}"
    if truth == "CUT":
        colour = tuple(CUT_COLOURS)[int(rng.integers(len(CUT_COLOURS)))]
        return pictures(Thing(design.name, cut=colour))[end], colour
    if truth == "TWO":
        offset = float(rng.uniform(-15, 15))
        thing = Thing(design.name, face, with_face=second, offset_mm=offset)
        return pictures(thing)[end], f"{face} under {second} {offset:.1f} mm"
    if truth == "JOKER":
        jokers = [name for name in design.faces if name.startswith("JOKER")]
        name = jokers[int(rng.integers(len(jokers)))]
        return design.picture(name, end), name
    return design.picture(truth, end), ""


def others_of(design: Design, foreign: Sequence[Design]) -> tuple[str, ...]:
    """The sorts of non-cards that this design's artwork has."""
    return tuple(
        truth
        for truth in OTHERS
        if truth in ("CUT", "TWO") or (foreign if truth == "FOREIGN" else truth in design.faces)
    )


def other_reads(
    design: Design,
    count: int,
    seed: int,
    sevs: Sequence[int] = (1, 2, 3),
    foreign: Sequence[Design] = (),
) -> Iterator[Read]:
    """`count` readings of each sort of non-card at each severity."""
    for truth in others_of(design, foreign):
        for n in range(count):
            for sev in sevs:
                rng = np.random.default_rng([seed, _OTHER, sev, OTHERS.index(truth), n])
                picture, note = _other_picture(design, truth, foreign, rng)
                at = draw(sev, rng)
                if truth == "CUT":
                    at = at.but(ink_loss=0.0)  # plastic
                green, red = render(picture, at)
                notes = (note, *notes_of(at)) if note else notes_of(at)
                yield Read(truth, "test", sev, green, red, notes)
