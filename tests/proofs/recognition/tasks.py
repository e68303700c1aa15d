"""One worker's piece of the campaign: a design's enrolment, some of its cards, or its non-cards."""
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import heapq
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from firmware.cards.codes import UNREADABLE, card_named, is_card, name_of
from firmware.cards.recognise.reasons import words_of
from hw_sim.optics.design import Design, load_design
from hw_sim.optics.reads import Read, enrol_reads, other_reads, read_pair
from hw_sim.reader import RED_STEP, Reader, Reading

ENROL_READS = 3
KEEP = 24  # pictures per task for the contact sheets
SEVERITIES = (1, 2, 3)


@dataclass
class Count:
    """What became of some reads."""

    right: int = 0
    refused: int = 0
    wrong: int = 0
    patched: int = 0
    patched_right: int = 0
    reasons: Counter[str] = field(default_factory=Counter[str])

    def add(self, other: Count) -> None:
        self.right += other.right
        self.refused += other.refused
        self.wrong += other.wrong
        self.patched += other.patched
        self.patched_right += other.patched_right
        self.reasons.update(other.reasons)

    @property
    def reads(self) -> int:
        return self.right + self.refused + self.wrong


@dataclass(order=True)
class Kept:
    """A frame worth looking at; the smaller `clear`, the harder it was."""

    clear: int
    label: str
    green: bytes = field(compare=False)


@dataclass
class Found:
    """What one task found."""

    design: str
    single: dict[int, Count] = field(default_factory=dict[int, Count])
    pair: dict[int, Count] = field(default_factory=dict[int, Count])
    refed: dict[int, Count] = field(default_factory=dict[int, Count])  # single, one more pass
    pair_refed: dict[int, Count] = field(default_factory=dict[int, Count])
    others: dict[str, Count] = field(default_factory=dict[str, Count])
    wrong: list[str] = field(default_factory=list[str])
    hardest: list[Kept] = field(default_factory=list[Kept])
    refused: list[Kept] = field(default_factory=list[Kept])
    mistaken: list[Kept] = field(default_factory=list[Kept])


def frames_of(read: Read) -> tuple[bytes, bytes]:
    """What the board gets of a reading: the green frame, every fourth red line."""
    return read.green.tobytes(), np.ascontiguousarray(read.red[::RED_STEP]).tobytes()


def enrol_design(reader: Reader, name: str, seed: int) -> tuple[bytes | None, list[str]]:
    """Templates of a design from severity-1 reads, and the reads turned away."""
    reads = [(card_named(r.truth), *frames_of(r))
             for r in enrol_reads(load_design(name), ENROL_READS, seed)]  # fmt: skip
    block, refused = reader.enrol(reads)
    return block, [f"{name_of(card)}: {words_of(reason)}" for card, reason in refused]


def qualify(reader: Reader, name: str, block: bytes, seed: int, passes: int = 10) -> list[str]:
    """Cards that fail three of ten control passes at severity 1, each with its reason."""
    design = load_design(name)
    reader.load(block)
    fails: Counter[str] = Counter()
    why: dict[str, str] = {}
    for read in enrol_reads(design, passes, seed + 1):
        got = reader.read(*frames_of(read))
        if got.code != card_named(read.truth):
            fails[read.truth] += 1
            taken = is_card(got.code)
            why[read.truth] = f"taken for {name_of(got.code)}" if taken else words_of(got.reason)
    return [f"{card}: {why[card]}" for card, n in fails.items() if n * 10 >= passes * 3]


def read_cards(
    reader: Reader,
    name: str,
    block: bytes,
    cards: tuple[str, ...],
    pairs: int,
    seed: int,
    is_patched: bool = False,
) -> Found:
    """`pairs` passes of each card and severity: two single reads each, and the pair."""
    design = load_design(name)
    reader.load(block)
    found = Found(name)
    for sev in SEVERITIES:
        for kind in (found.single, found.pair, found.refed, found.pair_refed):
            kind[sev] = Count()
        for card in cards:
            for n in range(pairs):
                reads = read_pair(design, card, sev, seed, n, is_patched)
                _read_pass(reader, design, card, sev, seed, n, reads, found)
    return found


