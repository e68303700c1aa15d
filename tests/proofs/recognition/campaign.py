"""The campaign: designs enrolled and qualified, then cards and non-cards spread over processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context

from hw_sim.optics.design import CARD_NAMES, design_names
from hw_sim.reader import Reader
from tests.proofs.recognition.tasks import (
    Count,
    Found,
    Kept,
    enrol_design,
    qualify,
    read_cards,
    read_others,
)

_CARDS_PER_TASK = 13

# printed with one and the same index: not strangers to each other, and the second not counted
SAME_INDEX = (frozenset(("anglo", "gnomangelo", "simplistic")), frozenset(("dondorf", "paris")))
_COPIES = frozenset(("gnomangelo",))


def strangers_of(name: str, names: Iterable[str]) -> tuple[str, ...]:
    """The designs whose cards are foreign to this one."""
    kin = frozenset((name,)).union(*(same for same in SAME_INDEX if name in same))
    return tuple(other for other in names if other not in kin)


@dataclass
class Enrolled:
    """A design's templates, or why it was turned away."""

    design: str
    block: bytes | None
    why: list[str]


@dataclass
class Results:
    """Everything that the report needs."""

    seed: int
    is_patched: bool = False  # every card has a patch on or near one index: no goals but no misread
    designs: list[str] = field(default_factory=list[str])
    turned_away: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    per_design: dict[str, dict[int, Count]] = field(default_factory=dict[str, dict[int, Count]])
    single: dict[int, Count] = field(default_factory=dict[int, Count])
    refed: dict[int, Count] = field(default_factory=dict[int, Count])
    pair: dict[int, Count] = field(default_factory=dict[int, Count])
    pair_refed: dict[int, Count] = field(default_factory=dict[int, Count])
    others: dict[str, Count] = field(default_factory=dict[str, Count])
    wrong: list[str] = field(default_factory=list[str])
    hardest: list[Kept] = field(default_factory=list[Kept])
    refused: list[Kept] = field(default_factory=list[Kept])
    mistaken: list[Kept] = field(default_factory=list[Kept])

    def add(self, found: Found) -> None:
        mine = self.per_design.setdefault(found.design, {})
        _merge(mine, found.single)
        for total, part in (
            (self.single, found.single),
            (self.refed, found.refed),
            (self.pair, found.pair),
            (self.pair_refed, found.pair_refed),
        ):
            _merge(total, part)
        for truth, count in found.others.items():
            self.others.setdefault(truth, Count()).add(count)
        self.wrong += found.wrong
        self.hardest = sorted([*self.hardest, *found.hardest], reverse=True)[:96]
        self.refused = sorted([*self.refused, *found.refused], reverse=True)[:192]
        self.mistaken += found.mistaken


def _merge(total: dict[int, Count], part: dict[int, Count]) -> None:
    for sev, count in part.items():
        total.setdefault(sev, Count()).add(count)


@cache
def _reader() -> Reader:
    """One recogniser per process, kept for all its tasks."""
    return Reader()


def _enrol(job: tuple[str, int]) -> Enrolled:
    name, seed = job
    block, refused = enrol_design(_reader(), name, seed)
    if block is None:
        return Enrolled(name, None, refused[:3])
    failing = qualify(_reader(), name, block, seed)
    return Enrolled(name, None if failing else block, failing)


def _cards(job: tuple[str, bytes, tuple[str, ...], int, int, bool]) -> Found:
    return read_cards(_reader(), *job)


def _others(job: tuple[str, bytes, tuple[str, ...], int, int]) -> Found:
    return read_others(_reader(), *job)


def run(
    seed: int,
    pairs: int,
    others: int,
    jobs: int,
    designs: Iterable[str] = (),
    is_patched: bool = False,
    say: Callable[[str], None] = print,
) -> Results:
    """`pairs` passes per card and severity, `others` non-cards per sort, severity and design."""
    names = tuple(designs) or tuple(n for n in design_names() if n not in _COPIES)
    results = Results(seed, is_patched)
    with get_context("spawn").Pool(jobs) as pool:
        blocks: dict[str, bytes] = {}
        for made in pool.imap_unordered(_enrol, [(name, seed) for name in names]):
            if made.block is None:
                results.turned_away[made.design] = made.why
                say(f"{made.design}: turned away: {'; '.join(made.why)}")
            else:
                blocks[made.design] = made.block
        results.designs = sorted(blocks)
        say(f"enrolled and qualified: {', '.join(results.designs)}")
        work = [
            (name, blocks[name], CARD_NAMES[at : at + _CARDS_PER_TASK], pairs, seed, is_patched)
            for at in range(0, len(CARD_NAMES), _CARDS_PER_TASK)
            for name in results.designs
        ]
        for done, found in enumerate(pool.imap_unordered(_cards, work), 1):
            results.add(found)
            reads = sum(count.reads for count in results.single.values())
            wrong = sum(count.wrong for count in results.single.values())
            say(f"{done}/{len(work)} pieces, {reads} reads, {wrong} wrong")
        rest = [
            (name, blocks[name], strangers_of(name, results.designs), others, seed)
            for name in results.designs
        ]
        for found in pool.imap_unordered(_others, rest if others else []):
            results.add(found)
            say(f"non-cards against {found.design}: done")
    return results
