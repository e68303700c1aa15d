"""What each limit of the decision costs: the refused cards that a looser one would have read.

A set of cards is read, then whatever was refused is read again with one limit after the other
half as wide again; likewise cards of other designs, which must stay refused.  The table goes into
docs/recognition.md: `python -m tests.proofs.recognition.limit_costs`.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware.cards.codes import card_named, is_card
from firmware.cards.recognise import limits
from firmware.cards.recognise.reasons import words_of
from hw_sim.optics.design import CARD_NAMES, design_names, load_design
from hw_sim.optics.reads import other_reads, read_pair
from hw_sim.reader import Reader
from hw_sim.vm import ROOT
from tests.proofs.recognition.tasks import enrol_design, frames_of

DOCUMENT = ROOT / "docs" / "recognition.md"
BEGIN = "<!-- made by tests.proofs.recognition.limit_costs -->"
END = "<!-- end -->"
SEVERITIES = (2, 3)
# a smaller value reads more; with all others a larger one does
SMALLER_IS_LOOSER = frozenset(
    (
        "RANK_CLEAR", "RANK_ALONE", "RANK_FULLER", "RANK_FULLER_HINT", "RANK_FULLER_BOTH",
        "RANK_CLEAR_WORN", "RANK_CLEAR_THIN", "SUIT_CLEAR", "SUIT_CLEAR_RETONED", "SUITS_NEAR",
        "SUIT_FULLER", "FACE_APART", "FACE_FOR", "SPEED_PRICE", "ODD_RED", "ODD_PATCH",
        "ODD_HIDDEN_FACE", "WHOLE_SUIT_CLEAR", "PATCH_CLEAR",
    )
)  # fmt: skip
NOT_LIMITS = frozenset(("SPEEDS", "SLOWEST", "JOKER_RANK"))  # they refuse nothing
Frames = tuple[bytes, bytes]


@dataclass(frozen=True)
class Refused:
    """A picture that was refused as things are; `truth` is no card for a stranger."""

    truth: int
    frames: Frames


@dataclass
class Cost:
    """Of the refused pictures, with one limit looser."""

    read: int = 0
    wrong: int = 0  # a card of the deck taken for another
    strangers: int = 0  # a card of another design taken for one of the deck


def names() -> list[str]:
    """The limits in the order of their file."""
    text = Path(limits.__file__).read_text()
    return [name for name in re.findall(r"^([A-Z_]+) = ", text, re.M) if name not in NOT_LIMITS]


def looser(name: str) -> int:
    """Half as wide again."""
    value: int = getattr(limits, name)
    return value // 2 if name in SMALLER_IS_LOOSER else value + value // 2


def groups() -> list[tuple[str, list[tuple[str, str]]]]:
    """(title, ((name, what it refuses) …)) as the file of the limits has them."""
    found: list[tuple[str, list[tuple[str, str]]]] = []
    for line in Path(limits.__file__).read_text().splitlines():
        if title := re.match(r"# -- (.*?) -+$", line):
            found.append((title[1], []))
        elif (row := re.match(r"([A-Z_]+) = \S+  # (.*)$", line)) and row[1] not in NOT_LIMITS:
            found[-1][1].append((row[1], row[2]))
    return [group for group in found if group[1]]


def refused_of(
    reader: Reader, design: str, others: Sequence[str], passes: int, seed: int
) -> tuple[list[Refused], list[Refused], int, Counter[str]]:
    """Refused cards of a design, refused strangers, how many cards there were, why they failed."""
    mine = load_design(design)
    cards = [
        Refused(card_named(card), frames_of(read))
        for severity in SEVERITIES
        for card in CARD_NAMES
        for n in range(passes)
        for read in read_pair(mine, card, severity, seed, n)
    ]
    foreign = [
        Refused(-1, frames_of(read))
        for read in other_reads(mine, passes * 26, seed, SEVERITIES, [*map(load_design, others)])
        if read.truth == "FOREIGN"
    ]
    reasons: Counter[str] = Counter()
    left: list[Refused] = []
    for card, got in zip(cards, reader.read_many(c.frames for c in cards), strict=True):
        if not is_card(got.code):
            left.append(card)
            reasons[words_of(got.reason)] += 1
    strangers = [
        one
        for one, got in zip(foreign, reader.read_many(f.frames for f in foreign), strict=True)
        if not is_card(got.code)
    ]
    return left, strangers, len(cards), reasons


def cost_of(reader: Reader, block: bytes, name: str, refused: Sequence[Refused]) -> Cost:
    """Read them with one limit looser; it is as before afterwards."""
    reader.set_limit(name, looser(name))
    reader.load(block)
    cost = Cost()
    for one, got in zip(refused, reader.read_many(r.frames for r in refused), strict=True):
        if is_card(got.code):
            cost.read += got.code == one.truth
            cost.strangers += one.truth < 0
            cost.wrong += one.truth >= 0 and got.code != one.truth
    reader.set_limit(name, getattr(limits, name))
    return cost


def table(costs: dict[str, Cost], reasons: Counter[str], said: str) -> str:
    """For people: reasons first, then limit by limit."""
    lines = [said, "", "| refused because | cards |", "|---|---|"]
    lines += [f"| {words} | {count} |" for words, count in reasons.most_common()]
    lines += ["", "| limit | value | refuses | reads it costs | misreads, strangers |"]
    lines += ["|---|---|---|---|---|"]
    for title, rows in groups():
        lines.append(f"| **{title}** | | | | |")
        for name, what in rows:
            cost = costs[name]
            bad = f"{cost.wrong}, {cost.strangers}" if cost.wrong or cost.strangers else ""
            value = getattr(limits, name)
            what = what.rstrip(",:")
            lines.append(f"| `{name}` | {value} | {what} | {cost.read or ''} | {bad} |")
    return "\n".join(lines)


def write(text: str) -> None:
    """Into the page, between its marks."""
    page = DOCUMENT.read_text()
    head, rest = page.split(BEGIN)
    DOCUMENT.write_text(f"{head}{BEGIN}\n{text}\n{END}{rest.split(END)[1]}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="limit_costs", description=__doc__)
    parser.add_argument("--seed", type=int, default=1615)
    parser.add_argument("--passes", type=int, default=3, help="per card and severity")
    parser.add_argument("--designs", default="", help="names with commas; default: the own ones")
    options = parser.parse_args()
    designs = options.designs.split(",") if options.designs else list(design_names())[:2]
    costs = {name: Cost() for name in names()}
    reasons: Counter[str] = Counter()
    total = strangers = 0
    with Reader() as reader:
        for design in designs:
            block, _ = enrol_design(reader, design, options.seed)
            assert block is not None, f"{design} cannot be enrolled"
            reader.load(block)
            others = [name for name in designs if name != design]
            left, foreign, count, why = refused_of(
                reader, design, others, options.passes, options.seed
            )
            total += count
            strangers += len(foreign)
            reasons += why
            print(f"{design}: {len(left)} of {count} refused, {len(foreign)} strangers", flush=True)
            for name, cost in costs.items():
                more = cost_of(reader, block, name, [*left, *foreign])
                cost.read += more.read
                cost.wrong += more.wrong
                cost.strangers += more.strangers
    said = (
        f"{total:,} pictures of severity 2 and 3 of {len(designs)} designs, seed {options.seed}:"
        f" {sum(reasons.values())} refused; {strangers} strangers refused. Each was read again with"
        " one limit half as wide again."
    )
    write(table(costs, reasons, said))
    print(said)
    return 0


if __name__ == "__main__":
    sys.exit(main())