def _read_pass(
    reader: Reader,
    design: Design,
    card: str,
    sev: int,
    seed: int,
    n: int,
    reads: tuple[Read, Read],
    found: Found,
) -> None:
    """One card past both sensors, and once more when it was refused."""
    truth = card_named(card)
    readings = list(reader.read_many(frames_of(read) for read in reads))
    again: list[int] | None = None
    for end, (read, got) in enumerate(zip(reads, readings, strict=True)):
        is_patched = "patch" in read.notes
        label = f"{design.name} {card} sev {sev} seed {seed} n {n} end {end}"
        _count(found.single[sev], truth, got, is_patched)
        _keep(found, read, got, truth, label)
        code = got.code
        if not is_card(code) and not is_patched:  # a patch is still there the next time
            again = again or _refeed(reader, design, card, sev, seed, n)
            code = again[end]
        _count_code(found.refed[sev], truth, code, is_patched)
    code = _agreed(readings[0].code, readings[1].code)
    is_patched = any("patch" in read.notes for read in reads)
    _count_code(found.pair[sev], truth, code, is_patched)
    if not is_card(code) and not is_patched:
        again = again or _refeed(reader, design, card, sev, seed, n)
        code = _agreed(again[0], again[1])
    _count_code(found.pair_refed[sev], truth, code, is_patched)


def _refeed(reader: Reader, design: Design, card: str, sev: int, seed: int, n: int) -> list[int]:
    reads = read_pair(design, card, sev, seed + 7919, n)
    return [got.code for got in reader.read_many(frames_of(read) for read in reads)]


def _agreed(a: int, b: int) -> int:
    """The pair's rule: both ends say the same card, or it is none."""
    if a == b:
        return a
    if is_card(a) and is_card(b):
        return UNREADABLE
    return b if is_card(a) else a


def _count(count: Count, truth: int, got: Reading, is_patched: bool) -> None:
    _count_code(count, truth, got.code, is_patched)
    if not is_card(got.code):
        count.reasons[words_of(got.reason)] += 1


def _count_code(count: Count, truth: int, code: int, is_patched: bool) -> None:
    count.patched += is_patched
    if code == truth:
        count.right += 1
        count.patched_right += is_patched
    elif is_card(code):
        count.wrong += 1
    else:
        count.refused += 1


def _keep(found: Found, read: Read, got: Reading, truth: int, label: str) -> None:
    if got.code == truth:
        hard = Kept(-min(got.rank_clear, got.suit_clear), label, read.green.tobytes())
        _push(found.hardest, hard)
    elif is_card(got.code):
        found.wrong.append(f"{label} > {name_of(got.code)} ({', '.join(read.notes)})")
        found.mistaken.append(Kept(0, label, read.green.tobytes()))
    else:
        chance = hash((label, "refused")) % 100_000
        _push(found.refused, Kept(chance, f"{label}: {words_of(got.reason)}", read.green.tobytes()))


def _push(kept: list[Kept], one: Kept) -> None:
    """Keep the largest few: the hardest by -clear, the refused by chance."""
    if len(kept) < KEEP:
        heapq.heappush(kept, one)
    else:
        heapq.heappushpop(kept, one)


def read_others(
    reader: Reader, name: str, block: bytes, foreign: tuple[str, ...], count: int, seed: int
) -> Found:
    """`count` readings of each sort of non-card at each severity."""
    reader.load(block)
    found = Found(name)
    strangers = [load_design(other) for other in foreign]
    reads = other_reads(load_design(name), count, seed, SEVERITIES, strangers)
    for read in reads:
        got = reader.read(*frames_of(read))
        counts = found.others.setdefault(read.truth, Count())
        if is_card(got.code):
            counts.wrong += 1
            label = f"{name} {read.truth} ({', '.join(read.notes)}) sev {read.sev}"
            if read.truth != "TWO":
                found.wrong.append(f"{label} > {name_of(got.code)}")
                found.mistaken.append(Kept(0, label, read.green.tobytes()))
        else:
            counts.right += 1
            counts.reasons[name_of(got.code)] += 1
    return found
