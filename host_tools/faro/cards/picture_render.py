"""Renders readings of the simulated cameras into a frame folder."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from faro.cards.picture_folder import FolderWriter
from faro.wire.errors import FaroError
from hw_sim.optics import design as designs
from hw_sim.optics import geometry, reads

_TELL_EVERY = 64


@dataclass(frozen=True)
class Wanted:
    """What a folder is to hold."""

    design: str
    cards: tuple[str, ...]
    count: int
    severities: tuple[int, ...]
    enrol_reads: int
    others: int
    foreign: tuple[str, ...]
    seed: int


def known_designs() -> tuple[str, ...]:
    """Own designs first, then fetched ones, then the stress cases."""
    return (*designs.design_names(), *designs.stress_names())


def _design(name: str) -> designs.Design:
    try:
        return designs.load_design(name)
    except designs.UnknownDesign as error:
        raise FaroError(str(error)) from None


def _strangers(wanted: Wanted) -> list[designs.Design]:
    """Named ones, or the other own design, so that there always is one."""
    if not wanted.others:
        return []
    names = wanted.foreign or tuple(n for n in ("plain", "slab") if n != wanted.design)[:1]
    if wanted.design in names:
        raise FaroError(f"{wanted.design} is not foreign to itself")
    return [_design(name) for name in names]


def render_folder(wanted: Wanted, out: Path, tell: Callable[[int, int], object]) -> int:
    """Writes the folder; what fails on the way leaves none behind.  Gives the number of frames."""
    chosen, strangers = _design(wanted.design), _strangers(wanted)
    sevs = wanted.severities
    sorts = len(reads.others_of(chosen, strangers)) if wanted.others else 0
    total = (
        len(designs.CARD_NAMES) * wanted.enrol_reads
        + len(wanted.cards) * wanted.count * len(sevs)
        + sorts * wanted.others * len(sevs)
    )
    if not total:
        raise FaroError("nothing to render: --count, --enrol-reads and --others are all 0")
    writer = FolderWriter(out, geometry.LINES, geometry.PIX, wanted.design)
    try:
        everything = chain(
            reads.enrol_reads(chosen, wanted.enrol_reads, wanted.seed),
            reads.counted_reads(chosen, wanted.count, wanted.seed, sevs, wanted.cards),
            reads.other_reads(chosen, wanted.others, wanted.seed, sevs, strangers),
        )
        for done, read in enumerate(everything):
            writer.add(read.truth, read.kind, read.sev, read.green.tobytes(), read.red.tobytes(),
                       read.notes)  # fmt: skip
            if done % _TELL_EVERY == 0:
                tell(done, total)
    except BaseException:
        writer.abandon()
        shutil.rmtree(out, ignore_errors=True)
        raise
    tell(total, total)
    return writer.close()
