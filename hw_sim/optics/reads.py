"""Readings by the thousand: every frame from its own seed, so any one can be made again alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from hw_sim.optics.conditions import Conditions, draw
from hw_sim.optics.design import CARD_NAMES, Design
from hw_sim.optics.render import Frame, render

_ENROL, _TEST = 1, 2


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
    card = CARD_NAMES.index(name)
    rng = np.random.default_rng([seed, code, sev, card, end, n])
    at = draw(sev, rng)
    green, red = render(design.picture(name, end), at)
    return Read(name, kind, sev, green, red, notes_of(at))


def enrol_reads(design: Design, reads: int, seed: int, sev: int = 1) -> Iterator[Read]:
    """Whole decks in order, `reads` of each card."""
    for n in range(reads):
        for name in CARD_NAMES:
            yield read_card(design, name, sev, seed, n, "enrol", n % 2)


def test_reads(
    design: Design, count: int, seed: int, sevs: tuple[int, ...] = (1, 2, 3), first: int = 0
) -> Iterator[Read]:
    """`count` readings of each card at each severity, card by card, both ends in turn."""
    for name in CARD_NAMES:
        for n in range(first, first + count):
            for sev in sevs:
                yield read_card(design, name, sev, seed, n, "test", n % 2)
